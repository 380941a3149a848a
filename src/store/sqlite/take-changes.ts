/**
 * Takes what was committed elsewhere into a database that is a copy of that journal: each call is one
 * transaction that goes on exactly where the copy ends, or changes nothing. Events are chained anew, so
 * that a copy holds nothing that its source does not prove.
 */
import type { Database } from 'better-sqlite3';
import { genesisHash, hashNewEvent } from '../../actors/journal/event-chain.ts';
import type {
  JournalChanges,
  LoggedEvent,
  OutstandingRows,
  StateRow,
} from '../../actors/journal/postgres/source.ts';
import { createActorWriter } from '../../actors/journal/sqlite/actor-writer.ts';
import type { Head } from '../../actors/journal/sqlite/commit.ts';
import { projections } from '../projections.ts';
import { StoreOpenError } from './migrate.ts';

/** Tables of what waits: each is replaced as a whole. */
const outstandingTables = {
  timers: 'kind id name due_ms delay_ms event cause_id correlation_id',
  effects:
    'sequence effect_id kind id name input invoke_id cause_id correlation_id attempts not_before_ms last_error',
  dead_letters: 'sequence kind id message reason at source by correlation_id cause_id',
  quarantines: 'kind id event reason since',
} as const;

/** Where the log of a database ends. */
export function readHead(db: Database): Head {
  const row = db
    .prepare<[], { event_id: number; hash: string }>(
      'SELECT event_id, hash FROM events ORDER BY event_id DESC LIMIT 1',
    )
    .get();
  return row === undefined
    ? { eventId: 0, hash: genesisHash }
    : { eventId: row.event_id, hash: row.hash };
}

/**
 * On a connection that writes. The returned function answers where the copy ends now; it throws
 * `StoreOpenError`, and nothing is taken, when the events are not those that follow.
 */
export function createTaker(db: Database): (changes: JournalChanges) => Head {
  const writeEvent = createEventWriter(db);
  const writeStates = createStateWriter(db);
  const writeOutstanding = createOutstandingWriter(db);
  const take = db.transaction((changes: JournalChanges): Head => {
    const { events, gone, states, outstanding } = changes;
    let head = readHead(db);
    if (changes.before !== head.hash) {
      throw new StoreOpenError(
        `The source has another event ${head.eventId} than this copy, or none any more: it was put back to ` +
          'an earlier day, or is another one. The next start makes the copy anew.',
      );
    }
    for (const event of events) head = writeEvent(head, event);
    writeStates(gone, states, head.eventId);
    if (outstanding !== null) writeOutstanding(outstanding);
    return head;
  });
  return (changes) => take.immediate(changes);
}

function createEventWriter(db: Database): (head: Head, event: LoggedEvent) => Head {
  const insert = db.prepare<[LoggedEvent]>(
    `INSERT INTO events (event_id, event_type, entity_type, entity_id, payload, idempotency_key, actor,
       cause_id, correlation_id, created_at, hash, turn_kind, turn_id)
     VALUES (@event_id, @event_type, @entity_type, @entity_id, @payload, @idempotency_key, @actor,
       @cause_id, @correlation_id, @created_at, @hash, @turn_kind, @turn_id)`,
  );
  return (head, event) => {
    const { event_id, hash } = event;
    const follows =
      event_id === head.eventId + 1 && hashNewEvent(head.hash, event_id, event) === hash;
    if (!follows) {
      throw new StoreOpenError(
        `Event ${event_id} of the source does not continue the log after event ${head.eventId}: ` +
          'one of them was altered. See what `orrery verify` says.',
      );
    }
    insert.run(event);
    return { eventId: event_id, hash };
  };
}

type Address = Pick<StateRow, 'kind' | 'id'>;

/** A state that is later than the events comes with the events that made it. */
function createStateWriter(
  db: Database,
): (gone: readonly Address[], states: readonly StateRow[], end: number) => void {
  const version = db
    .prepare<[string, string], number>('SELECT version FROM actors WHERE kind = ? AND id = ?')
    .pluck();
  const remove = db.prepare<[string, string]>('DELETE FROM actors WHERE kind = ? AND id = ?');
  const write = createActorWriter(db, projections);
  const free = createLaneFreer(db);
  return (gone, states, end) => {
    // What began anew begins anew here, too: some columns are written once.
    for (const { kind, id } of gone) remove.run(kind, id);
    // What changed hands is let go of before it is taken, whichever of the two comes first among the states.
    for (const state of states) free(state);
    for (const { state_version: stateVersion, ...row } of states) {
      if (row.seq > end) continue;
      const expectedVersion = version.get(row.kind, row.id) ?? 0;
      write({ ...row, stateVersion, expectedVersion });
    }
  };
}

/** Takes a stored row out of the rules between actors of its kind, until its state is written. */
function createLaneFreer(db: Database): (address: Address) => void {
  const statements = new Map(
    Object.entries(projections).flatMap(([kind, { unique = [] }]) => {
      const changes = unique.flatMap(({ columns }) => columns).map((name) => `${name} = NULL`);
      if (changes.length === 0) return [];
      const text = `UPDATE actors SET ${changes.join(', ')} WHERE kind = ? AND id = ?`;
      return [[kind, db.prepare<[string, string]>(text)] as const];
    }),
  );
  return ({ kind, id }) => void statements.get(kind)?.run(kind, id);
}

function createOutstandingWriter(db: Database): (rows: OutstandingRows) => void {
  const tables = Object.entries(outstandingTables).map(([table, names]) => {
    const values = names.split(' ').map((name) => `@${name}`);
    const columns = names.replace(/\bby\b/, 'by_whom').split(' ');
    return {
      table,
      clear: db.prepare(`DELETE FROM ${table}`),
      insert: db.prepare<[object]>(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`,
      ),
    };
  });
  const setNumbers = createNumberSetter(db);
  return (rows) => {
    const of: Readonly<Record<keyof typeof outstandingTables, readonly object[]>> = {
      ...rows,
      dead_letters: rows.letters,
    };
    for (const { table, clear, insert } of tables) {
      clear.run();
      for (const row of of[table as keyof typeof outstandingTables]) insert.run(row);
    }
    setNumbers({ effects: rows.effect_sequence, dead_letters: rows.letter_sequence });
  };
}

/** Sets the last numbers that were given, so that the next ones are those that a source gives next. */
export function createNumberSetter(
  db: Database,
): (last: Readonly<Record<'effects' | 'dead_letters', number>>) => void {
  const forget = db.prepare<[string]>('DELETE FROM sqlite_sequence WHERE name = ?');
  const give = db.prepare<[string, number]>(
    'INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)',
  );
  return (last) => {
    for (const [table, number] of Object.entries(last)) {
      forget.run(table);
      if (number > 0) give.run(table, number);
    }
  };
}
