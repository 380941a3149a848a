/** What an actor hears of an effect that was given up, where whoever waits is told the reason as a code. */
import type { ErrorCode } from '../domain/errors.ts';

/** Sent by the runtime, or in its place by an effect that trying again cannot change. */
export interface EffectFailed {
  readonly type: 'EFFECT_FAILED';
  readonly effect: string;
  readonly error: string;
  /** Absent: nobody expected it to fail. */
  readonly code?: ErrorCode;
}
