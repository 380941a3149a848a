/**
 * Follows the log of one run: asks for its end, then waits at the service for more, piece by piece.
 * It rests while nobody looks: paused by the reader, hidden with the tab, or over.
 */
import { backOffDelayMs } from '../../lib/back-off.ts';
import { type Api, ask as askFor, type Failure } from '../service/api.ts';
import { retryPolicy } from '../service/refresher.ts';
import type { Reply } from '../service/wire.ts';
import { type RunLog, takePiece, unreadLog } from './run-log.ts';

/** The follower of one run; `log` stays the same object and changes in place. */
export interface LogFollower {
  readonly log: RunLog;
  setPaused(paused: boolean): void;
  setHidden(hidden: boolean): void;
  /** Asks now instead of at the next try. */
  tryNow(): void;
  stop(): void;
}

interface LogFollowerOptions {
  readonly runId: string;
  readonly api: Api;
  readonly hidden: boolean;
  onChange(): void;
  onUnauthorized(): void;
}

/** How much of the end is read first. */
const tailBytes = 64 * 1024;
const pieceBytes = 128 * 1024;
/** How long the service waits for more text. */
const waitSec = 25;
/** Between two pieces when the service answers at once, so that no answer can become a storm. */
const pauseMsMin = 250;

/** Asks at once unless hidden; after failures it tries again with growing pauses, until stopped or over. */
export function createLogFollower(options: LogFollowerOptions): LogFollower {
  const { runId, api } = options;
  const log = unreadLog();
  let hidden = options.hidden;
  let stopped = false;
  let failures = 0;
  /** An older worker counts from the beginning only. */
  let fromEnd = true;
  let asking: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const rests = (): boolean => stopped || hidden || log.paused || log.complete;
  const later = (delayMs: number): void => {
    clearTimeout(timer);
    if (!rests()) timer = setTimeout(() => void ask(), delayMs);
  };
  const ask = async (): Promise<void> => {
    if (rests() || asking !== null) return;
    const abort = new AbortController();
    asking = abort;
    const offset = log.nextOffset ?? (fromEnd ? -tailBytes : 0);
    // What is there is shown at once; only then is there something to wait for.
    const wait = log.nextOffset === null || failures > 0 ? 0 : waitSec;
    const { signal } = abort;
    const query = { offset, limit: pieceBytes, wait_sec: wait };
    const params = { path: { run_id: runId }, query };
    const answer = await askFor(api.wait('/control/api/v1/runs/{run_id}/log', { params, signal }));
    asking = null;
    if (signal.aborted) {
      later(0);
      return;
    }
    if (answer.kind === 'unauthorized') {
      stopped = true;
      options.onUnauthorized();
      return;
    }
    if (answer.kind === 'ok') take(answer.told);
    else fail(answer);
  };
  const take = (piece: Reply<'runs.log'>): void => {
    failures = 0;
    log.problem = null;
    takePiece(log, piece);
    options.onChange();
    later(pauseMsMin);
  };
  const fail = (answer: Failure): void => {
    if (answer.status === 400 && fromEnd && log.nextOffset === null) {
      fromEnd = false;
      later(0);
      return;
    }
    failures += 1;
    log.problem = answer.words ?? answer.why;
    options.onChange();
    later(backOffDelayMs(retryPolicy, failures, Math.random()));
  };
  const settle = (): void => {
    clearTimeout(timer);
    if (!rests()) void ask();
    else asking?.abort();
  };
  settle();

  return {
    log,
    setPaused(paused) {
      if (log.paused === paused) return;
      log.paused = paused;
      options.onChange();
      settle();
    },
    setHidden(next) {
      hidden = next;
      settle();
    },
    tryNow: settle,
    stop() {
      stopped = true;
      settle();
    },
  };
}
