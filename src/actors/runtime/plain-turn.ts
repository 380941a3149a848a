/** Turns that change no state: what the runtime notes of an actor, whatever that does meanwhile. */
import type { TurnRecord } from '../journal/port.ts';
import type { ActorAddress } from '../machine/durable-actions.ts';

/** Depends on no version: holds whatever the actor's state is. */
const anyVersion = -1;

/** A turn that writes nothing but what is given. */
export function plainTurn(address: ActorAddress, more: Partial<TurnRecord>): TurnRecord {
  return {
    kind: address.kind,
    id: address.id,
    expectedVersion: anyVersion,
    causeId: null,
    events: [],
    answers: [],
    timersSet: [],
    timersCleared: [],
    effects: [],
    effectsAborted: [],
    completedEffectId: null,
    ...more,
  };
}
