/**
 * The write path: a batch of turns in one transaction. This is the hottest code of the store, so
 * every statement is prepared once, event ids and the last hash are kept in memory, and nothing is
 * read that a write can tell by its number of changed rows.
 */
import type { Database } from 'better-sqlite3';
import { assert } from '../../lib/assert.ts';
import { genesisHash, hashNewEvent } from '../event-chain.ts';
import type {
  CommitFailure,
  CommitResult,
  CommittedTurn,
  NewAnswer,
  NewEvent,
  TurnRecord,
} from '../ports/journal.ts';
import { createActorWriter } from './actor-writer.ts';
import { isHeadTaken, violatedConstraint } from './errors.ts';

/** Where the log ends. */
interface Head {
  readonly eventId: number;
  readonly hash: string;
}

type WithoutIndex<Failure> = Failure extends unknown ? Omit<Failure, 'turnIndex'> : never;
type TurnFailure = WithoutIndex<CommitFailure>;

/** A turn that cannot be applied; carries the expected outcome out of the transaction. */
class TurnRefused extends Error {
  override readonly name = 'TurnRefused';
  readonly failure: TurnFailure;
  constructor(failure: TurnFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

const neverStored = 0;

function prepareStatements(db: Database) {
  return {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    head: db.prepare<[], { event_id: number; hash: string }>(
      'SELECT event_id, hash FROM events ORDER BY event_id DESC LIMIT 1',
    ),
    version: db
      .prepare<[string, string], number>('SELECT version FROM actors WHERE kind = ? AND id = ?')
      .pluck(),
    writeActor: createActorWriter(db),
    insertEvent: db.prepare(
      `INSERT INTO events (event_id, event_type, entity_type, entity_id, payload, idempotency_key,
         actor, cause_id, correlation_id, created_at, hash, turn_kind, turn_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertAnswer: db.prepare(
      'INSERT INTO answers (key, fingerprint, body) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING',
    ),
    completeAnswer: db.prepare('UPDATE answers SET body = ? WHERE key = ? AND body IS NULL'),
    answerBody: db.prepare<[string], string>('SELECT body FROM answers WHERE key = ?').pluck(),
    clearTimer: db.prepare('DELETE FROM timers WHERE kind = ? AND id = ? AND name = ?'),
    setTimer: db.prepare(
      `INSERT INTO timers (kind, id, name, due_ms, event, correlation_id) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, id, name) DO UPDATE SET
         due_ms = excluded.due_ms, event = excluded.event, correlation_id = excluded.correlation_id`,
    ),
    insertEffect: db.prepare(
      `INSERT INTO effects (effect_id, kind, id, name, input, cause_id, correlation_id, attempts,
         not_before_ms, last_error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    deleteEffect: db.prepare('DELETE FROM effects WHERE effect_id = ?'),
  };
}

/** Commits batches on one connection. */
export class Committer {
  readonly #db: Database;
  readonly #sql: ReturnType<typeof prepareStatements>;
  #head: Head;

  constructor(db: Database) {
    this.#db = db;
    this.#sql = prepareStatements(db);
    this.#head = this.#readHead();
  }

  /**
   * Applies all turns or none, before it returns. Throws only when the store failed or a turn breaks
   * an invariant; then, too, nothing is written.
   */
  commit(turns: readonly TurnRecord[]): CommitResult {
    if (turns.length === 0) return { ok: true, turns: [] };
    try {
      return this.#attempt(turns);
    } catch (error) {
      if (!isHeadTaken(error)) throw error;
      // Another process appended to the log since: number and chain the events anew.
      this.#head = this.#readHead();
      return this.#attempt(turns);
    }
  }

  #attempt(turns: readonly TurnRecord[]): CommitResult {
    const before = this.#head;
    const committed: CommittedTurn[] = [];
    this.#sql.begin.run();
    try {
      for (const turn of turns) committed.push(this.#apply(turn));
      this.#sql.commit.run();
      return { ok: true, turns: committed };
    } catch (error) {
      this.#head = before;
      if (this.#db.inTransaction) this.#sql.rollback.run();
      const failure = toFailure(error);
      if (failure === undefined) throw error;
      return { ok: false, failure: { ...failure, turnIndex: committed.length } };
    }
  }

  #apply(turn: TurnRecord): CommittedTurn {
    const { kind, id, events, effects, completedEffectId } = turn;
    const firstEventId = events.length === 0 ? null : this.#head.eventId + 1;
    this.#writeState(turn);
    if (completedEffectId !== null && this.#sql.deleteEffect.run(completedEffectId).changes === 0) {
      throw new TurnRefused({ reason: 'answer', key: completedEffectId });
    }
    const answers = turn.answers.map((answer) => this.#writeAnswer(answer, firstEventId));
    const eventIds = events.map((event) => this.#writeEvent(turn, event));
    for (const name of turn.timersCleared) this.#sql.clearTimer.run(kind, id, name);
    for (const timer of turn.timersSet) {
      const { name, due_ms, event, correlation_id } = timer;
      this.#sql.setTimer.run(kind, id, name, due_ms, event, correlation_id);
    }
    for (const effect of effects) {
      this.#sql.insertEffect.run(
        effect.effect_id,
        kind,
        id,
        effect.name,
        effect.input,
        firstEventId,
        effect.correlation_id,
        effect.attempts,
        effect.not_before_ms,
        effect.last_error,
      );
    }
    return { eventIds, answers };
  }

  /** Writes the next state where there is one; refuses the turn when the version has moved. */
  #writeState(turn: TurnRecord): void {
    const { kind, id, expectedVersion, next, events } = turn;
    // A turn that depends on no version, such as the end of an effect, expects a negative one.
    if (expectedVersion < neverStored && next === undefined) return;
    if (next === undefined) {
      const version = this.#sql.version.get(kind, id) ?? neverStored;
      if (version !== expectedVersion) throw new TurnRefused({ reason: 'version' });
      return;
    }
    assert(events.length > 0, `a change of ${kind}/${id} comes with the event that carries it`);
    const seq = this.#head.eventId + events.length;
    const { version, stateVersion, state } = next;
    const write = { kind, id, version, stateVersion, state, seq, expectedVersion };
    if (!this.#sql.writeActor(write)) throw new TurnRefused({ reason: 'version' });
  }

  #writeEvent(turn: TurnRecord, event: NewEvent): number {
    const eventId = this.#head.eventId + 1;
    const hash = hashNewEvent(this.#head.hash, eventId, event);
    const own = event.entity_type === turn.kind && event.entity_id === turn.id;
    this.#sql.insertEvent.run(
      eventId,
      event.event_type,
      event.entity_type,
      event.entity_id,
      event.payload,
      event.idempotency_key,
      event.actor,
      event.cause_id,
      event.correlation_id,
      event.created_at,
      hash,
      own ? null : turn.kind,
      own ? null : turn.id,
    );
    this.#head = { eventId, hash };
    return eventId;
  }

  #writeAnswer(answer: NewAnswer, eventId: number | null): string | null {
    const { key, fingerprint } = answer;
    const body = answer.render === null ? null : answer.render(eventId);
    if (fingerprint !== null) {
      if (this.#sql.insertAnswer.run(key, fingerprint, body).changes === 0) {
        throw new TurnRefused({ reason: 'answer', key });
      }
      return body;
    }
    if (this.#sql.completeAnswer.run(body, key).changes === 1) return body;
    // Answered before (the first answer stands), or nobody asked under this key.
    return this.#sql.answerBody.get(key) ?? body;
  }

  #readHead(): Head {
    const row = this.#sql.head.get();
    return row === undefined
      ? { eventId: 0, hash: genesisHash }
      : { eventId: row.event_id, hash: row.hash };
  }
}

function toFailure(error: unknown): TurnFailure | undefined {
  if (error instanceof TurnRefused) return error.failure;
  const constraint = violatedConstraint(error);
  return constraint === undefined ? undefined : { reason: 'constraint', constraint };
}
