/** Turns of volatile actors in the words of the inspection, next to those of durable ones. */
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import { type ActorAddress, toKey } from '../machine/durable-actions.ts';
import type { Inspection } from '../runtime/inspection.ts';

/** What is gathered of a turn while it goes on. Times are monotonic, in ms. */
export interface TurnLog {
  readonly address: ActorAddress;
  readonly event: string;
  /** Null for the start. */
  readonly from: AnyMachineSnapshot | null;
  readonly startedMs: number;
  accepted: boolean;
  readonly effects: string[];
}

/**
 * Adds the turn to the inspection, with its duration up to now. States are written as words; none is
 * empty.
 */
export function reportTurn(
  host: { readonly clock: Clock; readonly inspection: Inspection },
  log: TurnLog,
  to: AnyMachineSnapshot | null,
): void {
  host.inspection.add({
    kind: 'turn',
    at: toIsoTime(host.clock.now()),
    actor: toKey(log.address),
    event: log.event,
    from: log.from === null ? '' : toWords(log.from.value),
    to: to === null ? '' : toWords(to.value),
    accepted: log.accepted,
    refused: log.accepted ? null : 'transition_refused',
    effects: log.effects,
    durationMs: host.clock.monotonic() - log.startedMs,
  });
}

/** `waiting.agent.exited waiting.check.regular` for a state value of that depth. */
export function toWords(value: StateValue): string {
  return paths(value).join(' ');
}

function paths(value: StateValue): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value).flatMap(([name, inner]) => {
    const below = inner === undefined ? [] : paths(inner);
    return below.length === 0 ? [name] : below.map((path) => `${name}.${path}`);
  });
}
