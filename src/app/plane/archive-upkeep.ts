/**
 * Looks at the log once a day and moves what is old by then; off where no age is configured. What ends in the middle
 * goes on at the next pass: nothing is noted that is not whole.
 */

import type { Needs } from '../../control/common/index.ts';
import { archiveDue } from '../../control/operations/index.ts';
import { limits } from '../../domain/limits.ts';
import type { TimerHandle } from '../../lib/clock.ts';
import type { Log } from '../process/log.ts';

interface ArchiveUpkeep {
  start(): void;
  /** Resolves when no pass is under way any more. */
  stop(): Promise<void>;
}

/** The first pass leaves a start alone. */
const firstPassMs = 60_000;

/** A stopped one. */
export function createArchiveUpkeep(
  context: Needs<'actors' | 'archive' | 'clock' | 'settings'>,
  log: Log,
): ArchiveUpkeep {
  const { archive, clock, settings } = context;
  const afterDays = settings.archiveAfterDays ?? null;
  let timer: TimerHandle | undefined;
  let isRunning = false;
  let underWay: Promise<void> = Promise.resolve();
  /** Monotonic: a clock that was put back must not keep the days from being counted. */
  let lookedMs = clock.monotonic();

  const pass = async (): Promise<void> => {
    if (archive === null || afterDays === null) return;
    const anyway = clock.monotonic() - lookedMs >= limits.archiveLookEveryMs;
    if (anyway) lookedMs = clock.monotonic();
    await archive.look({ nowMs: clock.now(), anyway });
    const rule = { afterDays, trustClock: false, nowMs: clock.now() };
    const made = await archiveDue(context, rule, 'service');
    if (made.length > 0) log.info({ files: made }, 'old events were archived');
  };
  const schedule = (delayMs: number): void => {
    timer = clock.setTimer(delayMs, () => {
      underWay = pass()
        .catch((error: unknown) => log.error({ err: error }, 'old events were not archived'))
        .finally(() => {
          if (isRunning) schedule(limits.archivePassEveryMs);
        });
    });
  };
  return {
    start() {
      if (archive === null || afterDays === null) return;
      isRunning = true;
      schedule(firstPassMs);
    },
    async stop() {
      isRunning = false;
      timer?.cancel();
      await underWay;
    },
  };
}
