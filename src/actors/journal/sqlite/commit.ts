/**
 * The write path: a batch of turns in one transaction. This is the hottest code of the store, so
 * every statement is prepared once, event ids and the last hash are kept in memory, and nothing is
 * read that a write can tell by its number of changed rows.
 */
import type { Database } from 'better-sqlite3';
import { assert } from '../../../lib/assert.ts';
import { hashAnswer } from '../answer-hash.ts';
import { genesisHash, hashNewEvent } from '../event-chain.ts';
import {
  type CommitFailure,
  type CommittedTurn,
  countEvents,
  type NewAnswer,
  type NewEvent,
  type PartRecord,
  type RefusedTurn,
  type TurnRecord,
  type TurnResult,
} from '../port.ts';
import type { Projections } from '../projection.ts';
import { createActorWriter } from './actor-writer.ts';
import { type ConstraintNamer, createConstraintNamer, isHeadTaken } from './errors.ts';
import { createUpkeepWriter } from './upkeep-writer.ts';

/** Where the log ends. */
export interface Head {
  readonly eventId: number;
  readonly hash: string;
}

/** A turn that cannot be applied; carries the expected outcome out of the transaction. */
class TurnRefused extends Error {
  override readonly name = 'TurnRefused';
  readonly failure: CommitFailure;
  constructor(failure: CommitFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

const neverStored = 0;
/** Shared by the many turns of actors without parts. */
const noParts: readonly PartRecord[] = [];

function prepareStatements(db: Database, projections: Projections) {
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
    writeActor: createActorWriter(db, projections),
    removeActor: db.prepare('DELETE FROM actors WHERE kind = ? AND id = ? AND version = ?'),
    insertEvent: db.prepare(
      `INSERT INTO events (event_id, event_type, entity_type, entity_id, payload, idempotency_key,
         actor, cause_id, correlation_id, created_at, hash, turn_kind, turn_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertAnswer: db.prepare(
      `INSERT INTO answers (key, fingerprint, body, hash) VALUES (?, ?, ?, ?)
       ON CONFLICT (key) DO NOTHING`,
    ),
    deferredAnswer: db
      .prepare<[string], string>('SELECT fingerprint FROM answers WHERE key = ? AND body IS NULL')
      .pluck(),
    completeAnswer: db.prepare('UPDATE answers SET body = ?, hash = ? WHERE key = ?'),
    answerBody: db.prepare<[string], string>('SELECT body FROM answers WHERE key = ?').pluck(),
    fireTimer: db.prepare(
      'DELETE FROM timers WHERE kind = ? AND id = ? AND name = ? AND due_ms = ? AND event = ?',
    ),
    clearTimer: db.prepare('DELETE FROM timers WHERE kind = ? AND id = ? AND name = ?'),
    setTimer: db.prepare(
      `INSERT INTO timers (kind, id, name, due_ms, delay_ms, event, cause_id, correlation_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, id, name) DO UPDATE SET
         due_ms = excluded.due_ms, delay_ms = excluded.delay_ms, event = excluded.event, cause_id = excluded.cause_id,
         correlation_id = excluded.correlation_id`,
    ),
    insertEffect: db.prepare(
      `INSERT INTO effects (effect_id, kind, id, name, input, invoke_id, cause_id, correlation_id,
         attempts, not_before_ms, last_error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    deleteEffect: db.prepare('DELETE FROM effects WHERE effect_id = ?'),
    abortEffects: db.prepare('DELETE FROM effects WHERE kind = ? AND id = ? AND invoke_id = ?'),
    upkeep: createUpkeepWriter(db),
  };
}

/** Places on the way of a transaction, in order; a test may stop there. */
export type CommitPoint = 'before_begin' | 'in_transaction' | 'before_commit' | 'after_commit';

/** Commits batches on one connection. */
export class Committer {
  readonly #db: Database;
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #nameConstraint: ConstraintNamer;
  readonly #reach: (point: CommitPoint) => void;
  #head: Head;

  constructor(
    db: Database,
    projections: Projections,
    reach: (point: CommitPoint) => void = () => {},
  ) {
    this.#db = db;
    this.#sql = prepareStatements(db, projections);
    this.#nameConstraint = createConstraintNamer(projections);
    this.#reach = reach;
    this.#head = this.#readHead();
  }

  /** The last event that is committed. */
  get head(): Head {
    return this.#head;
  }

  /**
   * Applies the turns that can be applied, in one transaction, before it returns. Throws only when
   * the store failed or a turn breaks an invariant; then nothing is written.
   */
  commit(turns: readonly TurnRecord[]): readonly TurnResult[] {
    return this.commitGroup([turns])[0] ?? [];
  }

  /**
   * As `commit`, several batches in one transaction: each is answered as if it came alone, but all
   * of them throw together.
   */
  commitGroup(batches: readonly (readonly TurnRecord[])[]): readonly (readonly TurnResult[])[] {
    const turns = batches.flat();
    const ends = batchEnds(batches);
    const results = this.#commitTurns(turns, ends);
    return batches.map((batch, index) => {
      const end = ends[index] ?? 0;
      return results.slice(end - batch.length, end);
    });
  }

  /** `ends`: index behind the last turn of each batch. */
  #commitTurns(turns: readonly TurnRecord[], ends: readonly number[]): readonly TurnResult[] {
    const refused = new Map<number, RefusedTurn>();
    while (refused.size < turns.length) {
      const attempt = this.#attempt(turns, ends, refused);
      if (attempt !== undefined) return attempt;
    }
    return turns.map((_, index) => refused.get(index)!);
  }

  /** All results, or undefined when one more turn was refused and nothing is written yet. */
  #attempt(
    turns: readonly TurnRecord[],
    ends: readonly number[],
    refused: Map<number, RefusedTurn>,
  ): readonly TurnResult[] | undefined {
    const before = this.#head;
    const results: TurnResult[] = [];
    this.#reach('before_begin');
    this.#sql.begin.run();
    try {
      for (const [index, turn] of turns.entries()) {
        results.push(refused.get(index) ?? this.#apply(turn));
        if (index === 0) this.#reach('in_transaction');
      }
      this.#reach('before_commit');
      this.#sql.commit.run();
      this.#reach('after_commit');
      return results;
    } catch (error) {
      this.#head = before;
      if (this.#db.inTransaction) this.#sql.rollback.run();
      if (isHeadTaken(error)) {
        // Another process appended to the log since: number and chain the events anew.
        this.#head = this.#readHead();
        return undefined;
      }
      const failure = toFailure(error, this.#nameConstraint);
      if (failure === undefined) throw error;
      const end = ends.find((each) => each > results.length) ?? turns.length;
      refuseWithFollowers(turns.slice(0, end), results.length, failure, refused);
      return undefined;
    }
  }

  #apply(turn: TurnRecord): CommittedTurn {
    const { kind, id, events, completedEffectId } = turn;
    const firstEventId = countEvents(turn) === 0 ? null : this.#head.eventId + 1;
    const causeId = firstEventId ?? turn.causeId;
    this.#writeState(turn);
    if (completedEffectId !== null && this.#sql.deleteEffect.run(completedEffectId).changes === 0) {
      throw new TurnRefused({ reason: 'answer', key: completedEffectId });
    }
    this.#fireTimer(turn);
    const answers = turn.answers.map((answer) => this.#writeAnswer(answer, firstEventId));
    const eventIds = events.map((event) => this.#writeEvent(turn, event));
    for (const part of turn.parts ?? noParts) {
      this.#writeState(part);
      for (const event of part.events) {
        const cause_id = eventIds[0] ?? event.cause_id;
        eventIds.push(this.#writeEvent(part, { ...event, cause_id }));
      }
    }
    for (const name of turn.timersCleared) this.#sql.clearTimer.run(kind, id, name);
    for (const timer of turn.timersSet) {
      const { name, due_ms, delay_ms, event, correlation_id } = timer;
      this.#sql.setTimer.run(kind, id, name, due_ms, delay_ms, event, causeId, correlation_id);
    }
    for (const invokeId of turn.effectsAborted) this.#sql.abortEffects.run(kind, id, invokeId);
    const effectSequences = turn.effects.map((effect) => this.#writeEffect(turn, effect, causeId));
    if (turn.upkeep !== undefined && !this.#sql.upkeep(turn, turn.upkeep)) {
      throw new TurnRefused({ reason: 'gone' });
    }
    return { ok: true, eventIds, answers, effectSequences };
  }

  #fireTimer({ kind, id, firedTimer: fired }: TurnRecord): void {
    if (fired === undefined) return;
    const { changes } = this.#sql.fireTimer.run(kind, id, fired.name, fired.due_ms, fired.event);
    if (changes === 0) throw new TurnRefused({ reason: 'gone' });
  }

  #writeEffect(
    { kind, id }: TurnRecord,
    effect: TurnRecord['effects'][number],
    causeId: number | null,
  ): number {
    const { lastInsertRowid } = this.#sql.insertEffect.run(
      effect.effect_id,
      kind,
      id,
      effect.name,
      effect.input,
      effect.invoke_id,
      causeId,
      effect.correlation_id,
      effect.attempts,
      effect.not_before_ms,
      effect.last_error,
    );
    return Number(lastInsertRowid);
  }

  /** Writes the next state where there is one; refuses the turn when the version has moved. */
  #writeState(turn: PartRecord & Pick<TurnRecord, 'gone'>): void {
    const { kind, id, expectedVersion, next, gone, events } = turn;
    // A turn that depends on no version, such as the end of an effect, expects a negative one.
    if (expectedVersion < neverStored && next === undefined) return;
    if (gone === true) {
      assert(events.length > 0, `the end of ${kind}/${id} comes with the event that carries it`);
      if (this.#sql.removeActor.run(kind, id, expectedVersion).changes === 0)
        throw new TurnRefused({ reason: 'version' });
      return;
    }
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

  #writeEvent(turn: PartRecord, event: NewEvent): number {
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
    const body = answer.body === null ? null : `${answer.body[0]}${eventId}${answer.body[1]}`;
    if (fingerprint !== null) {
      const hash = hashAnswer({ key, fingerprint, body });
      if (this.#sql.insertAnswer.run(key, fingerprint, body, hash).changes === 0) {
        throw new TurnRefused({ reason: 'answer', key });
      }
      return body;
    }
    const deferred = this.#sql.deferredAnswer.get(key);
    if (deferred !== undefined) {
      this.#sql.completeAnswer.run(body, hashAnswer({ key, fingerprint: deferred, body }), key);
      return body;
    }
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

function toFailure(error: unknown, nameConstraint: ConstraintNamer): CommitFailure | undefined {
  if (error instanceof TurnRefused) return error.failure;
  const constraint = nameConstraint(error);
  return constraint === undefined ? undefined : { reason: 'constraint', constraint };
}

function batchEnds(batches: readonly (readonly TurnRecord[])[]): readonly number[] {
  let end = 0;
  return batches.map((batch) => {
    end += batch.length;
    return end;
  });
}

/**
 * Marks a turn as refused, and those of the same actor behind it, which were decided upon it. `turns`
 * ends with its batch.
 */
function refuseWithFollowers(
  turns: readonly TurnRecord[],
  index: number,
  failure: CommitFailure,
  refused: Map<number, RefusedTurn>,
): void {
  refused.set(index, { ok: false, failure });
  const { kind, id, expectedVersion } = turns[index]!;
  if (expectedVersion < neverStored) return;
  for (const [later, turn] of turns.entries()) {
    if (later <= index || refused.has(later)) continue;
    if (turn.kind === kind && turn.id === id && turn.expectedVersion >= neverStored) {
      refused.set(later, { ok: false, failure: { reason: 'unwound' } });
    }
  }
}
