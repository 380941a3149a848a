/**
 * What the journal reads, on any connection to its file. Every method does its work before it
 * returns and answers with a settled promise: within one thread, calls never interleave. Each sees
 * what was committed before it.
 */
import type { Database } from 'better-sqlite3';
import type { ActorAddress } from '../../machine/durable-actions.ts';
import type {
  DeadLetter,
  Journal,
  Quarantine,
  SequencedEffect,
  StoredActor,
  StoredAnswer,
  TimerRow,
} from '../port.ts';
import { type EventRow, eventColumns, toStoredEvent } from './event-rows.ts';
import { parseStored } from './stored-json.ts';

type ActorRow = Omit<StoredActor, 'state'> & { readonly state: string };

const effectColumns = `sequence, effect_id, kind, id, name, input, invoke_id, cause_id,
  correlation_id, attempts, not_before_ms, last_error`;

function prepareStatements(db: Database) {
  return {
    load: db.prepare<[string, string], ActorRow>(
      'SELECT version, state_version, state FROM actors WHERE kind = ? AND id = ?',
    ),
    answer: db.prepare<[string], StoredAnswer>(
      'SELECT key, fingerprint, body FROM answers WHERE key = ?',
    ),
    timers: db.prepare<[number, string, string, string, number], TimerRow>(
      `SELECT kind, id, name, due_ms, delay_ms, event, cause_id, correlation_id FROM timers
       WHERE (due_ms, kind, id, name) > (?, ?, ?, ?) ORDER BY due_ms, kind, id, name LIMIT ?`,
    ),
    timersOf: db.prepare<[string, string], TimerRow>(
      `SELECT kind, id, name, due_ms, delay_ms, event, cause_id, correlation_id FROM timers
       WHERE kind = ? AND id = ? ORDER BY name`,
    ),
    effects: db.prepare<[number, number], SequencedEffect>(
      `SELECT ${effectColumns} FROM effects WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    ),
    effectsOf: db.prepare<[string, string, string | null, number, number], SequencedEffect>(
      `SELECT ${effectColumns} FROM effects
       WHERE kind = ? AND id = ? AND invoke_id IS ? AND sequence > ? AND name <> 'tell'
       ORDER BY sequence LIMIT ?`,
    ),
    letters: db.prepare<[number, number], DeadLetter>(
      `SELECT sequence, kind, id, message, reason, at, source, by_whom AS by, correlation_id, cause_id
       FROM dead_letters WHERE sequence < ? ORDER BY sequence DESC LIMIT ?`,
    ),
    letterCount: db.prepare<[], number>('SELECT count FROM dead_letter_count').pluck(),
    quarantines: db.prepare<[string, string, number], Quarantine>(
      `SELECT kind, id, event, reason, since FROM quarantines
       WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?`,
    ),
    addresses: db.prepare<[string, string, number], ActorAddress>(
      'SELECT kind, id FROM actors WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?',
    ),
    head: db.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM events').pluck(),
    eventsAfter: db.prepare<[number, number], EventRow>(
      `SELECT ${eventColumns} FROM events AS e WHERE e.event_id > ? ORDER BY e.event_id LIMIT ?`,
    ),
  };
}

/** All of the journal that writes nothing. */
export type JournalReads = Omit<Journal, 'commit' | 'close'>;

/** Reads on an open database that has the tables of `schema.ts`. */
export function createJournalReads(db: Database): JournalReads {
  const sql = prepareStatements(db);
  return {
    async load(kind, id) {
      const row = sql.load.get(kind, id);
      if (row === undefined) return undefined;
      return { ...row, state: parseStored(row.state, `${kind}/${id}`) };
    },
    findAnswer: async (key) => sql.answer.get(key),
    async timers(after, limit) {
      if (after === null) return sql.timers.all(Number.MIN_SAFE_INTEGER, '', '', '', limit);
      return sql.timers.all(after.due_ms, after.kind, after.id, after.name, limit);
    },
    timersOf: async ({ kind, id }) => sql.timersOf.all(kind, id),
    effects: async (afterSequence, limit) => sql.effects.all(afterSequence, limit),
    effectsOf: async ({ kind, id, invokeId }, after, limit) =>
      sql.effectsOf.all(kind, id, invokeId, after, limit),
    deadLetters: async (limit, before = Number.MAX_SAFE_INTEGER) => sql.letters.all(before, limit),
    countDeadLetters: async () => sql.letterCount.get() ?? 0,
    quarantines: async (after, limit) =>
      sql.quarantines.all(after?.kind ?? '', after?.id ?? '', limit),
    addresses: async (after, limit) => sql.addresses.all(after?.kind ?? '', after?.id ?? '', limit),
    headEventId: async () => sql.head.get() ?? 0,
    eventsAfter: async (after, limit) => sql.eventsAfter.all(after, limit).map(toStoredEvent),
  };
}
