/**
 * What a store needs done now and then: its search index brought forward, so that a search finds
 * little to do, and a look at whether it takes writes, so that nobody who asks has to wait for one.
 */
import type { Clock, TimerHandle } from '../../lib/clock.ts';
import { messageOfError } from '../../lib/describe-error.ts';
import type { Store } from '../../store/sqlite/open-store.ts';
import type { Log } from '../process/log.ts';

interface StoreUpkeep {
  /** Resolves after a first look. */
  start(): Promise<void>;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
  /** What the last look found: null when the store takes writes. */
  writeTrouble(): string | null;
}

/** Events indexed in one go while nothing else happens. */
const indexEventsMax = 200;
const everyMsDefault = 1000;

/** Looks and indexes every `everyMs` from `start` to `stop`; indexing that fails is logged and tried again. */
export function createStoreUpkeep(
  { reads, probeWrites }: Pick<Store, 'reads' | 'probeWrites'>,
  clock: Clock,
  log: Log,
  everyMs = everyMsDefault,
): StoreUpkeep {
  let trouble: string | null = null;
  let isRunning = false;
  let timer: TimerHandle | undefined;
  let underWay: Promise<void> = Promise.resolve();

  const look = async (): Promise<void> => {
    trouble = await probeWrites().catch(messageOfError);
  };
  const keepUp = async (): Promise<void> => {
    await look();
    await reads
      .indexPending(indexEventsMax)
      .catch((error: unknown) => log.error({ err: error }, 'search indexing failed'));
    schedule();
  };
  const schedule = (): void => {
    if (!isRunning) return;
    timer = clock.setTimer(everyMs, () => {
      underWay = keepUp();
    });
  };
  return {
    async start() {
      isRunning = true;
      await look();
      schedule();
    },
    async stop() {
      isRunning = false;
      timer?.cancel();
      await underWay;
    },
    writeTrouble: () => trouble,
  };
}
