/** What an actor hears of an effect that was given up, where whoever waits is told the reason as a code. */
import { diskCodes, type ErrorCode } from '../domain/errors.ts';

/** Sent by the runtime, or in its place by an effect that trying again cannot change. */
export interface EffectFailed {
  readonly type: 'EFFECT_FAILED';
  readonly effect: string;
  readonly error: string;
  /** Absent: nobody expected it to fail. */
  readonly code?: ErrorCode;
}

const ofDisks: ReadonlySet<string | undefined> = new Set(diskCodes);

/** What is kept of a failure at `at`: why, and whether a disk was to blame rather than what was to be written. */
export const failureOf = (
  error: string,
  { code, at }: { readonly code?: string; readonly at: string },
) => ({ last_error: error, disk_failed_at: ofDisks.has(code) ? at : null });
