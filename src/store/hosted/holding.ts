/** The lease while it is held: renewed every two seconds, whatever else is under way, until it is given back. */
import {
  FencedError,
  PostgresOpenError,
  PostgresUnavailableError,
} from '../../actors/journal/postgres/errors.ts';
import { type Lease, type LeaseHolder, leaseTimes } from '../../actors/journal/postgres/lease.ts';
import { writerDefault } from '../../actors/journal/postgres/open.ts';
import { systemClock, type TimerHandle } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';

/** A moment by both clocks: the wall's may jump, the other stands while the machine is suspended. */
interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** Now. */
export const momentNow = (): Moment => ({
  wall: systemClock.now(),
  monotonic: systemClock.monotonic(),
});

/** By the clock that went further. */
const ageMs = ({ wall, monotonic }: Moment): number =>
  Math.max(systemClock.now() - wall, systemClock.monotonic() - monotonic);

/** A lease that was taken. */
export interface Holding {
  readonly holder: LeaseHolder;
  /** Null while the server says that this plane holds it, else why it cannot say so. */
  renew(): Promise<string | null>;
  /** True while nobody else can have taken it, by what was heard of the server and this machine's own clocks. */
  isSure(): boolean;
  /** Aborted once another has taken it, which is for good. */
  readonly lost: AbortSignal;
  /** Gives it back. */
  end(): Promise<void>;
}

/** What is begun by then has a second to arrive before anybody else can have taken the lease. */
const sureMs = leaseTimes.expireMs - 1_000;

/** Renews from now on. `taken` is when it was asked for; `onLost` is told once that another has taken it. */
export function holdLease(
  lease: Lease,
  holder: LeaseHolder,
  taken: Moment,
  onLost: (error: Error) => void,
): Holding {
  let heard = taken;
  let isOver = false;
  let timer: TimerHandle | undefined;
  let underWay: Promise<string | null> | null = null;
  const lost = new AbortController();
  const lose = (error: Error): string => {
    lost.abort(error);
    if (!isOver) onLost(error);
    isOver = true;
    return error.message;
  };
  const ask = async (): Promise<string | null> => {
    const asked = momentNow();
    try {
      if (await lease.renew(holder.fence)) {
        heard = asked;
        return null;
      }
    } catch (error) {
      if (error instanceof PostgresOpenError) return lose(error);
      return error instanceof PostgresUnavailableError ? error.message : describeError(error);
    }
    return lose(new FencedError(writerDefault, 'this one ends, and stands by when it is started'));
  };
  // Who asks meanwhile is told the same: there is one connection for it.
  const renew = (): Promise<string | null> => {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const schedule = (): void => {
    timer = systemClock.setTimer(leaseTimes.renewMs, () => {
      void renew().then(() => {
        if (!isOver) schedule();
      });
    });
  };
  schedule();
  return {
    holder,
    renew,
    lost: lost.signal,
    isSure: () => !isOver && ageMs(heard) < sureMs,
    async end() {
      isOver = true;
      timer?.cancel();
      await underWay;
      // Of a server that is away it runs out by itself.
      await lease.release(holder.fence).catch(() => {});
    },
  };
}
