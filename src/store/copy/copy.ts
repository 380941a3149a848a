/**
 * Copies a store whose service is stopped: proves the source, brings the target to the same rows table by table,
 * proves that, and only then gives it its name. Done again after it was cut off, it goes on where it was: what is
 * the same already is not written again.
 */
import type { Journal } from '../../actors/journal/port.ts';
import { describeError } from '../../lib/describe-error.ts';
import { findStoreTrouble } from '../ports/store-trouble.ts';
import { type Progress, ProofNotes } from '../sqlite/proof/notes.ts';
import { verifyJournal } from '../verify.ts';
import { proveWaiting } from '../verify-waiting.ts';
import { pageRows, pairsOf } from './differences.ts';
import type { CopySource, CopyTarget } from './side.ts';
import {
  type CopiedRow,
  type CopiedTable,
  CopyError,
  copiedTables,
  eventTable,
  type RowKey,
} from './tables.ts';

/** What came of a table. */
export interface CopiedCount {
  /** Rows that both have now. */
  readonly rows: number;
  /** Of these, those that this call wrote. */
  readonly written: number;
}

export interface CopyReport {
  /** An earlier copy that was cut off went on. */
  readonly resumed: boolean;
  readonly head: { readonly event_id: number; readonly hash: string };
  readonly tables: Readonly<Record<string, CopiedCount>>;
}

/** The copy could not be written, by what `cause` says: what had been written stays, unfinished. */
export class CopyWriteError extends Error {
  override readonly name = 'CopyWriteError';
  /** Rows that it has now, of each table that was begun; the last one is not whole, unless all are there. */
  readonly far: ReadonlyMap<string, number>;

  constructor(far: ReadonlyMap<string, number>, cause: unknown) {
    super(`the copy could not be written: ${describeError(cause)}`, { cause });
    this.far = far;
  }
}

/** Rejects with `CopyError`, `CopyWriteError` and what the source says. */
export async function copyStore(
  source: CopySource,
  openTarget: () => Promise<CopyTarget>,
  onProgress: Progress,
): Promise<CopyReport> {
  await proveLog(source.title, source.journal, onProgress);
  const far = new Map<string, number>();
  const writing = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw findStoreTrouble(error) === null ? error : new CopyWriteError(far, error);
    });
  const opened = await writing(openTarget);
  const target: CopyTarget = {
    ...opened,
    write: (...rows) => writing(() => opened.write(...rows)),
    finish: (numbers) => writing(() => opened.finish(numbers)),
  };
  try {
    const numbers = await source.lastNumbers();
    const written = new Map<string, number>();
    for (const table of copiedTables) {
      const count = await copyTable(source, target, table, (rows) => {
        far.set(table.name, rows);
        onProgress(`rows of ${table.name} copied`, rows, null);
      });
      written.set(table.name, count);
    }
    await source.requireUnchanged();
    await proveLog('The copy', target.journal, onProgress);
    const tables: Record<string, CopiedCount> = {};
    for (const table of copiedTables) {
      const rows = await compareTable(source, target, table, onProgress);
      tables[table.name] = { rows, written: written.get(table.name) ?? 0 };
    }
    await source.requireUnchanged();
    await target.finish(numbers);
    const { event_id, hash } = source.mark;
    return { resumed: target.isResumed, head: { event_id, hash }, tables };
  } finally {
    await target.close();
  }
}

/** Its hash chain, that the log folds to the states, and that what waits can be taken up. */
async function proveLog(title: string, journal: Journal, onProgress: Progress): Promise<void> {
  const { problems, problem_count } = await verifyJournal(journal, { onProgress });
  const notes = new ProofNotes();
  await proveWaiting(journal, notes);
  const waiting = notes.list();
  const words = [
    ...problems.map(({ message }) => message),
    ...waiting.flatMap(({ table, problems: found }) => found.map((each) => `${table}: ${each}.`)),
  ];
  const [first] = words;
  if (first === undefined) return;
  const count = waiting.reduce((sum, table) => sum + table.problem_count, problem_count);
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  throw new CopyError(
    `${title} does not hold: ${first}${more} Nothing that does not hold is copied. See what \`orrery verify\` says.`,
  );
}

async function copyTable(
  source: CopySource,
  target: CopyTarget,
  table: CopiedTable,
  onRows: (rows: number) => void,
): Promise<number> {
  const last = table === eventTable ? await target.journal.headEventId() : 0;
  let gone: RowKey[] = [];
  let rows: CopiedRow[] = [];
  let seen = 0;
  let written = 0;
  const flush = async (): Promise<void> => {
    if (gone.length + rows.length > 0) await target.write(table, gone, rows);
    written += rows.length;
    [gone, rows] = [[], []];
    onRows(last + seen);
  };
  onRows(last);
  // The log is only added to; that its beginning is the source's is seen by the comparison.
  const after = table === eventTable ? [last] : null;
  for await (const pair of pairsOf(source, target, table, after)) {
    seen += 1;
    if (pair.source === null) gone.push(pair.key);
    else if (!pair.isSame) rows.push(pair.source);
    if (gone.length + rows.length >= pageRows) await flush();
  }
  await flush();
  return written;
}

async function compareTable(
  source: CopySource,
  target: CopyTarget,
  table: CopiedTable,
  onProgress: Progress,
): Promise<number> {
  let rows = 0;
  for await (const { key, isSame } of pairsOf(source, target, table)) {
    rows += 1;
    if (rows % pageRows === 0) onProgress(`rows of ${table.name} compared`, rows, null);
    if (isSame) continue;
    throw new CopyError(
      `The copy is not what the source is: ${table.name} ${JSON.stringify(key)} differs. Remove the unfinished ` +
        'copy and begin anew.',
    );
  }
  return rows;
}
