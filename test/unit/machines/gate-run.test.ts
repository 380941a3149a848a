/** A worker's run: what it refuses, how it moves, which callbacks and effects it asks for. */
import { describe, expect, it } from 'vitest';
import type { GateRunEvent } from '../../../src/machines/gate-run/events.ts';
import { gateRunSpec } from '../../../src/machines/gate-run/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<GateRunEvent>;
const play = createPlay(gateRunSpec, 'r1');
const prepareWith = (hash: string): Event => ({
  type: 'PREPARE',
  run_id: 'r1',
  project_id: 'p',
  project_dir: 'p',
  prompt_file: 'prompt.md',
  prompt_sha256: hash,
});
const prepare = prepareWith('h1');
const dispatchAs = (print: string): Event => ({
  type: 'DISPATCH',
  run_id: 'r1',
  project_id: 'p',
  project_dir: 'p',
  prompt_file: 'prompt.md',
  dispatch_fingerprint: print,
  mode: 'exec',
  session_id: null,
  model: 'm',
  reasoning_effort: 'low',
  sandbox: 'none',
  workload_class: 'training',
});
const dispatch = dispatchAs('f1');
const spawned: Event = {
  type: 'SPAWNED',
  pid: 41,
  pgid: 40,
  session_id: 's1',
  pid_start_ticks: 99,
  boot_id: 'b',
};
const spawnFailed: Event = {
  type: 'SPAWN_FAILED',
  code: 'dispatch_script_failed',
  error: 'exit 3: no agent',
};
const exited: Event = { type: 'AGENT_EXITED', exit_code: 0, process_tracking: { alive: 1 } };
const confirmed = (decision: { note: string } | null): Event => ({
  type: 'IDLE_CONFIRMED',
  receipt: { window_sec: 60 },
  process_tracking: { alive: 0 },
  decision,
});
const exhausted: Event = {
  type: 'WAIT_EXHAUSTED',
  receipt: { waited_sec: 9 },
  process_tracking: {},
};
const gateFailed: Event = { type: 'GATE_FAILED', error: 'sensor gone' };
const question: Event = { type: 'QUESTION_ASKED', question: 'which seed?', process_tracking: {} };
const stop: Event = { type: 'STOP', reason: 'enough', grace_sec: 7 };
const stopped: Event = { type: 'STOPPED', process_tracking: { alive: 0 } };
const stoppedAsFailed: Event = { ...stopped, failed: true };
const effectFailed = (effect: string): Event => ({
  type: 'EFFECT_FAILED',
  effect,
  error: 'gave up',
});
const running = [prepare, dispatch, spawned];

describe('what a run on the worker refuses', () => {
  it.each<[string, Event[], Event, string]>([
    ['results for a run never heard of', [], spawned, 'run_not_found'],
    ['a dispatch with another request', [prepare, dispatch], dispatchAs('f2'), 'run_conflict'],
    [
      'a dispatch with another request after the end',
      [...running, confirmed(null)],
      dispatchAs('f2'),
      'run_conflict',
    ],
    ['a dispatch of a fenced id', [stop], dispatch, 'run_fenced'],
    ['a dispatch of a run stopped before it began', [prepare, stop], dispatch, 'run_fenced'],
    ['preparing a fenced id', [stop], prepare, 'run_fenced'],
    ['another prompt once dispatched', [prepare, dispatch], prepareWith('h2'), 'run_conflict'],
    ['an idle verdict after a stop', [...running, stop], confirmed(null), 'transition_refused'],
    ['a second verdict', [...running, confirmed(null)], exhausted, 'transition_refused'],
    ['a second start', running, spawned, 'transition_refused'],
  ])('%s', (_, history, event, code) => {
    const { accepted, state, before, refusal, actions } = play(history, event);
    expect(accepted).toBe(false);
    expect(state).toBe(before);
    expect(actions).toEqual([]);
    expect(refusal?.code).toBe(code);
  });
});

describe('how a run on the worker moves', () => {
  it.each<[Event[], Event, string]>([
    [[], prepare, 'prepared'],
    [[], dispatch, 'starting'],
    [[prepare], dispatch, 'starting'],
    [[prepare, dispatch], spawned, 'running'],
    [[prepare, dispatch], spawnFailed, 'failed'],
    [[prepare, dispatch], effectFailed('gate.spawn'), 'failed'],
    [running, exited, 'quieting'],
    [running, confirmed(null), 'ready'],
    [[...running, exited], confirmed({ note: 'x' }), 'ready'],
    [[...running, exited], exhausted, 'timed_out'],
    [running, gateFailed, 'stopping'],
    [[...running, gateFailed], stoppedAsFailed, 'failed'],
    [running, question, 'ready'],
    [[], stop, 'fenced'],
    [[prepare], stop, 'stopped'],
    [[prepare, dispatch], stop, 'stopping'],
    [running, stop, 'stopping'],
    [[...running, stop], stopped, 'stopped'],
    [[prepare, dispatch, stop], spawned, 'stopping'],
  ])('%#: to %3$s', (history, event, status) => {
    const { accepted, state, records } = play(history, event);
    expect(accepted).toBe(true);
    expect(state.status).toBe(status);
    expect(records.length).toBeGreaterThan(0);
  });
});

describe('preparing and dispatching', () => {
  it('replays the same prompt and replaces another one while nothing was started', () => {
    expect(play([prepare], prepare)).toMatchObject({ reply: { result: 'replayed' }, records: [] });
    const replaced = play([prepare], prepareWith('h2'));
    expect(replaced.reply).toMatchObject({ result: 'prepared' });
    expect(replaced.state.prompt_sha256).toBe('h2');
  });

  it('spawns once; the same dispatch again starts nothing and hears the same process', () => {
    expect(play([prepare], dispatch).performed.map(({ effect }) => effect)).toEqual(['gate.spawn']);
    const early = play([prepare, dispatch], dispatch);
    expect(early.reply).toMatchObject({ result: 'starting', pid: null });
    for (const history of [
      running,
      [...running, exited],
      [...running, confirmed(null)],
      [...running, stop],
    ]) {
      const { reply, performed, state, before } = play(history, dispatch);
      expect(reply).toMatchObject({ result: 'replayed', pid: 41, pgid: 40, session_id: 's1' });
      expect(performed).toEqual([]);
      expect(state).toBe(before);
    }
  });

  it('answers the dispatch that waits, and announces the session', () => {
    const { answers, told, state } = play([prepare, dispatch], spawned);
    expect(answers).toEqual([
      { key: 'k1', body: { run_id: 'r1', result: 'started', pid: 41, pgid: 40, session_id: 's1' } },
    ]);
    expect(state).toMatchObject({
      started_at: minute(2),
      idle_state: 'warming',
      pending_request: null,
    });
    expect(told).toMatchObject([
      {
        to: { kind: 'callback_delivery', id: 'r1' },
        event: {
          type: 'ENQUEUE',
          callback: {
            event_type: 'session_started',
            idempotency_key: 'r1:session_started:1',
            sequence: 1,
          },
        },
      },
    ]);
  });

  it('answers a failed start with its code, sends no callback, and says the same again', () => {
    const { answers, told } = play([prepare, dispatch], spawnFailed);
    const failure = { code: 'dispatch_script_failed', error: 'exit 3: no agent' };
    expect(answers).toMatchObject([{ key: 'k1', body: { result: 'failed', ...failure } }]);
    expect(told).toEqual([]);
    expect(play([prepare, dispatch, spawnFailed], dispatch).reply).toMatchObject({
      result: 'failed',
      ...failure,
    });
  });

  it('sweeps up when starting was lost, and stops a process that turns up later', () => {
    const lost = play([prepare, dispatch], effectFailed('gate.spawn'));
    expect(lost.performed.map(({ effect }) => effect)).toEqual(['gate.kill']);
    const late = play([prepare, dispatch, effectFailed('gate.spawn')], spawned);
    expect(late.state.status).toBe('stopping');
    expect(late.performed).toMatchObject([{ effect: 'gate.kill', input: { pid: 41 } }]);
    expect(late.told).toEqual([]);
  });
});

describe('callbacks of a run', () => {
  it.each<[Event[], Event, string, object]>([
    [running, exited, 'agent_yielded', { exit_code: 0, process_tracking: { alive: 1 } }],
    [running, question, 'question_pending', { reason: 'which seed?' }],
    [
      [...running, exited],
      confirmed(null),
      'wake_ready',
      { gate_state: 'idle', telemetry: { window_sec: 60 } },
    ],
    [
      [...running, exited],
      confirmed({ note: 'x' }),
      'session_finished_ready',
      { decision: { note: 'x' } },
    ],
    [
      [...running, exited],
      exhausted,
      'gate_timeout',
      { gate_state: 'timed_out', telemetry: { waited_sec: 9 } },
    ],
    [
      [prepare, dispatch, spawned, gateFailed],
      stoppedAsFailed,
      'gate_error',
      { reason: 'sensor gone', process_tracking: { alive: 0 } },
    ],
  ])('%#: %3$s', (history, event, type, facts) => {
    const { told, state } = play(history, event);
    // All but what begins it, and the failure that waits for the end of its processes, is told.
    const sequence = history.filter((each) => each !== gateFailed).length - 1;
    expect(told).toMatchObject([
      {
        to: { kind: 'callback_delivery', id: 'r1' },
        event: {
          callback: {
            event_type: type,
            idempotency_key: `r1:${type}:${sequence}`,
            sequence,
            seen_at: minute(history.length),
            project_id: 'p',
            session_id: 's1',
            ...facts,
          },
        },
      },
    ]);
    expect(state.callback_sequence).toBe(sequence);
  });
});

describe('the end of the agent', () => {
  const ended = (exitCode: number | null, sessionId?: string | null): Event => ({
    type: 'AGENT_EXITED',
    exit_code: exitCode,
    process_tracking: {},
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
  });
  const callbackOf = (...given: Parameters<typeof play>) => play(...given).told[0]?.event;

  it.each([
    ['s9', 's9'],
    [null, 's1'],
    [undefined, 's1'],
  ])('with the session id %j makes it %j, also in the callbacks', (given, session) => {
    expect(play(running, ended(0, given)).state.session_id).toBe(session);
    const callback = callbackOf([...running, ended(0, given)], question);
    expect(callback).toMatchObject({ callback: { session_id: session } });
  });

  it('is told in words, and again with the verdict where it was no success', () => {
    const failed = play(running, ended(3));
    expect(failed.state.last_error).toBe('the agent failed with exit status 3');
    expect(callbackOf(running, ended(3))).toMatchObject({
      callback: { reason: 'the agent failed with exit status 3' },
    });
    expect(callbackOf([...running, ended(3)], confirmed(null))).toMatchObject({
      callback: { reason: expect.stringMatching(/whole window; the agent failed/) },
    });
    for (const code of [0, null]) {
      expect(play(running, ended(code)).state.last_error).toBeNull();
      expect(callbackOf([...running, ended(code)], confirmed(null))).toMatchObject({
        callback: { reason: expect.stringMatching(/whole window$/) },
      });
    }
  });

  it('under a stop keeps the reason of the stop', () => {
    const { state } = play([...running, stop], ended(143, 's9'));
    expect(state).toMatchObject({ exit_code: 143, session_id: 's9', last_error: 'enough' });
  });
});

describe('stopping', () => {
  it('kills the very process that was started, and answers when it is gone', () => {
    const { performed, actions } = play(running, stop);
    expect(performed).toEqual([
      {
        effect: 'gate.kill',
        input: {
          run_id: 'r1',
          project_dir: 'p',
          pid: 41,
          pgid: 40,
          pid_start_ticks: 99,
          boot_id: 'b',
          reason: 'enough',
          grace_sec: 7,
          report: false,
        },
      },
    ]);
    expect(actions.at(-1)?.type).toBe('defer');
    expect(play([...running, stop], stopped).answers).toMatchObject([
      { key: 'k3', body: { result: 'stopped' } },
    ]);
  });

  it('tells the control plane of a stop that it did not ask for', () => {
    const reported = play([...running, { ...stop, report: true }], { ...stopped, report: true });
    expect(reported.told).toMatchObject([
      {
        to: { kind: 'callback_delivery', id: 'r1' },
        event: {
          callback: {
            event_type: 'gate_error',
            idempotency_key: 'r1:gate_error:2',
            sequence: 2,
            reason: 'stopped on its worker: enough',
            process_tracking: { alive: 0 },
          },
        },
      },
    ]);
    expect(reported.state).toMatchObject({ status: 'stopped', callback_sequence: 2 });
    expect(play([...running, { ...stop, report: true }], stopped).performed).toEqual([]);
    expect(play(running, { ...stop, report: true }).performed).toMatchObject([
      { effect: 'gate.kill', input: { report: true } },
    ]);
    expect(play([...running, stop], stopped).told).toEqual([]);
  });

  it('waits for a start under way, so that nothing outlives the stop', () => {
    const early = play([prepare, dispatch], stop);
    expect(early.performed).toEqual([]);
    expect(early.answers).toMatchObject([{ key: 'k1', body: { code: 'run_fenced' } }]);
    const started = play([prepare, dispatch, stop], spawned);
    expect(started.performed).toMatchObject([{ effect: 'gate.kill', input: { pid: 41 } }]);
    expect(started.told).toEqual([]);
    expect(play([prepare, dispatch, stop, spawned], stopped).answers).toMatchObject([
      { key: 'k2' },
    ]);
  });

  it('replies with the state of a run that is over and does nothing', () => {
    const { reply, performed, state, before } = play([...running, confirmed(null)], stop);
    expect(reply).toMatchObject({ result: 'ended', pid: 41 });
    expect(state.status).toBe('ready');
    expect(performed).toEqual([]);
    expect(state).toBe(before);
  });

  it('tells the caller when the kill gave up, and lets the next stop try again', () => {
    const failed = play([...running, stop], effectFailed('gate.kill'));
    expect(failed.state.status).toBe('stopping');
    expect(failed.answers).toMatchObject([
      { key: 'k3', body: { result: 'failed', error: 'gave up' } },
    ]);
    const again = play([...running, stop, effectFailed('gate.kill')], stop);
    expect(again.performed.map(({ effect }) => effect)).toEqual(['gate.kill']);
    expect(play([...running, stop], stop)).toMatchObject({
      reply: { result: 'stopping' },
      performed: [],
    });
  });
});
