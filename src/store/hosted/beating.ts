/** The beat by which a second plane sees that one writes. */
import type { JournalSource } from '../../actors/journal/postgres/source.ts';
import type { Clock, TimerHandle } from '../../lib/clock.ts';

/** Between two beats, whatever else is under way: opening takes minutes with a long log, a stop half a minute. */
const beatMs = 1_000;

/** Moves the beat of this writer until `end`, which says that it ends. */
export function keepBeating(
  source: JournalSource,
  fence: number,
  clock: Clock,
): { end(): Promise<void> } {
  let timer: TimerHandle;
  let underWay: Promise<void> = Promise.resolve();
  let isEnding = false;
  const beat = async (): Promise<void> => {
    // Who took the name since is told of by the look at the store, and so is a server that is away.
    await source.beat(fence, true).catch(() => {});
    if (!isEnding) schedule();
  };
  const schedule = (): void => {
    timer = clock.setTimer(beatMs, () => {
      underWay = beat();
    });
  };
  schedule();
  return {
    async end() {
      isEnding = true;
      timer.cancel();
      await underWay;
      await source.beat(fence, false).catch(() => {});
    },
  };
}
