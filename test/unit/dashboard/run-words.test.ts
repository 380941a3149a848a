/** What the pane of a run says: what it does, why it is not over, what would change that. */
import { describe, expect, it } from 'vitest';
import { type GateNow, readGateNow } from '../../../src/dashboard/runs/gate-now.ts';
import { isOpenRun, readRunWhy } from '../../../src/dashboard/runs/run-model.ts';
import { emptyDetail, historyQuery, withFrame } from '../../../src/dashboard/runs/run-state.ts';
import { runMark, runSentence } from '../../../src/dashboard/runs/run-words.ts';
import type { RunRow } from '../../../src/dashboard/service/wire.ts';
import { stateWord } from '../../../src/dashboard/words/state-words.ts';
import { plainWord } from '../../../src/dashboard/words/words.ts';
import {
  paperStatuses,
  queueStatuses,
  reviewStatuses,
  runStates,
  strictVerdicts,
} from '../../../src/domain/statuses.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
const iso = (sec: number): string => new Date(startMs + sec * 1000).toISOString();
const facts = (fields: RunRow = {}): RunRow => ({
  run_id: 'r',
  project_id: 'p',
  state: 'awaiting_wake',
  worker_target: 'gpu-box-1',
  started_at: iso(0),
  last_callback_at: iso(600),
  ended_at: null,
  ...fields,
});
const gate = (fields: object = {}): GateNow | null =>
  readGateNow({
    state: 'quiet_candidate',
    agent_exited: true,
    window_progress_ms: 200_000,
    required_ms: 300_000,
    reasons: [],
    ...fields,
  });

describe('reading a run', () => {
  it('counts a run as open while more can come of it', () => {
    expect(isOpenRun(facts())).toBe(true);
    expect(isOpenRun(facts({ state: undefined }))).toBe(true);
    expect(isOpenRun(facts({ state: 'canceled' }))).toBe(false);
    expect(isOpenRun(facts({ ended_at: iso(700) }))).toBe(false);
  });

  it('tells a worker that is silent from one that has nothing to say', () => {
    const worker = { reached: false, why: 'connect ECONNREFUSED' };
    const why = readRunWhy({ code: 'x', evidence: { run_id: 'r', worker }, verbs: [] });
    expect(why).toMatchObject({ silence: 'connect ECONNREFUSED', processes: null });
    expect(why.whyNoStop).toBeUndefined();
    const tree = { at: iso(0), alive: null, processes: null };
    const blind = readRunWhy({ evidence: { worker: { reached: true, process_tree: tree } } });
    expect(blind).toMatchObject({ silence: null, processes: { alive: null, processes: null } });
    const verbs = [{ verb: 'cancel', why_not: null }] as const;
    expect(readRunWhy({ verbs }).whyNoStop).toBeNull();
  });
});

describe('the sentence of a run', () => {
  it('says how far the quiet window is, and when it would be over', () => {
    expect(runSentence(facts(), null, gate())).toEqual({
      mark: 'running',
      now: 'The agent has ended, and all has been quiet for 3:20 of 5:00.',
      sinceMs: startMs + 600_000,
      since: 'the agent ended',
      because: 'Quiet must last without a break.',
      change: 'Over in about 1 min if nothing stirs; a fresh reading then decides.',
    });
    const full = gate({ window_progress_ms: 300_000 });
    expect(runSentence(facts(), null, full).change).toContain('is being taken');
  });

  it('names in words what still works', () => {
    const busy = gate({ state: 'busy', reasons: ['gpu_peak_pct 64 is not below 20'] });
    const { now, because } = runSentence(facts(), null, busy);
    expect(now).toContain('something of the run still works');
    expect(because).toBe('GPU use, highest reading 64 is not below 20.');
  });

  it('does not count what cannot be read as quiet', () => {
    for (const state of ['sensor_unknown', 'suspect_sensor']) {
      expect(runSentence(facts(), null, gate({ state })).mark).toBe('unknown');
    }
  });

  it('says of an agent at work what must happen first', () => {
    const { now, change } = runSentence(facts({ state: 'running' }), null, null);
    expect(now).toBe('The agent is at work.');
    expect(change).toContain('quiet long enough');
    const exited = runSentence(facts({ state: 'running' }), null, gate());
    expect(exited.now).toContain('The agent has ended');
  });

  it('does not say that what was told before is so while nothing is told', () => {
    const silence = { why: 'connect ECONNREFUSED', sinceMs: startMs };
    const said = runSentence(facts(), null, gate(), silence);
    expect(said.mark).toBe('unknown');
    expect(said.now).toMatch(/^Not known now/);
    expect(said.now).not.toContain('3:20');
    expect(said.because).toContain('connect ECONNREFUSED');
  });

  it('says how a run ended, whatever is told of its worker afterwards', () => {
    const over = facts({ state: 'gate_timeout', ended_at: iso(900), last_error: 'waited 21600 s' });
    const silence = { why: 'no answer', sinceMs: null };
    expect(runSentence(over, null, gate(), silence)).toMatchObject({
      mark: 'failed',
      sinceMs: startMs + 900_000,
      because: 'Waited 21600 s.',
    });
    const ends = ([0, null, 137] as const).map((exitCode) => {
      const rest = { state: 'wake_ready', ended_at: iso(900), exit_code: exitCode } as const;
      const { mark, now } = runSentence(facts(rest), null, null);
      return [mark, now];
    });
    expect(ends).toEqual([
      ['done', 'It is over: the agent finished and all is quiet.'],
      ['unknown', 'It is over: the agent ended, how is not known, and all is quiet.'],
      ['failed', 'It is over: the agent ended, with exit code 137, and all is quiet.'],
    ]);
    const state = 'taken_by_the_sea' as unknown as 'running';
    const odd = facts({ state, ended_at: iso(900) });
    expect(runSentence(odd, null, null).now).toBe('It is over: taken by the sea.');
  });
});

describe('a frame of the feed', () => {
  const frame = (sec: number, sample: object | null, problem: string | null = null) => ({
    run_id: 'r',
    project_id: 'p',
    worker_target: 'w',
    observed_at: iso(sec),
    sample: sample === null ? null : { at: iso(sec + 3_600), ...sample },
    idle: sample === null ? null : { state: 'busy', signals: [] },
    problem,
  });

  it('without a sample keeps the time of the last reading and says why', () => {
    const told = withFrame(emptyDetail('r', 'all'), frame(0, {}));
    const silent = withFrame(told, frame(5, null, 'no answer'));
    expect(silent).toMatchObject({ readAtMs: startMs + 3_600_000, silence: 'no answer' });
    expect(withFrame(silent, frame(10, {})).silence).toBeNull();
  });

  it('shows how far the clock of a worker is ahead, and the history is asked by it', () => {
    const empty = emptyDetail('r x', '10m');
    expect(historyQuery({ ...empty, readAtMs: startMs }, 0)).toEqual({
      points: 240,
      from: iso(-600),
    });
    const told = withFrame(empty, frame(0, {}));
    expect(told.aheadMs).toBe(3_600_000);
    expect(historyQuery(told, 0)).toMatchObject({ to: iso(3_600) });
  });
});

it('calls no state by the name that programs have for it', () => {
  const all = [runStates, queueStatuses, paperStatuses, reviewStatuses, strictVerdicts].flat();
  for (const state of all.filter((name) => name.includes('_'))) {
    expect(stateWord(state), state).not.toBe(plainWord(state));
    expect(stateWord(state), state).not.toMatch(/_| ready$|^gate |^blocked /);
  }
  expect(stateWord('session_finished_ready')).toBe('over, session ended');
  expect(stateWord('of_tomorrow')).toBe('of tomorrow');
  expect(stateWord(undefined)).toBe('unknown');
});

it('marks no run of a list as well whose agent failed', () => {
  const failed = { kind: 'failed', word: 'over, the agent failed' };
  expect(runMark({ state: 'wake_ready', exit_code: 137 })).toEqual(failed);
  expect(runMark({ state: 'session_finished_ready', exit_code: 1 })).toEqual(failed);
  expect(runMark({ state: 'session_finished_ready', exit_code: 0 })).toEqual({
    kind: 'done',
    word: 'over, session ended',
  });
  // Who was stopped ends with a signal, as was asked for.
  expect(runMark({ state: 'canceled', exit_code: 143 }).kind).toBe('paused');
  expect(runMark({ state: 'running' }).kind).toBe('running');
});
