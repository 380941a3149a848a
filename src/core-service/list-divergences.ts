/** The divergence ledger as a list: in order of entity, id and member, a page at a time. */
import type { CoreDivergence, CoreSnapshot } from '../domain/records.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { ListQueryError } from '../store/ports/read-models.ts';

/** A page as asked for. */
export interface DivergenceQuery {
  readonly cursor: string | null;
  readonly page_size: number;
  readonly would_apply?: boolean | undefined;
  readonly applied?: boolean | undefined;
}

const keyOf = ({ entity, id, field, kind }: CoreDivergence): string =>
  [entity, id, field ?? '', kind].join('\n');

/** Pure but for the time. Throws `ListQueryError` for a cursor of another list. */
export function listDivergences(
  snapshot: CoreSnapshot | null,
  query: DivergenceQuery,
  clock: Clock,
) {
  const { would_apply: legal, applied } = query;
  const after = query.cursor === null ? '' : decodeCursor(query.cursor);
  const rest = (snapshot?.divergences ?? [])
    .filter((row) => legal === undefined || row.would_apply === legal)
    .filter((row) => applied === undefined || row.applied === applied)
    .map((row) => ({ key: keyOf(row), row }))
    .filter(({ key }) => key > after)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const shown = rest.slice(0, query.page_size);
  const last = rest.length > shown.length ? shown.at(-1) : undefined;
  const next = last === undefined ? null : encodeCursor(last.key);
  return {
    ok: true as const,
    rows: shown.map(({ row }) => row),
    page: {
      page_size: query.page_size,
      returned: shown.length,
      next_cursor: next,
      has_more: next !== null,
    },
    counts: {
      found: snapshot?.comparison?.divergence_count ?? 0,
      listed: snapshot?.divergences.length ?? 0,
    },
    generated_at: toIsoTime(clock.now()),
    source: 'store',
  };
}

const list = 'core_divergences';

function encodeCursor(key: string): string {
  return Buffer.from(JSON.stringify([list, key])).toString('base64url');
}

function decodeCursor(cursor: string): string {
  try {
    const [of, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (of === list && typeof key === 'string') return key;
  } catch {
    // Not one of ours.
  }
  throw new ListQueryError('cursor', 'does not belong to this list; begin without one');
}
