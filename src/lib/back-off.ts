/** Exponential back-off with full jitter over the upper half of each step. */

/** How fast the pauses between tries grow, and where they stop growing. */
export interface BackOffPolicy {
  /** First delay in milliseconds. */
  baseMs: number;
  /** No delay is longer than this. */
  maxMs: number;
  /** Growth per attempt. */
  factor: number;
}

/** The longest delay in milliseconds before attempt `attempt` (1 = first retry). */
export const backOffMsMost = (policy: BackOffPolicy, attempt: number): number =>
  Math.min(policy.maxMs, policy.baseMs * policy.factor ** Math.max(0, attempt - 1));

/**
 * Delay in milliseconds before attempt `attempt` (1 = first retry). `random` in [0, 1) spreads it
 * between half the step and the whole step, so that many waiters do not come back together.
 */
export function backOffDelayMs(policy: BackOffPolicy, attempt: number, random: number): number {
  const stepMs = backOffMsMost(policy, attempt);
  return Math.round(stepMs / 2 + (stepMs / 2) * random);
}
