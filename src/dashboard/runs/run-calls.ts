/**
 * The run that the address names: its facts, the reason, its readings over time and its log. Each is
 * asked for by itself, because most of it needs an answer from a worker.
 */
import type { LiveSample } from '../../http/live/protocol.ts';
import { newKey, perform } from '../acts/acts.ts';
import { type Answer, ask, failureWords } from '../service/api.ts';
import { isLost, note, oneAtATime, type Session, stateOf } from '../service/asking.ts';
import type { Explanation } from '../service/wire.ts';
import { createLogFollower, type LogFollower } from './log-follower.ts';
import { readRunWhy } from './run-model.ts';
import { liveCount, liveMomentsMax, withHistory } from './run-series.ts';
import {
  emptyDetail,
  historyQuery,
  isAhead,
  isOpen,
  lastKnownMs,
  type RunDetail,
  withFrame,
} from './run-state.ts';
import { readVerdict } from './verdict-model.ts';

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

/** Shows nothing until `follow`; the session's signal stops the log. */
export function createRunCalls(session: Session): RunCalls {
  const { api, signal } = session;
  let follower: LogFollower | null = null;
  let hidden = document.hidden;
  let readingHistory = false;

  const shown = (): RunDetail | null => stateOf(session).run;
  const change = (id: string, part: Partial<RunDetail>): void => {
    const run = shown();
    if (run?.id === id) note(session, { run: { ...run, ...part } });
  };
  const askFacts = async (id: string): Promise<void> => {
    const at = shown()?.at ?? null;
    const params = { path: { run_id: id }, query: at === null ? {} : { at } };
    const answer = await ask(api.get('/control/api/v1/runs/{run_id}', { params }));
    const before = shown();
    if (isLost(session, answer) || before?.id !== id || before.at !== at) return;
    if (answer.kind === 'failed') {
      change(id, { factsProblem: failureWords(answer) });
      return;
    }
    const facts = answer.told;
    change(id, { facts, factsProblem: null, verdict: readVerdict(facts.run?.idle_verdict) });
    // Which stretch to ask for is known only now; and the end is worth a whole picture.
    if (at === null && isOpen(before) !== isOpen({ ...before, facts })) void askHistory();
  };
  const explain = (kind: 'run' | 'queue_item', id: string): Promise<Answer<Explanation>> =>
    ask(
      api.get('/control/api/v1/explain/{kind}/{id}', { params: { path: { kind, id } } }),
    ) as Promise<Answer<Explanation>>;
  /** The item's explanation says too what could be done; it is only of use if it is about this run. */
  const askWhy = async (id: string): Promise<void> => {
    const run = shown();
    if (run?.id !== id || run.facts === null) return;
    const item = run.facts.run?.project_id;
    if (isOpen(run) && item !== undefined) {
      const answer = await explain('queue_item', item);
      if (isLost(session, answer)) return;
      const why = answer.kind === 'ok' ? readRunWhy(answer.told) : null;
      if (why?.runId === id) {
        change(id, { why, whyProblem: null });
        return;
      }
    }
    const answer = await explain('run', id);
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok') change(id, { why: readRunWhy(answer.told), whyProblem: null });
    else change(id, { whyProblem: failureWords(answer) });
  };
  const askHistory = async (): Promise<void> => {
    const before = shown();
    if (readingHistory || before === null) return;
    readingHistory = true;
    const params = {
      path: { run_id: before.id },
      query: historyQuery(before, Date.now()),
    };
    const answer = await ask(api.get('/control/api/v1/runs/{run_id}/telemetry', { params }));
    readingHistory = false;
    if (isLost(session, answer)) return;
    const run = shown();
    // Meanwhile another run was opened, or another stretch of this one.
    if (run?.id !== before.id || run.span !== before.span) {
      if (run?.facts != null) void askHistory();
      return;
    }
    if (answer.kind === 'failed') {
      change(run.id, { seriesProblem: failureWords(answer) });
      return;
    }
    const series = withHistory(run.series, answer.told);
    change(run.id, {
      series,
      seriesProblem: null,
      readAtMs: run.readAtMs ?? lastKnownMs(series),
    });
  };
  const askAll = oneAtATime(signal, async () => {
    const id = shown()?.id;
    if (id === undefined) return;
    await askFacts(id);
    if (shown()?.at === null) await askWhy(id);
  });
  const open = (id: string | null): void => {
    follower?.stop();
    follower = null;
    if (id === null) {
      note(session, { run: null });
      return;
    }
    const { frames, place } = stateOf(session);
    const empty = emptyDetail(id, place.span, place.at);
    if (place.at !== null) {
      note(session, { run: empty });
      return;
    }
    const latest = frames.get(id);
    const log = createLogFollower({
      runId: id,
      api,
      hidden,
      onChange: () => change(id, { log: { ...log.log } }),
      onUnauthorized: () => session.refused(),
    });
    follower = log;
    const run = latest === undefined ? empty : withFrame(empty, latest);
    note(session, { run: { ...run, log: { ...log.log } } });
  };
  signal.addEventListener('abort', () => follower?.stop());

  return {
    follow() {
      const { place, run } = stateOf(session);
      const id = place.page === 'runs' ? place.id : null;
      if (id !== (run?.id ?? null) || (run !== null && run.at !== place.at)) open(id);
      else if (run !== null && run.span !== place.span) {
        change(run.id, { span: place.span });
        void askHistory();
      } else if (run?.seriesProblem != null) void askHistory();
      if (id !== null) askAll();
    },
    sample(frame) {
      const run = shown();
      if (run === null || run.at !== null || frame.run_id !== run.id) return;
      const next = withFrame(run, frame);
      note(session, { run: next });
      const isFull = liveCount(next.series) > liveMomentsMax;
      // Only now is it known up to which time of the worker to ask.
      const isNews = isAhead(next) && !isAhead(run);
      if (isFull || isNews || (next.seriesProblem !== null && frame.sample !== null)) {
        void askHistory();
      }
    },
    setHidden(next) {
      const wasHidden = hidden;
      hidden = next;
      follower?.setHidden(next);
      // What was read meanwhile came to nobody.
      if (wasHidden && !next) void askHistory();
    },
    ask(verb) {
      const run = shown();
      if (run === null || run.act?.phase === 'sending') return;
      change(run.id, { act: verb === null ? null : { phase: 'asked', verb, key: newKey() } });
    },
    stop() {
      const run = shown();
      const item = run?.facts?.run?.project_id;
      if (run === null || item === undefined) return;
      void perform(session, {
        verb: 'cancel',
        before: run.act,
        note: (act) => change(run.id, { act }),
        send: (key) =>
          ask(
            api.post('/control/api/v1/queue/{project_id}/cancel', {
              params: { path: { project_id: item } },
              body: { idempotency_key: key, requested_by: 'dashboard' },
            }),
          ),
      });
    },
    pauseLog: (paused) => follower?.setPaused(paused),
  };
}
