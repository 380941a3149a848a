/** A deadline on the injected clock around something that takes an `AbortSignal`. */
import type { Clock } from '../lib/clock.ts';

/** The deadline passed; says nothing about whether the other side acted. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Runs `work` with a signal that is aborted after `timeoutMs` or with `outer`. Rejects with
 * `DeadlineError` when it was the deadline.
 */
export async function withDeadline<Result>(
  clock: Clock,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = clock.setTimer(timeoutMs, () => {
    controller.abort(new DeadlineError(`no answer within ${timeoutMs / 1000} s`));
  });
  const onOuterAbort = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) onOuterAbort();
  outer?.addEventListener('abort', onOuterAbort, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    timer.cancel();
    outer?.removeEventListener('abort', onOuterAbort);
  }
}
