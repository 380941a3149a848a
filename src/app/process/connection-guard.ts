/**
 * Keeps connections from taking the last file descriptors. Without any, nothing can be accepted, and
 * the system reports the same waiting connection again and again; store, programs and calls fail, too.
 * When few are left no new connections are taken, and those there are go on; when enough are free
 * again, so are connections. Each change is one line of the log.
 */
import type { Clock, TimerHandle } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Descriptors } from '../../lib/descriptors.ts';

interface GuardedTransport {
  pause(): void;
  resume(): Promise<void>;
}

/** Looks four times a second from `start` to `stop`, and pauses and resumes the transport by what it sees. */
export interface ConnectionGuard {
  /** Null while connections are accepted; else why not. */
  trouble(): string | null;
  /** Begins to look; what is open now belongs to the service itself. */
  start(transport: GuardedTransport): void;
  stop(): void;
}

interface ConnectionGuardOptions {
  /** Null: there is nothing to look at, and nothing is done. */
  readonly descriptors: Descriptors | null;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly log: { warn(fields: object, message: string): void };
}

const lookEveryMs = 250;
/** Descriptors kept from connections, where there are that many to share. */
const reserveMax = 32;
/** With fewer for connections the bound is too low to serve anybody. */
const roomMin = 16;

/** Keeps up to 32 descriptors back, fewer where there are few; a quarter more must be free to resume. */
export function createConnectionGuard(options: ConnectionGuardOptions): ConnectionGuard {
  const { descriptors, clock, log } = options;
  let trouble: string | null = null;
  let timer: TimerHandle | undefined;
  let isStopped = false;
  let isResuming = false;

  const look = (transport: GuardedTransport, reserve: number, max: number): void => {
    const used = descriptors?.used() ?? 0;
    const free = Math.max(0, max - used);
    const fields = { descriptors_used: used, descriptors_max: max };
    if (trouble === null && free < reserve) {
      trouble = `${used} of ${max} file descriptors are in use, so no new connections are accepted`;
      transport.pause();
      log.warn(fields, `${trouble}; raise the limit (LimitNOFILE, ulimit -n) or end connections`);
    } else if (trouble !== null && !isResuming && free >= reserve + Math.ceil(reserve / 4)) {
      isResuming = true;
      transport.resume().then(
        () => {
          isResuming = false;
          trouble = null;
          log.warn(fields, 'connections are accepted again');
        },
        (error: unknown) => {
          // The next look tries again.
          isResuming = false;
          trouble = `no new connections are accepted: ${describeError(error)}`;
        },
      );
    }
  };
  return {
    trouble: () => trouble,
    start(transport) {
      if (descriptors === null) return;
      const { max } = descriptors;
      const room = max - descriptors.used();
      const reserve = Math.min(reserveMax, Math.max(2, Math.floor(room / 4)));
      if (room < roomMin) {
        const fields = { descriptors_max: max, descriptors_left: room };
        log.warn(fields, 'hardly any file descriptors are left for connections; raise the limit');
      }
      const goOn = (): void => {
        if (isStopped) return;
        look(transport, reserve, max);
        timer = clock.setTimer(lookEveryMs, goOn);
      };
      goOn();
    },
    stop() {
      isStopped = true;
      timer?.cancel();
    },
  };
}
