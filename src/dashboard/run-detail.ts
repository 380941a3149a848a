/**
 * The run that the address names: its facts, the reason, its readings over time and its log. Each is
 * asked for by itself, because most of it needs an answer from a worker.
 */
import type { LiveSample } from '../http/live/protocol.ts';
import { afterwards, keyFor, newKey } from './acts.ts';
import { runInAddress, spanInAddress } from './address.ts';
import { type Answer, getJson, postJson } from './api.ts';
import { createLogFollower, type LogFollower } from './log-follower.ts';
import { isOpenRun, type RunWhy, readRunFacts, readRunWhy } from './run-model.ts';
import { liveCount, liveMomentsMax, withHistory } from './run-series.ts';
import {
  emptyDetail,
  historyPath,
  isAhead,
  lastKnownMs,
  type RunDetail,
  runPath,
  takeSample,
} from './run-state.ts';

interface RunDetailOptions {
  readonly token: string;
  readonly signal: AbortSignal;
  /** The detail changed; null: none is shown. */
  onChange(detail: RunDetail | null): void;
  onUnauthorized(): void;
  /** Something was done: all that is shown may have changed. */
  onDone(): void;
  /** What the feed has told of the run most lately. */
  latest(runId: string): LiveSample | null;
}

/** What the page, the feed and the pane may tell or ask of it. */
export interface RunCalls {
  /** Follows the address, and asks again about the run it names. */
  follow(): void;
  /** A frame of the feed. */
  sample(frame: LiveSample): void;
  setHidden(hidden: boolean): void;
  /** Asks for a confirmation, or takes that back with null. */
  ask(verb: 'cancel' | null): void;
  /** Stops the run and keeps its files. */
  stop(): void;
  pauseLog(paused: boolean): void;
}

const explainPath = (kind: 'run' | 'queue_item', id: string): string =>
  `/control/api/v1/explain/${kind}/${encodeURIComponent(id)}`;

/** Shows nothing until `follow`; the signal stops the log, and later answers are dropped. */
export function createRunDetail(options: RunDetailOptions): RunCalls {
  const { token, signal } = options;
  let detail: RunDetail | null = null;
  let follower: LogFollower | null = null;
  let hidden = document.hidden;
  let asking = false;
  let again = false;
  let readingHistory = false;

  const isGone = (shown: RunDetail, answer: Answer): boolean => {
    if (signal.aborted) return true;
    if (answer.kind === 'unauthorized') options.onUnauthorized();
    return answer.kind === 'unauthorized' || shown !== detail;
  };
  const change = (): void => options.onChange(detail);

  const askFacts = async (shown: RunDetail): Promise<void> => {
    const answer = await getJson(runPath(shown.id), token);
    if (isGone(shown, answer)) return;
    const before = shown.facts;
    if (answer.kind === 'ok') shown.facts = readRunFacts(answer.json);
    shown.factsProblem = answer.kind === 'failed' ? (answer.words ?? answer.why) : null;
    // Which stretch to ask for is known only now; and the end is worth a whole picture.
    const { facts } = shown;
    if (facts !== null && (before === null || isOpenRun(before) !== isOpenRun(facts))) {
      void askHistory(shown);
    }
    change();
  };
  /** The item's explanation says too what could be done; it is only of use if it is about this run. */
  const askWhy = async (shown: RunDetail): Promise<void> => {
    const { facts } = shown;
    if (facts === null) return;
    const isOpen = isOpenRun(facts);
    if (isOpen && facts.projectId !== null) {
      const answer = await getJson(explainPath('queue_item', facts.projectId), token);
      if (isGone(shown, answer)) return;
      const why = answer.kind === 'ok' ? readRunWhy(answer.json) : null;
      if (why?.runId === shown.id) {
        noteWhy(shown, why, null);
        return;
      }
    }
    const answer = await getJson(explainPath('run', shown.id), token);
    if (isGone(shown, answer)) return;
    const problem = answer.kind === 'failed' ? (answer.words ?? answer.why) : null;
    noteWhy(shown, answer.kind === 'ok' ? readRunWhy(answer.json) : shown.why, problem);
  };
  const noteWhy = (shown: RunDetail, why: RunWhy | null, problem: string | null): void => {
    shown.why = why;
    shown.whyProblem = problem;
    change();
  };
  const askHistory = async (shown: RunDetail): Promise<void> => {
    if (readingHistory) return;
    readingHistory = true;
    const { span } = shown;
    const answer = await getJson(historyPath(shown), token);
    readingHistory = false;
    // Meanwhile another run was opened, or another stretch of this one.
    const isOther = shown !== detail || shown.span !== span;
    if (isOther && detail?.facts != null && !signal.aborted) void askHistory(detail);
    if (isGone(shown, answer)) return;
    if (answer.kind === 'ok') shown.series = withHistory(shown.series, answer.json);
    shown.seriesProblem = answer.kind === 'failed' ? (answer.words ?? answer.why) : null;
    shown.readAtMs ??= lastKnownMs(shown.series);
    change();
  };
  /** One question at a time; what changes meanwhile is asked about once more. */
  const askAll = async (): Promise<void> => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    do {
      again = false;
      const shown = detail;
      if (shown === null) break;
      await askFacts(shown);
      if (shown === detail) await askWhy(shown);
    } while (again && !signal.aborted);
    asking = false;
  };
  const open = (id: string | null): void => {
    follower?.stop();
    follower = null;
    detail = id === null ? null : emptyDetail(id, spanInAddress());
    if (detail !== null) {
      follower = createLogFollower({
        runId: detail.id,
        token,
        hidden,
        onChange: change,
        onUnauthorized: options.onUnauthorized,
      });
      detail.log = follower.log;
      const latest = options.latest(detail.id);
      if (latest !== null) takeSample(detail, latest);
    }
    change();
  };
  signal.addEventListener('abort', () => follower?.stop());

  return {
    follow() {
      const id = runInAddress();
      if (id !== (detail?.id ?? null)) open(id);
      else if (detail !== null && detail.span !== spanInAddress()) {
        detail.span = spanInAddress();
        void askHistory(detail);
        change();
      } else if (detail?.seriesProblem != null) void askHistory(detail);
      void askAll();
    },
    sample(frame) {
      if (detail === null || frame.run_id !== detail.id) return;
      const wasAhead = isAhead(detail);
      takeSample(detail, frame);
      const isFull = liveCount(detail.series) > liveMomentsMax;
      // Only now is it known up to which time of the worker to ask.
      const isNews = isAhead(detail) && !wasAhead;
      if (isFull || isNews || (detail.seriesProblem !== null && frame.sample !== null)) {
        void askHistory(detail);
      }
    },
    setHidden(next) {
      const wasHidden = hidden;
      hidden = next;
      follower?.setHidden(next);
      // What was read meanwhile came to nobody.
      if (wasHidden && !next && detail !== null) void askHistory(detail);
    },
    ask(verb) {
      if (detail === null || detail.act?.phase === 'sending') return;
      detail.act = verb === null ? null : { phase: 'asked', verb, key: newKey() };
      change();
    },
    stop() {
      const shown = detail;
      if (shown?.facts?.projectId == null || shown.act?.phase === 'sending') return;
      const key = keyFor(shown.act, 'cancel');
      shown.act = { phase: 'sending', verb: 'cancel', key };
      change();
      const body = { idempotency_key: key, requested_by: 'dashboard' };
      const path = `/control/api/v1/queue/${encodeURIComponent(shown.facts.projectId)}/cancel`;
      void postJson(path, token, body).then((answer) => {
        if (isGone(shown, answer)) return;
        shown.act = afterwards(answer, 'cancel', key);
        change();
        options.onDone();
      });
    },
    pauseLog: (paused) => follower?.setPaused(paused),
  };
}
