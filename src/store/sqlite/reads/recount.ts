/**
 * The rows of a kind counted one by one, beside the count that writes keep of them. All rows are gone through at first,
 * after many events, and wherever the two differ; between, only the rows that came since are.
 */
import type { Database } from 'better-sqlite3';
import type { EntityKind } from '../../../domain/entities/all.ts';
import type { Recount } from '../../ports/read-models.ts';

/** Events after which all rows are gone through again: until then a row that went without a trace is not missed. */
const eventsSinceMax = 1_000;

interface Known {
  readonly rows: number;
  /** The last row and the last event that were there. */
  readonly lastRow: number;
  readonly head: number;
}

/** A difference is never told before all rows were gone through. */
export function createRecount(db: Database): (kind: EntityKind) => Recount {
  const ends = db.prepare<[], { readonly lastRow: number; readonly head: number }>(
    `SELECT (SELECT coalesce(max(rowid), 0) FROM actors) AS lastRow,
      (SELECT coalesce(max(event_id), 0) FROM events) AS head`,
  );
  const keptOf = db
    .prepare<[EntityKind], number>(
      'SELECT coalesce(sum(count), 0) FROM actor_counts WHERE kind = ?',
    )
    .pluck();
  const all = db
    .prepare<[EntityKind], number>(
      'SELECT count(*) FROM actors INDEXED BY actors_address WHERE kind = ?',
    )
    .pluck();
  const since = db
    .prepare<[number, EntityKind], number>(
      'SELECT count(*) FROM actors NOT INDEXED WHERE rowid > ? AND kind = ?',
    )
    .pluck();
  const known = new Map<EntityKind, Known>();
  // In one transaction, so that no commit comes between the two.
  return db.transaction((kind: EntityKind) => {
    const { lastRow, head } = ends.get()!;
    const kept = keptOf.get(kind)!;
    const before = known.get(kind);
    const events = before === undefined ? -1 : head - before.head;
    const isRecent = events >= 0 && events <= eventsSinceMax;
    const added = before !== undefined && isRecent ? since.get(before.lastRow, kind)! : 0;
    if (before !== undefined && isRecent && before.rows + added === kept) {
      // The number of events is counted from the last time that all were gone through.
      known.set(kind, { rows: kept, lastRow, head: before.head });
      return { kept, rows: kept };
    }
    const rows = all.get(kind)!;
    known.set(kind, { rows, lastRow, head });
    return { kept, rows };
  });
}
