/**
 * The first candidates of the queue, of which a thousand are looked at by every overview, look for alerts and page of the
 * lanes: those that are as they were when they were listed last are not read again.
 */
import type { Database } from 'better-sqlite3';
import type { EntityRow } from '../../ports/read-models.ts';
import { type ActorRow, actorColumns } from './present-rows.ts';

/** The order in which queued items go. */
export const dispatchOrder = 'dispatch_priority, selection_rank, updated_at, id';

/** The first so many of them, from their index alone. */
export const selectCandidates = `SELECT id, version FROM actors INDEXED BY queue_candidates
  WHERE kind = 'queue_item' AND status = 'queued' AND manual_review_required = 0
  ORDER BY ${dispatchOrder} LIMIT ?`;

/**
 * Times that a candidate is listed, at least, before it is read again although it has the version that it had, and at
 * most twice as many: what was altered in the file past the journal is not shown as it was for good.
 */
const keptTimes = 100;

/** A state has one version, and a version one state. */
interface Listed {
  readonly id: string;
  readonly version: number;
}
interface Kept {
  readonly row: EntityRow;
  /** The listing for which it is read again. */
  readonly until: number;
}

/** Gives the first candidates in the order in which they go, each as it is now; `toRow` freezes what may be kept. */
export function createCandidateReads(
  db: Database,
  toRow: (row: ActorRow) => EntityRow,
): (limit: number) => readonly EntityRow[] {
  const list = db.prepare<[number], Listed>(selectCandidates);
  const read = db.prepare<[string], ActorRow>(
    `SELECT ${actorColumns} FROM actors INDEXED BY actors_address WHERE kind = 'queue_item' AND id = ?`,
  );
  let known = new Map<string, Kept>();
  let times = 0;
  // In one transaction, since the writer commits on a connection of its own.
  return db.transaction((limit: number) => {
    times += 1;
    const listed = list.all(limit).map(({ id, version }, place): [string, Kept] => {
      const kept = known.get(id);
      if (kept?.row.version === version && times < kept.until) return [id, kept];
      // Those that come together are not read again together.
      const until = times + keptTimes + (place % keptTimes);
      return [id, { row: toRow(read.get(id) as ActorRow), until }];
    });
    // Long ones are made anew each time, and are not frozen.
    known = new Map(listed.filter(([, { row }]) => Object.isFrozen(row)));
    return listed.map(([, { row }]) => row);
  });
}
