/**
 * What failed before waits for a person, as it would fail again. A disk that was full is no fault of the paper: once it
 * has room nobody has to ask, so that step is taken again after a rest, in which other papers have their turn.
 */
import { limits } from '../../domain/limits.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';

/** What is stored of the last failure of a step. */
interface LastFailure {
  /** Null: the step was not taken, or is done. */
  readonly last_error: string | null;
  /** ISO 8601; null or absent: it was not a disk's. */
  readonly disk_failed_at?: string | null | undefined;
}

/** Why a step that failed is not taken again now; null: it did not fail, or it is time. `what` failed, as a sentence begins. */
export function whyItRests(
  what: string,
  { last_error: error, disk_failed_at: failedAt = null }: LastFailure,
  clock: Pick<Clock, 'now'>,
): string | null {
  if (error === null) return null;
  const words = `${what} failed: ${error}`;
  if (failedAt === null) return words;
  const againMs = Date.parse(failedAt) + limits.diskRestMs;
  // A clock that was put back must not put it off for longer.
  const isDue = againMs <= clock.now() || againMs - clock.now() > limits.diskRestMs;
  return isDue ? null : `${words}; it is tried again at ${toIsoTime(againMs)}`;
}
