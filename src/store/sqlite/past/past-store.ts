/**
 * The listed entities as they were after one event, in a database of their own: lists and counts of then are read as
 * those of now are, through the same indexes. It is made once of what is there now, and taken from moment to moment by
 * what changed between them.
 */
import type { Database } from 'better-sqlite3';
import { createActorWriter } from '../../../actors/journal/sqlite/actor-writer.ts';
import { defineMovedPayloads } from '../../../actors/journal/sqlite/event-rows.ts';
import { entityKinds } from '../../../domain/entities/kinds.ts';
import { lifted, liftOf, type StoredMembers } from '../../../domain/entities/lifts.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import { Sqlite } from '../../../lib/sqlite.ts';
import type { ReadModels } from '../../ports/read-models.ts';
import { projections } from '../../projections.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/all.ts';
import { createTimeTravel } from '../reads/time-travel.ts';

/** What the lists and counts of then rest on. */
const copiedKinds: readonly string[] = [...entityKinds, 'replication', 'rewrite_batch'];

interface SourceRow {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  readonly state_version: number;
  readonly state: string;
}
interface Address {
  readonly kind: string;
  readonly id: string;
}

/** A store of one moment, which can be another one. */
export interface PastStore {
  /**
   * Reads as of `eventId`, which must be in the log. Throws `ServiceError` where the store has too many entities to
   * be copied; then, and where anything else fails, it stays what it was.
   */
  readsAt(eventId: number): ReadModels;
  close(): void;
}

/** Of a database of this program, which is only read; `createReads` makes the reads of the copy, of `rowsMax` entities at most. */
export function createPastStore(
  source: Database,
  createReads: (past: Database) => ReadModels,
  rowsMax: number = limits.pastRowsMax,
): PastStore {
  const past = openEmpty();
  const timeTravel = createTimeTravel(source);
  const write = createActorWriter(past, projections);
  const remove = past.prepare<[string, string]>('DELETE FROM actors WHERE kind = ? AND id = ?');
  const kinds = JSON.stringify(copiedKinds);
  const head = source.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM events').pluck();
  const rowCount = source
    .prepare<[string], number>(
      'SELECT count(*) FROM actors WHERE kind IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const allRows = source.prepare<[string], SourceRow>(
    `SELECT kind, id, version, state_version, state FROM actors
     WHERE kind IN (SELECT value FROM json_each(?))`,
  );
  // A change lies on an event about its entity, or on one about another that its turn wrote.
  const changedBetween = source.prepare<[{ from: number; to: number; kinds: string }], Address>(
    `SELECT entity_type AS kind, entity_id AS id FROM events
       WHERE event_id > @from AND event_id <= @to AND entity_type IN (SELECT value FROM json_each(@kinds))
     UNION
     SELECT turn_kind, turn_id FROM events
       WHERE event_id > @from AND event_id <= @to AND turn_kind IN (SELECT value FROM json_each(@kinds))`,
  );
  /** The event that it stands at; null while it is empty. */
  let at: number | null = null;
  let reads: ReadModels | null = null;

  const put = (address: Address, version: number, state: string): void => {
    const { kind, id } = address;
    const stateVersion = liftOf(kind)?.to ?? 1;
    write({ kind, id, version, stateVersion, state, seq: 0, expectedVersion: 0 });
  };
  const copyAll = (): void => {
    const count = rowCount.get(kinds) ?? 0;
    if (count > rowsMax) throw tooMany(count, rowsMax);
    for (const { state, ...row } of allRows.iterate(kinds)) {
      const lift = liftOf(row.kind);
      const isOld = lift !== undefined && row.state_version < lift.to;
      put(
        row,
        row.version,
        isOld ? JSON.stringify(lift.from(JSON.parse(state) as StoredMembers)) : state,
      );
    }
  };
  const change = (from: number, to: number, target: number): void => {
    const changed = changedBetween.all({ from, to, kinds });
    // What changed hands is let go of before it is taken.
    for (const { kind, id } of changed) remove.run(kind, id);
    for (const address of changed) {
      const { kind, id } = address;
      const actor = timeTravel.stateAt(kind, id, target);
      if (actor === undefined) continue;
      const { version, state_version: of, state } = actor;
      put(address, version, JSON.stringify(lifted(kind, of, state as StoredMembers)));
    }
  };
  const move = past.transaction((target: number): void => {
    const from = at ?? head.get() ?? 0;
    if (at === null) copyAll();
    change(Math.min(from, target), Math.max(from, target), target);
  });
  // One look at the source: nothing is committed between its rows and their history.
  const look = source.transaction((target: number) => move(target));

  return {
    readsAt(eventId) {
      if (at !== eventId) {
        look(eventId);
        at = eventId;
        // What they remember is of another moment.
        reads = null;
      }
      reads ??= createReads(past);
      return reads;
    },
    close: () => past.close(),
  };
}

/** A database of the system's temporary ones, with the tables of a store and nothing in them. */
function openEmpty(): Database {
  const db = new Sqlite('');
  defineMovedPayloads(db, (eventId) => {
    throw new Error(`event ${eventId} is not in a store of the past`);
  });
  db.pragma('journal_mode = MEMORY');
  db.pragma('synchronous = OFF');
  migrate(db, migrations);
  return db;
}

function tooMany(count: number, rowsMax: number): ServiceError {
  const message = `lists as they were can be made of ${rowsMax} entities at most, and here are ${count}; a single one can be seen as it was, and the events up to then`;
  return new ServiceError('invalid_request', `at: ${message}`, {
    errors: [{ path: 'at', message }],
  });
}
