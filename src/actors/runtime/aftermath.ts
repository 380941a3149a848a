/** What follows a commit: timers and effects are taken up, deferred answers given, observers told. */
import type { CommittedTurn, TurnRecord } from '../journal/port.ts';
import type { ActorAddress } from '../machine/durable-actions.ts';
import { tellEffect } from './effect-channel.ts';
import type { EffectRunner } from './effect-runner.ts';
import type { Message } from './message.ts';
import type { Requests } from './requests.ts';
import { Ripple, type Ripples } from './settling.ts';
import type { Timers } from './timers.ts';
import type { Turn } from './turn.ts';

interface AftermathOptions {
  readonly timers: Timers;
  readonly effects: EffectRunner;
  readonly requests: Requests;
  readonly ripples: Ripples;
  /** Told what an observer threw. */
  readonly onFault: (error: unknown) => void;
}

/** Hears of every committed turn, in the order of the commits. */
export class Aftermath {
  readonly #options: AftermathOptions;
  readonly #listeners = new Set<(headEventId: number) => void>();

  constructor(options: AftermathOptions) {
    this.#options = options;
  }

  /** Calls `listener` with the newest event id after every commit; the returned function ends it. */
  onCommit(listener: (headEventId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Of a turn of the runtime itself. At once, as what is set anew by the next turn of the batch must
   * not be taken for it.
   */
  ofKept(record: TurnRecord, committed: CommittedTurn): void {
    const { kind, id, timersCleared } = record;
    for (const name of timersCleared) this.#options.timers.clear({ kind, id, name });
    this.#tellHead(committed);
  }

  /** Of an actor's turn. */
  ofTurn(address: ActorAddress, turn: Turn, committed: CommittedTurn): void {
    const { timers, effects, requests, ripples } = this.#options;
    const { record, message } = turn;
    for (const name of record.timersCleared) timers.clear({ ...address, name });
    const causeId = committed.eventIds[0] ?? record.causeId;
    for (const timer of record.timersSet) timers.set({ ...address, ...timer, cause_id: causeId });
    for (const invokeId of record.effectsAborted) effects.abort(address, invokeId);
    const isAwaited = turn.answers.some(({ key }) => requests.isSettling(key));
    const ripple = this.#rippleOf(message) ?? (isAwaited ? new Ripple() : null);
    for (const [index, effect] of record.effects.entries()) {
      const sequence = committed.effectSequences[index]!;
      if (ripple !== null && effect.name === tellEffect) ripples.carry(effect.effect_id, ripple);
      effects.add({ ...effect, ...address, cause_id: causeId, sequence });
    }
    for (const [index, { key }] of turn.answers.entries()) {
      const body = committed.answers[index];
      if (body === null || body === undefined) continue;
      if (ripple === null || !requests.isSettling(key)) requests.answer(key, body);
      else void ripple.calm().then(() => requests.answer(key, body));
    }
    this.#tellHead(committed);
  }

  /** Looked up when its turn is committed: a row may be read and delivered before its own turn is told. */
  #rippleOf({ ripple, completesEffectId }: Message): Ripple | null {
    return completesEffectId === null ? ripple : this.#options.ripples.of(completesEffectId);
  }

  #tellHead({ eventIds }: CommittedTurn): void {
    const head = eventIds.at(-1);
    if (head === undefined) return;
    for (const listener of this.#listeners) {
      try {
        listener(head);
      } catch (error) {
        this.#options.onFault(error);
      }
    }
  }
}
