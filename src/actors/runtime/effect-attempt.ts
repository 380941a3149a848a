/**
 * One attempt at an effect: what is carried out, how its result reaches the actor, and what is kept of a
 * failure. Which attempt is next, and when, is for `effect-runner.ts`.
 *
 * An attempt counts when its failure is committed. A crash before that forgets the attempt: the effect
 * is tried once more than was counted, and never given up too early.
 */
import { backOffDelayMs } from '../../lib/back-off.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { Postponement, SequencedEffect } from '../journal/port.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import type { Courier } from './courier.ts';
import type { Reply } from './definition.ts';
import { answerOf, type EffectResult } from './effect-answer.ts';
import { messageOf, type QueuedEffect, type TellInput, tellEffect } from './effect-channel.ts';
import { defaultBackOff, type EffectHandlers } from './effect-handler.ts';

/** What an attempt needs of its host. */
export interface AttemptContext {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly courier: Courier;
  readonly handlers: EffectHandlers;
  /** Removes an effect that has nothing to tell; resolves when that is committed. */
  readonly complete: (row: SequencedEffect) => Promise<void>;
  /** Keeps a failed attempt; resolves when that is committed. */
  readonly postpone: (row: SequencedEffect, postponement: Postponement) => Promise<void>;
  /** Keeps a message to a kind that nobody defined as a dead letter, in place of its row. */
  readonly bury: (row: SequencedEffect, reason: string) => Promise<void>;
  readonly onBoundary: (boundary: 'before_effect' | 'after_effect', row: SequencedEffect) => void;
  readonly onRetry: (row: SequencedEffect, error: unknown) => void;
}

/**
 * How an attempt ended. `over`: the effect has left the outbox, or nobody wants it any more; `again`: it
 * stays first in its line; `refused`: its actor takes nothing, being out of service.
 */
export type AttemptEnd = 'over' | 'again' | 'refused';

/** What is tried, for whom, and how it hears that it is to stop. */
export interface Attempt {
  readonly effect: QueuedEffect;
  /** Whom the result or message goes to. */
  readonly to: ActorAddress;
  readonly signal: AbortSignal;
  /** Whether the state that invoked it was left meanwhile. */
  readonly isLeft: () => boolean;
}

/** Carries the effect out and brings its result home. Rejects when it is to be tried again. */
export async function carryOut(context: AttemptContext, attempt: Attempt): Promise<AttemptEnd> {
  const { row } = attempt.effect;
  context.onBoundary('before_effect', row);
  if (row.name === tellEffect) {
    const { event, by } = JSON.parse(row.input) as TellInput;
    return deliver(context, attempt, event, by);
  }
  const result = await perform(context, attempt);
  context.onBoundary('after_effect', row);
  // Left while it was carried out; its row is gone.
  if (attempt.isLeft()) return 'over';
  const answer = answerOf(row, result);
  if (answer !== null) return deliver(context, attempt, answer, 'system');
  await context.complete(row);
  return 'over';
}

async function perform(
  { handlers }: AttemptContext,
  { effect: { row, isResumed }, to, signal }: Attempt,
): Promise<EffectResult> {
  const handler = handlers[row.name];
  if (handler === undefined) return { error: 'no handler is registered' };
  try {
    const output = await handler.run(JSON.parse(row.input) as JsonObject, {
      effectId: row.effect_id,
      address: to,
      attempt: row.attempts + 1,
      resumed: isResumed,
      correlationId: row.correlation_id,
      causeId: row.cause_id,
      signal,
    });
    return { output };
  } catch (error) {
    const { attemptsMax = Number.POSITIVE_INFINITY } = handler;
    if (signal.aborted || row.attempts + 1 < attemptsMax) throw error;
    return { error: describeError(error) };
  }
}

/** Gives `event` to the actor; the turn that takes it removes the row. */
async function deliver(
  { courier, bury }: AttemptContext,
  { effect: { row }, to }: Attempt,
  event: ActorEvent,
  by: string,
): Promise<AttemptEnd> {
  const reply = await new Promise<Reply>((done) => {
    const message = messageOf(row, event, by);
    courier.deliver({ key: `effect ${row.effect_id}`, to, message, done });
  });
  if (reply.ok) return 'over';
  switch (reply.rejected) {
    case 'shutting_down':
    case 'store_failed':
      return 'again';
    case 'quarantined':
      return 'refused';
    case 'unknown_kind':
      await bury(row, reply.detail);
      return 'over';
    default:
      // Set aside by its actor, or applied before: the row is gone.
      return 'over';
  }
}

/** Keeps that an attempt failed, and until when the effect waits. */
export async function keepFailure(
  { clock, entropy, handlers, onRetry, postpone }: AttemptContext,
  effect: QueuedEffect,
  error: unknown,
): Promise<void> {
  const { row } = effect;
  const attempts = row.attempts + 1;
  const policy = handlers[row.name]?.backOff ?? defaultBackOff;
  const postponement = {
    attempts,
    not_before_ms: clock.now() + backOffDelayMs(policy, attempts, entropy.random()),
    last_error: describeError(error),
  };
  effect.row = { ...row, ...postponement };
  onRetry(effect.row, error);
  await postpone(row, { effect_id: row.effect_id, ...postponement });
}
