/** Walks a table of two stores side by side, in the order of its keys, and tells where they differ. */
import type { CopySide } from './side.ts';
import {
  type CopiedRow,
  type CopiedTable,
  compareKeys,
  isSameRow,
  keyOfRow,
  type RowKey,
} from './tables.ts';

/** Rows read at once from each of the two. */
export const pageRows = 500;

/** A row of either store; what it is in the other is null where it is not there. */
interface Pair {
  readonly key: RowKey;
  readonly source: CopiedRow | null;
  readonly target: CopiedRow | null;
  readonly isSame: boolean;
}

/**
 * Every row behind `after` that either has. Rows may be written to the target meanwhile up to the key that was
 * told last: they are not met again.
 */
export async function* pairsOf(
  source: CopySide,
  target: CopySide,
  table: CopiedTable,
  after: RowKey | null = null,
): AsyncGenerator<Pair> {
  const [sources, targets] = [source, target].map((side) => rowsOf(side, table, after));
  let left = await next(sources);
  let right = await next(targets);
  while (left !== null || right !== null) {
    const order = compare(left, right, table);
    const pair = { source: order <= 0 ? left : null, target: order >= 0 ? right : null };
    if (order <= 0) left = await next(sources);
    if (order >= 0) right = await next(targets);
    const row = pair.source ?? pair.target;
    if (row === null) continue;
    const isSame =
      pair.source !== null && pair.target !== null && isSameRow(pair.source, pair.target, table);
    yield { ...pair, key: keyOfRow(row, table), isSame };
  }
}

function compare(left: CopiedRow | null, right: CopiedRow | null, table: CopiedTable): number {
  if (left === null) return 1;
  return right === null ? -1 : compareKeys(keyOfRow(left, table), keyOfRow(right, table));
}

const next = async (rows: AsyncGenerator<CopiedRow> | undefined): Promise<CopiedRow | null> => {
  const result = await rows?.next();
  return result === undefined || result.done === true ? null : result.value;
};

async function* rowsOf(
  side: CopySide,
  table: CopiedTable,
  after: RowKey | null,
): AsyncGenerator<CopiedRow> {
  for (let from = after; ; ) {
    const page = await side.page(table, from, pageRows);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    from = keyOfRow(last, table);
  }
}
