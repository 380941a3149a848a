/**
 * How long the gate of one run waits for a home that it cannot reach. While it has taken no run it holds its node
 * for nothing, so it gives up; once it has one it stays, since only its home may say that the run is over.
 */
import type { Clock, TimerHandle } from '../../lib/clock.ts';

interface PatienceOptions {
  readonly clock: Clock;
  readonly patienceMs: number;
  /** Whether this gate was ever given a run. */
  readonly hasRun: () => Promise<boolean>;
  readonly onForsaken: (detail: string) => void;
}

/** Begins to wait at once; told of each change of the connection. */
export function createHomePatience({ clock, patienceMs, hasRun, onForsaken }: PatienceOptions): {
  news(news: { readonly isHome: boolean; readonly detail: string }): void;
  close(): void;
} {
  let detail = 'it has not answered yet';
  let timer: TimerHandle | undefined;
  let isOver = false;
  /** Home may come, and go again, while it is looked whether there is a run. */
  const giveUp = async (mine: TimerHandle): Promise<void> => {
    const stays = await hasRun();
    if (!stays && timer === mine && !isOver) onForsaken(detail);
  };
  const wait = (): void => {
    if (timer !== undefined) return;
    const mine = clock.setTimer(patienceMs, () => {
      giveUp(mine).catch(() => {
        // A store that cannot be read does not say that there is no run: it is asked again later.
        if (timer !== mine || isOver) return;
        timer = undefined;
        wait();
      });
    });
    timer = mine;
  };
  const stop = (): void => {
    timer?.cancel();
    timer = undefined;
  };
  wait();
  return {
    news(news) {
      detail = news.detail;
      if (news.isHome) stop();
      else wait();
    },
    close() {
      isOver = true;
      stop();
    },
  };
}
