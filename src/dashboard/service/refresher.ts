/**
 * Decides when to ask: soon after something changed, again after a failure with growing pauses, and
 * at a slow beat only while there is no feed. One question at a time, none while the page is hidden.
 */
import { backOffDelayMs } from '../../lib/back-off.ts';

/** The one place that decides when the page asks; `stop` is for good. */
export interface Refresher {
  /** Asks once what happens now has settled down; `list`: the list of the page too. */
  soon(what: { readonly list: boolean }): void;
  /** Asks for everything at once, whatever the pause. */
  now(): void;
  /** Asks for everything again and again, this often; null: no longer. */
  repeat(everyMs: number | null): void;
  /** The page was hidden or is seen again. */
  setHidden(hidden: boolean): void;
  stop(): void;
  /** When the next question after a failure is due, ms since the epoch; null when none is. */
  nextMs(): number | null;
}

/** What changes within this is asked about once. */
const settleMs = 150;
/** Where changes go on coming they are asked about this often … */
const spacingMs = 5_000;
/** … after so many questions that each followed its change at once. */
const burst = 3;
/** How the pauses grow after failures. */
export const retryPolicy = { baseMs: 2_000, maxMs: 30_000, factor: 2 };

/** `ask` answers whether it succeeded, or `stop` to end for good. */
export function createRefresher(
  ask: (what: { readonly list: boolean }) => Promise<boolean | 'stop'>,
): Refresher {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueMs = Number.POSITIVE_INFINITY;
  /** Questions that may follow a change at once; one more comes with each `spacingMs`. */
  let left = burst;
  let countedMs = Date.now();
  let wanted: { list: boolean } | null = null;
  let everyMs: number | null = null;
  let failures = 0;
  let asking = false;
  let hidden = false;
  let stopped = false;

  const want = (list: boolean): void => {
    wanted = { list: list || wanted?.list === true };
  };
  const arm = (atMs: number): void => {
    clearTimeout(timer);
    dueMs = atMs;
    if (!stopped && !hidden && !asking) timer = setTimeout(run, Math.max(0, atMs - Date.now()));
  };
  /** When a change is asked about that has come now. */
  const soonMs = (): number => {
    const nowMs = Date.now();
    left = Math.min(burst, left + (nowMs - countedMs) / spacingMs);
    countedMs = nowMs;
    return nowMs + (left >= 1 ? settleMs : (1 - left) * spacingMs);
  };
  const rest = (): void => {
    clearTimeout(timer);
    dueMs = Number.POSITIVE_INFINITY;
  };
  /** After a question: what comes next. */
  const goOn = (): void => {
    if (failures > 0) arm(Date.now() + backOffDelayMs(retryPolicy, failures, Math.random()));
    else if (wanted !== null) arm(soonMs());
    else if (everyMs !== null) arm(Date.now() + everyMs);
    else rest();
  };
  const run = async (): Promise<void> => {
    if (asking || stopped || hidden) return;
    const what = wanted ?? { list: true };
    wanted = null;
    soonMs();
    left = Math.max(0, left - 1);
    rest();
    asking = true;
    const result = await ask(what);
    asking = false;
    if (result === 'stop') stopped = true;
    failures = result === true ? 0 : failures + 1;
    if (result === false) want(true);
    if (!stopped) goOn();
  };

  return {
    soon({ list }) {
      want(list);
      if (failures > 0 || asking) return;
      arm(Math.min(dueMs, soonMs()));
    },
    now() {
      want(true);
      arm(Date.now());
    },
    repeat(next) {
      if (everyMs === next) return;
      everyMs = next;
      if (!asking && failures === 0) goOn();
    },
    setHidden(next) {
      hidden = next;
      if (hidden) clearTimeout(timer);
      else if (dueMs !== Number.POSITIVE_INFINITY) arm(dueMs);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
    nextMs: () => (failures > 0 && !asking ? dueMs : null),
  };
}
