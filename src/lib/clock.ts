/**
 * Time as an injected dependency. Nothing in Orrery reads `Date.now()` or calls `setTimeout`
 * directly: production uses `systemClock`, tests use `createManualClock`, the crash tests use
 * `createScaledClock`.
 */

/** A pending wake-up that can be called off. */
export interface TimerHandle {
  cancel(): void;
}

/** The time of whoever is given it: moments, durations and wake-ups all come from here. */
export interface Clock {
  /** Wall-clock time in milliseconds since the Unix epoch; may jump. */
  now(): number;
  /** Milliseconds from an arbitrary origin; never goes back. */
  monotonic(): number;
  /** Calls `callback` once after `delayMs` (any size; beyond 2^31-1 ms it is split). */
  setTimer(delayMs: number, callback: () => void): TimerHandle;
}

/** `setTimeout` fires at once for anything longer than this, so longer delays are taken in steps. */
const timeoutMsMax = 2 ** 31 - 1;

function startTimer(delayMs: number, callback: () => void): TimerHandle {
  let remainingMs = Math.max(0, delayMs);
  let timeout: NodeJS.Timeout;
  const arm = (): void => {
    const stepMs = Math.min(remainingMs, timeoutMsMax);
    remainingMs -= stepMs;
    timeout = setTimeout(() => (remainingMs > 0 ? arm() : callback()), stepMs);
  };
  arm();
  return { cancel: () => clearTimeout(timeout) };
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer: startTimer,
};

/** A clock that a test moves by hand; timers run inside `advance` and at no other time. */
export interface ManualClock extends Clock {
  /** Moves both clocks on and runs every timer that falls due, in order of time. */
  advance(ms: number): void;
  /** Moves only the wall clock, as a suspended or corrected machine does. */
  jumpWall(ms: number): void;
  /** Number of timers not yet run or cancelled. */
  readonly pendingCount: number;
  /** When the next of them falls due, by the monotonic clock; null while there is none. */
  nextDueMs(): number | null;
}

interface ManualTimer {
  readonly dueMs: number;
  /** Of those that fall due together the one that was set first is called first. */
  readonly order: number;
  readonly callback: () => void;
}

/** A clock that stands still until told to move. */
export function createManualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let wallMs = startMs;
  let monotonicMs = 0;
  let sequence = 0;
  /** The next one last, so that it is taken off the end. */
  const timers: ManualTimer[] = [];

  /** Where one stands or belongs: behind all that are called after it. */
  const placeOf = ({ dueMs, order }: Pick<ManualTimer, 'dueMs' | 'order'>): number => {
    let low = 0;
    let high = timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = timers[middle]!;
      const isLater = other.dueMs > dueMs || (other.dueMs === dueMs && other.order > order);
      if (isLater) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const moveTo = (targetMs: number): void => {
    wallMs += targetMs - monotonicMs;
    monotonicMs = targetMs;
  };

  return {
    now: () => wallMs,
    monotonic: () => monotonicMs,
    setTimer(delayMs, callback) {
      const timer = { dueMs: monotonicMs + Math.max(0, delayMs), order: sequence++, callback };
      timers.splice(placeOf(timer), 0, timer);
      return {
        cancel() {
          const place = placeOf(timer);
          if (timers[place] === timer) timers.splice(place, 1);
        },
      };
    },
    advance(ms) {
      const targetMs = monotonicMs + ms;
      for (let next = timers.at(-1); next !== undefined; next = timers.at(-1)) {
        if (next.dueMs > targetMs) break;
        timers.pop();
        moveTo(Math.max(monotonicMs, next.dueMs));
        next.callback();
      }
      moveTo(targetMs);
    },
    jumpWall(ms) {
      wallMs += ms;
    },
    get pendingCount() {
      return timers.length;
    },
    nextDueMs: () => timers.at(-1)?.dueMs ?? null,
  };
}

let lastIsoMs = Number.NaN;
let lastIso = '';

/** ISO 8601 in UTC with milliseconds, the only time format Orrery writes. */
export function toIsoTime(ms: number): string {
  // Many turns share a millisecond, and formatting a date costs more than deciding a turn.
  if (ms !== lastIsoMs) {
    lastIso = new Date(ms).toISOString();
    lastIsoMs = ms;
  }
  return lastIso;
}

/** Resolves after `delayMs`. */
export const pause = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => void clock.setTimer(delayMs, resolve));

/** Resolves with `done`, or after `delayMs` without it. */
export function within(clock: Clock, delayMs: number, done: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const deadline = clock.setTimer(delayMs, resolve);
    void done.then(() => {
      deadline.cancel();
      resolve();
    });
  });
}
