/** The run follows its queue item: facts add up, the end is the end. */
import { describe, expect, it } from 'vitest';
import type { RunEvent, RunFacts } from '../../../src/machines/run/events.ts';
import { runSpec } from '../../../src/machines/run/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<RunEvent>;
const play = createPlay(runSpec, 'r1');
const prepare: Event = {
  type: 'PREPARE',
  run_id: 'r1',
  project_id: 'p',
  attempt: 2,
  dispatch_mode: 'resume',
  worker_target: 'gpu-1',
  workload_class: 'training',
  session_id: 's0',
};
const none: RunFacts = {
  session_id: null,
  gate_state: null,
  current_activity: null,
  idle_verdict: null,
  exit_code: null,
  last_error: null,
  is_callback: false,
};
const fact = (
  type: Extract<RunEvent, { facts: RunFacts }>['type'],
  facts: Partial<RunFacts> = {},
): Event => ({
  type,
  facts: { ...none, ...facts },
});
const dispatched = [prepare, fact('DISPATCH')];
const finals = {
  WAKE_READY: 'wake_ready',
  SESSION_FINISHED_READY: 'session_finished_ready',
  GATE_TIMEOUT: 'gate_timeout',
  GATE_ERROR: 'gate_error',
  DISPATCH_FAILED: 'dispatch_error',
  RECONCILED: 'reconciled',
  CANCELED: 'canceled',
} as const;

describe('labels of a run', () => {
  it('are those it was prepared with, or absent', () => {
    const { state } = play([], { ...prepare, tags: ['gpu'] });
    expect(state.tags).toEqual(['gpu']);
    expect('tags' in play([], prepare).state).toBe(false);
  });
});

describe('the title of a run', () => {
  it('is that of its project at the claim, or absent where an earlier version made it', () => {
    expect(play([], { ...prepare, project_name: 'A title' }).state.project_name).toBe('A title');
    expect('project_name' in play([], prepare).state).toBe(false);
  });
});

describe('what a run refuses', () => {
  it('facts before it was prepared, as run_not_found', () => {
    expect(play([], fact('STARTED')).refusal?.code).toBe('run_not_found');
  });

  it.each(Object.keys(finals) as (keyof typeof finals)[])(
    'everything after %s, as run_ended',
    (type) => {
      for (const late of ['STARTED', 'AGENT_YIELDED', 'CANCELED', 'WAKE_READY'] as const) {
        const { state, before, refusal } = play([...dispatched, fact(type)], fact(late));
        expect(state).toBe(before);
        expect(refusal?.code).toBe('run_ended');
      }
    },
  );

  it('being prepared twice', () => {
    expect(play([prepare], prepare).accepted).toBe(false);
  });
});

describe('how a run moves', () => {
  it.each(Object.entries(finals) as [keyof typeof finals, string][])(
    '%s ends it as %s',
    (type, status) => {
      const { state } = play([...dispatched, fact('STARTED')], fact(type));
      expect(state).toMatchObject({ status, ended_at: minute(3), started_at: minute(2) });
    },
  );

  it('is found again alive after contact was lost', () => {
    const yielded = [...dispatched, fact('STARTED'), fact('AGENT_YIELDED')];
    const { state } = play(yielded, fact('STARTED', { current_activity: 'found alive' }));
    expect(state).toMatchObject({
      status: 'running',
      current_activity: 'found alive',
      started_at: minute(2),
    });
  });

  it('waits with a question until it is closed', () => {
    const asked = [...dispatched, fact('QUESTION_PENDING')];
    expect(play(asked, fact('STARTED')).accepted).toBe(false);
    expect(play(asked, fact('RECONCILED')).state.status).toBe('reconciled');
  });
});

describe('what a run remembers', () => {
  it('adds facts up: null leaves what is known', () => {
    const first = fact('STARTED', { session_id: 's1', gate_state: 'warming', is_callback: true });
    const { state } = play([...dispatched, first], fact('AGENT_YIELDED', { exit_code: 0 }));
    expect(state).toMatchObject({
      session_id: 's1',
      gate_state: 'warming',
      exit_code: 0,
      last_callback_at: minute(2),
      attempt: 2,
    });
  });

  it('leaves the start unknown when its end is all that is known', () => {
    const { state } = play(dispatched, fact('WAKE_READY', { idle_verdict: { window_sec: 60 } }));
    expect(state).toMatchObject({ started_at: null, idle_verdict: { window_sec: 60 } });
  });
});
