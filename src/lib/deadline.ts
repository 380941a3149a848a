/**
 * Signals that are aborted when it is too late, or with others. Not `AbortSignal.timeout` within `AbortSignal.any`: Node 20
 * forgets the time of such a pair when it collects garbage, and whoever waits for it does so for ever.
 */
import type { Clock } from './clock.ts';

interface DeadlineOptions {
  /** From now on. */
  readonly ms: number;
  /** With any of these it is aborted, too. */
  readonly signals: readonly AbortSignal[];
  /** Why, when it is too late. */
  readonly reason?: Error;
}

/** A signal with a time; `cancel` once nobody waits any more. */
export interface Deadline {
  readonly signal: AbortSignal;
  cancel(): void;
}

/** The timer holds what it aborts. */
export function startDeadline(clock: Clock, { ms, signals, reason }: DeadlineOptions): Deadline {
  const late = new AbortController();
  const timer = clock.setTimer(ms, () => late.abort(reason));
  return { signal: AbortSignal.any([...signals, late.signal]), cancel: () => timer.cancel() };
}

/** Does the work with such a signal. */
export async function withDeadline<Value>(
  clock: Clock,
  options: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { signal, cancel } = startDeadline(clock, options);
  try {
    return await work(signal);
  } finally {
    cancel();
  }
}
