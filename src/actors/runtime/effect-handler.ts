/** What carries out an effect: a handler by the effect's name. */
import type { BackOffPolicy } from '../../lib/back-off.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';

/** What a handler knows of the attempt it makes, besides the input. */
export interface EffectContext {
  /** The same over all attempts and restarts: usable as an idempotency key. */
  readonly effectId: string;
  readonly address: ActorAddress;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** True when it was read back from the outbox: an earlier process may have carried it out. */
  readonly resumed: boolean;
  /** Of the request that led here. */
  readonly correlationId: string;
  /** First event of the turn that asked for it; null when that turn wrote none. */
  readonly causeId: number | null;
  /**
   * Aborted when the host shuts down, and the effect is taken up again at the next start; or when the
   * state that invoked it is left, and its result is not wanted any more.
   */
  readonly signal: AbortSignal;
}

/** Carries out the effects of one name. It is outside the turn and may take as long as it needs. */
export interface EffectHandler {
  /**
   * Does the work and returns the event for the actor, or null when there is nothing to tell. For an
   * effect that a state invokes, what is returned is the output of its `onDone`. Throwing means "try
   * again later"; an expected failure is an event. May be called again for the same effect after a
   * crash, so it must be idempotent on `effectId` or on its input.
   */
  run(input: JsonObject, context: EffectContext): Promise<ActorEvent | null>;
  readonly backOff?: BackOffPolicy;
  /** Attempts before giving up with `EFFECT_FAILED` or `onError`; absent: it is tried for ever. */
  readonly attemptsMax?: number;
}
/** By the name that machines perform or invoke. */
export type EffectHandlers = Readonly<Record<string, EffectHandler>>;

/** Pauses between attempts where a handler brings no policy: half a second first, doubled up to a minute. */
export const defaultBackOff: BackOffPolicy = { baseMs: 500, maxMs: 60_000, factor: 2 };
