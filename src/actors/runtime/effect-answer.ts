/** What an actor hears of an effect that was carried out. Pure. */
import type { SequencedEffect } from '../journal/port.ts';
import type { ActorEvent } from '../machine/durable-actions.ts';

/** What its handler returned, or the last error of an effect that was given up. */
export type EffectResult = { readonly output: ActorEvent | null } | { readonly error: string };

/** What the actor hears of an effect; null: nothing. */
export function answerOf(row: SequencedEffect, result: EffectResult): ActorEvent | null {
  const { invoke_id: invokeId } = row;
  if ('output' in result) {
    if (invokeId === null) return result.output;
    return eventOf({ type: `xstate.done.actor.${invokeId}`, output: result.output });
  }
  const { error } = result;
  if (invokeId === null) return eventOf({ type: 'EFFECT_FAILED', effect: row.name, error });
  return eventOf({ type: `xstate.error.actor.${invokeId}`, error });
}

const eventOf = <Event extends ActorEvent>(event: Event): ActorEvent => event;
