/**
 * Keeps the end of the log while commits come: at once after a pause, then no more often than every
 * `keepEveryMs`, so that one more wait for the disk among hundreds is all it costs. A file that cannot
 * be written stops no commit; `trouble` says so until it can be.
 */

import type { Head } from '../../../actors/journal/sqlite/commit.ts';
import { type Clock, type TimerHandle, toIsoTime } from '../../../lib/clock.ts';
import { whyUnusable } from '../../../lib/describe-error.ts';
import { type KeptHead, writeKeptHead } from './head-file.ts';

/** What is committed is kept after this long at the latest, once the writer is free. */
export const keepEveryMs = 250;

/** The writer tells it of each commit; it writes the file on the thread that calls it. */
export interface HeadKeeper {
  /** Everything up to `head` was committed. */
  note(head: Head): void;
  /** The last word: nothing is committed after `head`. */
  close(head: Head): void;
  /** Why the end could not be kept when it was last tried; null when it was. */
  trouble(): string | null;
}

/** For the log of this epoch, whose end was kept when the store was opened. */
export function createHeadKeeper({
  path,
  epoch,
  clock,
}: {
  readonly path: string;
  readonly epoch: string;
  readonly clock: Clock;
}): HeadKeeper {
  let newest: Head | null = null;
  /** Null before the first commit: another process may have opened the store since. */
  let kept: number | null = null;
  let triedMs = Number.NEGATIVE_INFINITY;
  let timer: TimerHandle | null = null;
  let trouble: string | null = null;

  const keep = ({ eventId, hash }: Head, state: KeptHead['state']): void => {
    timer?.cancel();
    timer = null;
    const at = toIsoTime(clock.now());
    try {
      writeKeptHead(path, { epoch, event_id: eventId, hash, at, state });
      kept = eventId;
      trouble = null;
    } catch (error) {
      trouble = `the end of the log cannot be kept: ${whyUnusable(error)}`;
    }
    // Behind the work itself, so that a slow disk is left time for commits.
    triedMs = clock.monotonic();
  };
  const keepDue = (): void => {
    timer = null;
    if (newest !== null && newest.eventId !== kept) keep(newest, 'open');
    // A file that could not be written is tried again, whether or not anything is committed.
    if (trouble !== null) timer = clock.setTimer(keepEveryMs, keepDue);
  };
  return {
    note(head) {
      newest = head;
      if (head.eventId === kept) return;
      const dueMs = triedMs + keepEveryMs - clock.monotonic();
      // Asked each time and not left to the timer alone, which a writer with no pause never hears.
      if (dueMs <= 0) keep(head, 'open');
      else timer ??= clock.setTimer(dueMs, keepDue);
    },
    close: (head) => keep(head, 'closed'),
    trouble: () => trouble,
  };
}
