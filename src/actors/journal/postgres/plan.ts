/**
 * What a group of turns comes to, decided in memory on the rows that are locked for it: which turns are
 * refused, what numbers the others get, and the rows to write. The rules are those of every journal;
 * one suite holds them all to it. Long because it is one walk over the parts of a turn.
 */
import { assert } from '../../../lib/assert.ts';
import { hashAnswer } from '../answer-hash.ts';
import { hashNewEvent } from '../event-chain.ts';
import type {
  CommitFailure,
  CommittedTurn,
  DeadLetter,
  NewAnswer,
  NewEvent,
  PartRecord,
  Postponement,
  Quarantine,
  SequencedEffect,
  StoredAnswer,
  TimerRow,
  TurnRecord,
  TurnResult,
  Upkeep,
} from '../port.ts';
import { type Ground, type HeadRow, keyOf } from './ground.ts';

/** A state to write, or (null) to remove, and what is there before. */
export interface StateWrite {
  readonly kind: string;
  readonly id: string;
  readonly next: { version: number; stateVersion: number; state: string; seq: number } | null;
  readonly isStored: boolean;
}
/** As it goes into its table, with whose turn wrote it where that is not the entity. */
export interface EventWrite extends NewEvent {
  readonly event_id: number;
  readonly hash: string;
  readonly turn: readonly [kind: string, id: string] | null;
}
export interface AnswerWrite extends StoredAnswer {
  readonly hash: string;
  readonly isStored: boolean;
}
type Stated = PartRecord & Pick<TurnRecord, 'gone'>;

/** Rows to write, each table's by key, and what every turn is told when they are written. */
export class GroupPlan {
  readonly #ground: Ground;
  readonly #ruled: Pick<ReadonlySet<string>, 'has'>;
  #head: HeadRow;
  /** Of kinds without a rule between actors: the last state of each. */
  readonly states = new Map<string, StateWrite>();
  /** Of the others: every state in its order, since a rule holds at each turn. `turn`: its index. */
  readonly ruledStates: (StateWrite & { readonly turn: number })[] = [];
  readonly events: EventWrite[] = [];
  readonly answers = new Map<string, AnswerWrite>();
  readonly timers = new Map<string, TimerRow | null>();
  readonly effects = new Map<string, SequencedEffect>();
  readonly effectsDone: string[] = [];
  readonly effectsAborted: { kind: string; id: string; invoke_id: string }[] = [];
  readonly postponed = new Map<string, Postponement>();
  readonly letters: DeadLetter[] = [];
  readonly lettersRemoved: number[] = [];
  readonly lettersRefused = new Map<number, string>();
  readonly quarantines = new Map<string, Quarantine | { kind: string; id: string; reason: null }>();
  readonly results: readonly (readonly TurnResult[])[];

  /** `ruled`: kinds with a rule. `refused`: what the server said of turns, by their index in the group. `ground` is used up. */
  constructor(
    batches: readonly (readonly TurnRecord[])[],
    ground: Ground,
    ruled: Pick<ReadonlySet<string>, 'has'>,
    refused: ReadonlyMap<number, CommitFailure>,
  ) {
    this.#ground = ground;
    this.#ruled = ruled;
    this.#head = ground.head;
    let index = 0;
    this.results = batches.map((turns) => {
      const unwinding = new Set<string>();
      return turns.map((turn): TurnResult => {
        const address = keyOf(turn.kind, turn.id);
        const isBound = turn.expectedVersion >= 0;
        const isUnwound = isBound && unwinding.has(address);
        const failure = isUnwound ? unwound : (refused.get(index) ?? this.#check(turn));
        const result = failure === undefined ? this.#apply(turn, index) : failed(failure);
        if (failure !== undefined && isBound) unwinding.add(address);
        index += 1;
        return result;
      });
    });
  }

  /** Where everything ends once the plan is written. */
  get head(): HeadRow {
    return this.#head;
  }

  #check(turn: TurnRecord): CommitFailure | undefined {
    const { versions, effects, answers, timers, letters } = this.#ground;
    for (const { kind, id, expectedVersion } of [turn, ...(turn.parts ?? [])]) {
      const version = versions.get(keyOf(kind, id)) ?? 0;
      if (expectedVersion >= 0 && version !== expectedVersion) return { reason: 'version' };
    }
    const isThere = versions.has(keyOf(turn.kind, turn.id));
    if (turn.gone === true && !isThere) return { reason: 'version' };
    const { completedEffectId: done, firedTimer: fired, upkeep } = turn;
    if (done !== null && !effects.has(done)) return { reason: 'answer', key: done };
    const given = new Set<string>();
    for (const { key, fingerprint } of turn.answers) {
      if (fingerprint === null) continue;
      if (answers.has(key) || given.has(key)) return { reason: 'answer', key };
      given.add(key);
    }
    if (fired !== undefined) {
      const timer = timers.get(keyOf(turn.kind, turn.id, fired.name));
      if (timer?.due_ms !== fired.due_ms || timer.event !== fired.event) return { reason: 'gone' };
    }
    for (const { effect_id } of turn.effects) {
      if (effects.has(effect_id) && effect_id !== done) {
        return { reason: 'constraint', constraint: 'effects.effect_id' };
      }
    }
    const meant = [
      ...(upkeep?.lettersRemoved ?? []),
      ...(upkeep?.lettersRefused ?? []).map(({ sequence }) => sequence),
    ];
    return meant.every((sequence) => letters.has(sequence)) ? undefined : { reason: 'gone' };
  }

  #apply(turn: TurnRecord, index: number): CommittedTurn {
    const { kind, id, upkeep } = turn;
    this.#setState(turn, index);
    if (turn.completedEffectId !== null) this.#endEffect(turn.completedEffectId);
    const eventIds = turn.events.map((event) => this.#append(turn, event));
    for (const part of turn.parts ?? []) {
      this.#setState(part, index);
      for (const event of part.events) {
        const cause_id = eventIds[0] ?? event.cause_id;
        eventIds.push(this.#append(part, { ...event, cause_id }));
      }
    }
    // What a turn without an event of its own causes, its part's first event did.
    const causeId = eventIds[0] ?? turn.causeId;
    const answers = turn.answers.map((answer) => this.#answer(answer, eventIds[0] ?? null));
    for (const name of turn.timersCleared) this.#setTimer({ kind, id, name }, null);
    for (const timer of turn.timersSet) {
      this.#setTimer({ kind, id, name: timer.name }, { ...timer, kind, id, cause_id: causeId });
    }
    for (const invokeId of turn.effectsAborted) this.#abortEffects(kind, id, invokeId);
    const effectSequences = turn.effects.map((effect) => {
      const sequence = this.#head.effect_sequence + 1;
      this.#head = { ...this.#head, effect_sequence: sequence };
      const row = { ...effect, kind, id, cause_id: causeId, sequence };
      this.effects.set(effect.effect_id, row);
      this.#ground.effects.set(effect.effect_id, row);
      return sequence;
    });
    if (upkeep !== undefined) this.#keepUp(turn, upkeep);
    return { ok: true, eventIds, answers, effectSequences };
  }

  #setState({ kind, id, expectedVersion, next, gone, events }: Stated, turn: number): void {
    if (next === undefined && gone !== true) return;
    const end = gone === true ? `the end of ${kind}/${id}` : `a change of ${kind}/${id}`;
    assert(events.length > 0, `${end} comes with the event that carries it`);
    const key = keyOf(kind, id);
    const isStored = expectedVersion > 0;
    const seq = this.#head.event_id + events.length;
    const write = { kind, id, next: next === undefined ? null : { ...next, seq } };
    if (next === undefined) this.#ground.versions.delete(key);
    else this.#ground.versions.set(key, next.version);
    if (this.#ruled.has(kind)) this.ruledStates.push({ ...write, isStored, turn });
    else this.states.set(key, { ...write, isStored: this.states.get(key)?.isStored ?? isStored });
  }

  #append(turn: PartRecord, event: NewEvent): number {
    const event_id = this.#head.event_id + 1;
    const hash = hashNewEvent(this.#head.hash, event_id, event);
    const own = event.entity_type === turn.kind && event.entity_id === turn.id;
    this.events.push({ ...event, event_id, hash, turn: own ? null : [turn.kind, turn.id] });
    this.#head = { ...this.#head, event_id, hash };
    return event_id;
  }

  #answer({ key, fingerprint, body: halves }: NewAnswer, eventId: number | null): string | null {
    const body = halves === null ? null : `${halves[0]}${eventId}${halves[1]}`;
    const before = this.#ground.answers.get(key);
    // Nobody asked under this key, or it was answered before and the first answer stands.
    if (fingerprint === null && before?.body !== null) return before?.body ?? body;
    const answer = { key, fingerprint: fingerprint ?? before?.fingerprint ?? '', body };
    const isStored = this.answers.get(key)?.isStored ?? before !== undefined;
    this.answers.set(key, { ...answer, hash: hashAnswer(answer), isStored });
    this.#ground.answers.set(key, answer);
    return body;
  }

  #setTimer(
    { kind, id, name }: Pick<TimerRow, 'kind' | 'id' | 'name'>,
    row: TimerRow | null,
  ): void {
    const key = keyOf(kind, id, name);
    this.timers.set(key, row);
    if (row === null) this.#ground.timers.delete(key);
    else this.#ground.timers.set(key, row);
  }

  #endEffect(effectId: string): void {
    this.#ground.effects.delete(effectId);
    if (!this.effects.delete(effectId)) this.effectsDone.push(effectId);
  }

  /** Rows that are stored are found by the server, which removes them before it writes new ones. */
  #abortEffects(kind: string, id: string, invokeId: string): void {
    this.effectsAborted.push({ kind, id, invoke_id: invokeId });
    for (const [effectId, owner] of this.#ground.effects) {
      if (owner.kind !== kind || owner.id !== id || owner.invoke_id !== invokeId) continue;
      this.#ground.effects.delete(effectId);
      this.effects.delete(effectId);
    }
  }

  #keepUp({ kind, id }: TurnRecord, upkeep: Upkeep): void {
    for (const sequence of upkeep.lettersRemoved ?? []) {
      if (!this.#ground.letters.delete(sequence)) continue;
      this.lettersRemoved.push(sequence);
      this.#head = { ...this.#head, letters: this.#head.letters - 1 };
    }
    for (const { sequence, reason } of upkeep.lettersRefused ?? []) {
      this.lettersRefused.set(sequence, reason);
    }
    for (const each of upkeep.postponed ?? []) {
      const { effect_id, ...change } = each;
      const row = this.effects.get(effect_id);
      if (row === undefined) this.postponed.set(effect_id, each);
      else this.effects.set(effect_id, { ...row, ...change });
    }
    for (const letter of upkeep.letters ?? []) {
      const { letter_sequence: last, letters } = this.#head;
      this.letters.push({ ...letter, sequence: last + 1 });
      this.#head = { ...this.#head, letter_sequence: last + 1, letters: letters + 1 };
    }
    if (upkeep.quarantine === undefined) return;
    const quarantine = upkeep.quarantine ?? { reason: null };
    this.quarantines.set(keyOf(kind, id), { kind, id, ...quarantine });
  }
}

const unwound: CommitFailure = { reason: 'unwound' };
const failed = (failure: CommitFailure): TurnResult => ({ ok: false, failure });
