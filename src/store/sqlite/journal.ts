/**
 * The journal in SQLite. Every method does its work before it returns and answers with a settled
 * promise: within one process, calls never interleave.
 */
import type { Database } from 'better-sqlite3';
import type {
  DeadLetter,
  EffectRow,
  Journal,
  StoredActor,
  StoredAnswer,
  TimerRow,
} from '../ports/journal.ts';
import { Committer } from './commit.ts';
import { type EventRow, eventColumns, toStoredEvent } from './event-rows.ts';
import { parseStored } from './stored-json.ts';

type ActorRow = Omit<StoredActor, 'state'> & { readonly state: string };
type SequencedEffect = EffectRow & { readonly sequence: number };
type SequencedLetter = DeadLetter & { readonly sequence: number };
interface Address {
  readonly kind: string;
  readonly id: string;
}

function prepareStatements(db: Database) {
  return {
    load: db.prepare<[string, string], ActorRow>(
      'SELECT version, state_version, state FROM actors WHERE kind = ? AND id = ?',
    ),
    answer: db.prepare<[string], StoredAnswer>(
      'SELECT key, fingerprint, body FROM answers WHERE key = ?',
    ),
    timers: db.prepare<[number], TimerRow>(
      `SELECT kind, id, name, due_ms, event, correlation_id FROM timers
       ORDER BY due_ms, kind, id, name LIMIT ?`,
    ),
    effects: db.prepare<[number, number], SequencedEffect>(
      `SELECT sequence, effect_id, kind, id, name, input, cause_id, correlation_id, attempts,
         not_before_ms, last_error FROM effects WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    ),
    postponeEffect: db.prepare(
      'UPDATE effects SET attempts = ?, not_before_ms = ?, last_error = ? WHERE effect_id = ?',
    ),
    deleteEffect: db.prepare('DELETE FROM effects WHERE effect_id = ?'),
    addLetter: db.prepare(
      'INSERT INTO dead_letters (kind, id, message, reason, at) VALUES (?, ?, ?, ?, ?)',
    ),
    letters: db.prepare<[number], SequencedLetter>(
      `SELECT sequence, kind, id, message, reason, at FROM dead_letters
       ORDER BY sequence DESC LIMIT ?`,
    ),
    addresses: db.prepare<[string, string, number], Address>(
      'SELECT kind, id FROM actors WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?',
    ),
    head: db.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM events').pluck(),
    eventsAfter: db.prepare<[number, number], EventRow>(
      `SELECT ${eventColumns} FROM events AS e WHERE e.event_id > ? ORDER BY e.event_id LIMIT ?`,
    ),
  };
}

/**
 * A journal on an open database. `commit` on a database opened read-only rejects; wrap the journal
 * with `createReadonlyJournal` to refuse writes in words. `close` closes the database.
 */
export function createSqliteJournal(db: Database): Journal {
  const sql = prepareStatements(db);
  const committer = new Committer(db);
  const addLetter = (letter: DeadLetter): void => {
    sql.addLetter.run(letter.kind, letter.id, letter.message, letter.reason, letter.at);
  };
  const bury = db.transaction((effectId: string, letter: DeadLetter): void => {
    // Buried or completed before: no second letter.
    if (sql.deleteEffect.run(effectId).changes > 0) addLetter(letter);
  });

  return {
    async load(kind, id) {
      const row = sql.load.get(kind, id);
      if (row === undefined) return undefined;
      return { ...row, state: parseStored(row.state, `${kind}/${id}`) };
    },
    findAnswer: async (key) => sql.answer.get(key),
    commit: async (turns) => committer.commit(turns),
    timers: async (limit) => sql.timers.all(limit),
    effects: async (afterSequence, limit) => sql.effects.all(afterSequence, limit),
    async postponeEffect(effectId, { attempts, notBeforeMs, lastError }) {
      sql.postponeEffect.run(attempts, notBeforeMs, lastError, effectId);
    },
    buryEffect: async (effectId, letter) => bury.immediate(effectId, letter),
    addDeadLetter: async (letter) => addLetter(letter),
    deadLetters: async (limit) => sql.letters.all(limit),
    addresses: async (after, limit) => sql.addresses.all(after?.kind ?? '', after?.id ?? '', limit),
    headEventId: async () => sql.head.get() ?? 0,
    eventsAfter: async (after, limit) => sql.eventsAfter.all(after, limit).map(toStoredEvent),
    close: async () => void db.close(),
  };
}
