/** The lease while it is held: renewed every two seconds, whatever else is under way, until it is given back. */
import { FencedError, PostgresUnavailableError } from '../../actors/journal/postgres/errors.ts';
import { type Lease, type LeaseHolder, leaseTimes } from '../../actors/journal/postgres/lease.ts';
import { writerDefault } from '../../actors/journal/postgres/open.ts';
import { systemClock, type TimerHandle } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';

/** A lease that was taken. */
export interface Holding {
  readonly holder: LeaseHolder;
  /** Null while the server says that this plane holds it, else why it cannot say so. */
  renew(): Promise<string | null>;
  /** True while nobody else can have taken it, by what was heard of the server and this machine's own clock. */
  isSure(): boolean;
  /** Gives it back. */
  end(): Promise<void>;
}

/** Renews from now on. `onLost` is told once that another has taken it, which is for good. */
export function holdLease(
  lease: Lease,
  holder: LeaseHolder,
  takenAtMs: number,
  onLost: (error: FencedError) => void,
): Holding {
  let sureUntilMs = takenAtMs + leaseTimes.expireMs;
  let isOver = false;
  let timer: TimerHandle | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  const renew = async (): Promise<string | null> => {
    const askedMs = systemClock.monotonic();
    try {
      if (await lease.renew(holder.fence)) {
        sureUntilMs = askedMs + leaseTimes.expireMs;
        return null;
      }
    } catch (error) {
      return error instanceof PostgresUnavailableError ? error.message : describeError(error);
    }
    sureUntilMs = Number.NEGATIVE_INFINITY;
    const lost = new FencedError(writerDefault, 'this one ends, and stands by when it is started');
    if (!isOver) onLost(lost);
    isOver = true;
    return lost.message;
  };
  const schedule = (): void => {
    timer = systemClock.setTimer(leaseTimes.renewMs, () => {
      underWay = renew().then(() => {
        if (!isOver) schedule();
      });
    });
  };
  schedule();
  return {
    holder,
    renew,
    isSure: () => systemClock.monotonic() < sureUntilMs,
    async end() {
      isOver = true;
      timer?.cancel();
      await underWay;
      // Of a server that is away it runs out by itself.
      await lease.release(holder.fence).catch(() => {});
    },
  };
}
