/**
 * The queue item: what it refuses, how it moves, what it asks for. Long because the machine has the
 * most moves of all.
 */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import type { CallbackBody, ProjectDecision } from '../../../src/domain/records.ts';
import type { QueueItemEvent, ReconcileFinding } from '../../../src/machines/queue-item/events.ts';
import { queueItemSpec } from '../../../src/machines/queue-item/spec.ts';
import { claimEvent, enqueueEvent } from '../../support/queue-item-events.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<QueueItemEvent>;
const play = createPlay(queueItemSpec);

const enqueue: Event = enqueueEvent();
const claimOf = (run: string): Event => claimEvent({ run_id: run });
const claim = claimOf('r1');
const accepted: Event = { type: 'WORKER_ACCEPTED', run_id: 'r1', session_id: 's1' };
const refused: Event = {
  type: 'WORKER_REFUSED',
  run_id: 'r1',
  error: 'it failed',
  code: 'dispatch_script_failed',
};
const unknown: Event = { type: 'OUTCOME_UNKNOWN', run_id: 'r1', error: 'timed out' };
type CallbackName = Extract<QueueItemEvent, { callback: CallbackBody }>['type'];
const callback = (type: CallbackName, run = 'r1'): Event => ({
  type,
  callback: {
    event_type: type.toLowerCase(),
    idempotency_key: `${run}:${type}:1`,
    run_id: run,
    project_id: 'p',
    session_id: 's2',
    sequence: 1,
    seen_at: minute(0),
    gate_state: 'idle',
    reason: 'why it is so',
    process_tracking: null,
    telemetry: { window_sec: 60 },
    exit_code: 0,
    decision: null,
  },
});
const decided = (
  decision: ProjectDecision['project_decision'] | null,
  problems: string[] = [],
): Event => ({
  type: 'DECISION_READ',
  run_id: 'r1',
  decision:
    decision === null
      ? null
      : {
          project_decision: decision,
          research_outcome: 'useful_signal',
          hypothesis_status: 'mixed',
          summary: 'a summary',
          recommended_next_action: 'try more',
        },
  gate_verdict: null,
  problems,
});
const reconciled = (finding: ReconcileFinding, run = 'r1'): Event => ({
  type: 'RECONCILED',
  run_id: run,
  finding,
  detail: 'as asked',
  session_id: null,
});
const verb = (type: 'PAUSE' | 'RESUME' | 'RETRY' | 'CANCEL'): Event => ({ type, note: 'please' });
const effectFailed = (effect: string): Event => ({
  type: 'EFFECT_FAILED',
  effect,
  error: 'gave up',
});

const running = [enqueue, claim, accepted];
const missing: Event = { type: 'RUN_MISSING', run_id: 'r1' };
const received = [...running, callback('WAKE_READY')];
const lost = [enqueue, claim, unknown];
const asked = [...running, callback('QUESTION_PENDING')];

describe('a claim that its worker knows better of', () => {
  const fenced: Event = { ...refused, error: 'run here as r0', code: 'run_fenced' };

  it('waits for a person instead of going round it with the next claim', () => {
    const { state } = play([enqueue, claim], fenced);
    expect(state).toMatchObject({
      status: 'needs_review',
      manual_review_required: true,
      current_run_id: null,
      blocked_reason: 'the worker refused the claim: run here as r0',
    });
    expect(play([enqueue, claim, fenced], verb('RETRY')).state.status).toBe('queued');
  });
});

it('asks about a run that its worker calls over and that no callback told of, and says why', () => {
  const { state } = play(running, { type: 'RUN_MISSING', run_id: 'r1', over: true });
  expect(state.status).toBe('reconciling');
  expect(state.last_error).toContain('no callback of it is on its way');
});

describe('what a queue item refuses', () => {
  it.each<[string, Event[], Event, string]>([
    ['anything before it is enqueued', [], claim, 'queue_item_not_found'],
    ['a second enqueue', [enqueue], enqueue, 'already_queued'],
    ['a claim while a run is active', running, claimOf('r2'), 'already_active'],
    ['a claim while it is paused', [enqueue, verb('PAUSE')], claim, 'not_queued'],
    [
      'a claim with the id of its last run',
      [...running, callback('GATE_ERROR'), verb('RETRY')],
      claim,
      'run_id_used',
    ],
    [
      'a resume on another worker than that of the session',
      [...asked, { type: 'ANSWER', answer: 'x' }],
      { ...claimOf('r2'), lane: 'http://gpu-2:8787' } as Event,
      'session_elsewhere',
    ],
    ['a pause while a run is active', running, verb('PAUSE'), 'active'],
    ['a retry while a run is active', running, verb('RETRY'), 'active'],
    ['a resume when it is not paused', [enqueue], verb('RESUME'), 'transition_refused'],
    [
      'an answer when nothing was asked',
      [...received, decided('needs_review')],
      { type: 'ANSWER', answer: 'x' },
      'no_question',
    ],
    [
      'a second cancel while the first waits',
      [...running, verb('CANCEL')],
      verb('CANCEL'),
      'cancel_pending',
    ],
    [
      'a cancel of a completed item',
      [...received, decided('finalize_negative')],
      verb('CANCEL'),
      'transition_refused',
    ],
    [
      'an answer about another run',
      [enqueue, claim],
      { ...accepted, run_id: 'r0' },
      'not_current_run',
    ],
    [
      'a decision about another run',
      received,
      { ...decided('continue'), run_id: 'r0' } as Event,
      'not_current_run',
    ],
    [
      'an edit of an identity field',
      [enqueue],
      { type: 'EDIT', fields: { project_id: 'q' } } as unknown as Event,
      'field_not_editable',
    ],
    ['an empty edit', [enqueue], { type: 'EDIT', fields: {} }, 'nothing_to_edit'],
    [
      'a paper of another run',
      received,
      { type: 'PAPER_DRAFTED', paper_id: 'x', run_id: 'r0' },
      'not_current_run',
    ],
  ])('%s', (_, history, event, code) => {
    const { accepted: isAccepted, state, before, refusal, actions } = play(history, event);
    expect(isAccepted).toBe(false);
    expect(state).toBe(before);
    expect(actions).toEqual([]);
    expect(refusal?.code).toBe(code);
  });

  it('names what a claim waits for when a person must look first', () => {
    const flagged = play([...running, callback('GATE_ERROR')], verb('PAUSE'));
    expect(flagged.state).toMatchObject({ status: 'paused', manual_review_required: true });
    const { refusal } = play([...running, callback('GATE_ERROR')], claimOf('r2'));
    expect(refusal).toMatchObject({ code: 'manual_review_required' });
    expect(refusal?.message).toContain('why it is so');
  });

  it('a lane that another item holds, as lane_busy', () => {
    expect(queueItemSpec.constraints?.['one_active_item_per_lane']?.code).toBe('lane_busy');
  });
});

describe('how a queue item moves', () => {
  it.each<[Event[], Event, string]>([
    [[], enqueue, 'queued'],
    [[enqueue], claim, 'dispatching'],
    [[enqueue, claim], accepted, 'running'],
    [[enqueue, claim], refused, 'queued'],
    [[enqueue, claim, refused, claim], refused, 'dispatch_error'],
    [[enqueue, claim], unknown, 'reconciling'],
    [[enqueue, claim], effectFailed('worker.start_run'), 'reconciling'],
    [[enqueue, claim], callback('SESSION_STARTED'), 'running'],
    [[enqueue, claim], callback('AGENT_YIELDED'), 'awaiting_wake'],
    [[enqueue, claim], callback('WAKE_READY'), 'wake_received'],
    [running, callback('AGENT_YIELDED'), 'awaiting_wake'],
    [running, callback('SESSION_FINISHED_READY'), 'wake_received'],
    [running, callback('QUESTION_PENDING'), 'needs_review'],
    [running, callback('GATE_TIMEOUT'), 'blocked'],
    [[...running, callback('AGENT_YIELDED')], callback('GATE_ERROR'), 'blocked'],
    [lost, callback('WAKE_READY'), 'wake_received'],
    [lost, accepted, 'running'],
    [lost, refused, 'queued'],
    [lost, reconciled('live'), 'running'],
    [lost, reconciled('awaiting'), 'awaiting_wake'],
    [lost, reconciled('ready'), 'wake_received'],
    [lost, reconciled('timed_out'), 'blocked'],
    [lost, reconciled('failed'), 'blocked'],
    [lost, reconciled('stopped'), 'needs_review'],
    [lost, reconciled('absent'), 'queued'],
    [[...lost, reconciled('absent'), claim, unknown], reconciled('absent'), 'dispatch_error'],
    [lost, reconciled('lost'), 'needs_review'],
    [[...running, missing], reconciled('absent'), 'needs_review'],
    [[...lost, callback('SESSION_STARTED'), missing], reconciled('absent'), 'needs_review'],
    [[...running, missing], reconciled('live'), 'running'],
    [running, missing, 'reconciling'],
    [lost, reconciled('unreachable'), 'reconciling'],
    [received, decided('finalize_positive'), 'completed'],
    [received, decided('finalize_negative'), 'completed'],
    [received, decided('branch_new_project'), 'completed'],
    [received, decided('continue'), 'queued'],
    [received, decided('blocked'), 'blocked'],
    [received, decided('needs_review'), 'needs_review'],
    [received, decided(null, ['not JSON']), 'needs_review'],
    [received, effectFailed('evidence.collect'), 'needs_review'],
    [[enqueue], verb('PAUSE'), 'paused'],
    [[enqueue, verb('PAUSE')], verb('RESUME'), 'queued'],
    [[enqueue], verb('CANCEL'), 'canceled'],
    [[enqueue, verb('CANCEL')], verb('RETRY'), 'queued'],
    [asked, { type: 'ANSWER', answer: 'yes' }, 'queued'],
    [asked, verb('CANCEL'), 'canceled'],
  ])('%#: by the last event to %3$s', (history, event, status) => {
    const { accepted: isAccepted, state, records } = play(history, event);
    expect(isAccepted).toBe(true);
    expect(state.status).toBe(status);
    expect(records.length).toBeGreaterThan(0);
  });

  it('spends no retry on a worker that was busy, and none is left for a request that is wrong', () => {
    const refusedAs = (code: string): Event => ({ ...refused, code });
    const busy = refusedAs('worker_busy');
    const away = refusedAs('worker_unreachable');
    const often = [enqueue, claim, busy, claim, away, claim, busy, claim, away, claim];
    expect(play(often, busy).state).toMatchObject({ status: 'queued', retry_count: 0, lane: null });
    const wrong = play([enqueue, claim], refusedAs('invalid_request'));
    expect(wrong.state).toMatchObject({ status: 'dispatch_error', retry_count: 1 });
  });

  it('starts the run at the gate that it was claimed for, where that says which it is', () => {
    const named = play([enqueue], claimEvent({ gate_id: 'gate-a' }));
    expect(named.performed[0]?.input).toMatchObject({ gate_id: 'gate-a' });
    expect(play([enqueue], claim).performed[0]?.input).not.toHaveProperty('gate_id');
  });

  it('keeps the claim while the outcome is unknown, and gives it back when it was never started', () => {
    const { state } = play([enqueue, claim], unknown);
    expect(state).toMatchObject({ lane: 'http://gpu-1:8787', current_run_id: 'r1' });
    expect(play(lost, reconciled('absent')).state).toMatchObject({
      lane: null,
      current_run_id: null,
      lease_expires_at: null,
      retry_count: 1,
    });
  });

  it('gives up on a silent worker after the bounded number of tries, for a person to look', () => {
    const tries = Array.from({ length: limits.reconcileAttemptsMax - 1 }, () =>
      reconciled('unreachable'),
    );
    const { state, records } = play([...lost, ...tries], reconciled('unreachable'));
    expect(state).toMatchObject({
      status: 'needs_review',
      manual_review_required: true,
      lane: null,
    });
    expect(records[0]).toBe('queue_item.reconcile_abandoned');
  });

  it.each([
    ['as soon as somebody has the run stopped', limits.reconcileAttemptsStoppingMax, true],
    ['never sooner', limits.reconcileAttemptsStoppingMax - 1, false],
  ])('gives up on a silent worker, after long silence, %s', (_, silentTries, isOver) => {
    const tries = Array.from({ length: silentTries - 1 }, () => reconciled('unreachable'));
    const { state, answers } = play([...lost, ...tries, verb('CANCEL')], reconciled('unreachable'));
    expect(state.status).toBe(isOver ? 'canceled' : 'reconciling');
    expect(answers).toHaveLength(isOver ? 1 : 0);
  });

  it('continues by itself only so often, and prepares the resume for a person afterwards', () => {
    const again: Event[] = [
      ...received,
      decided('continue'),
      claimOf('r2'),
      { ...accepted, run_id: 'r2' },
      callback('WAKE_READY', 'r2'),
    ];
    const { before, state } = play(again, { ...decided('continue'), run_id: 'r2' } as Event);
    expect(before.continue_count).toBe(1);
    expect(state).toMatchObject({
      status: 'needs_review',
      continue_count: 1,
      next_mode: 'resume',
      next_prompt: 'try more',
    });
  });

  it('clears flag, error and counts on a retry', () => {
    const { state } = play([...running, callback('GATE_ERROR')], verb('RETRY'));
    expect(state).toMatchObject({
      manual_review_required: false,
      last_error: null,
      blocked_reason: null,
      retry_count: 0,
    });
  });

  it('carries an answer into the next dispatch as a resumed session', () => {
    const { performed } = play([...asked, { type: 'ANSWER', answer: 'use seed 7' }], claimOf('r2'));
    expect(performed[0]?.input).toMatchObject({
      mode: 'resume',
      session_id: 's2',
      prompt: 'use seed 7',
      fencing: 2,
    });
  });

  it('keeps session and answer through a refused dispatch, and drops them with a cancel', () => {
    const again: Event[] = [
      ...asked,
      { type: 'ANSWER', answer: 'use seed 7' },
      claimOf('r2'),
      { ...refused, run_id: 'r2' },
    ];
    const { performed } = play(again, claimOf('r3'));
    expect(performed[0]?.input).toMatchObject({ session_id: 's2', prompt: 'use seed 7' });
    const anew = play([...again, verb('CANCEL'), verb('RETRY')], {
      ...claimOf('r3'),
      lane: 'http://gpu-2:8787',
    } as Event);
    expect(anew.performed[0]?.input).toMatchObject({
      mode: 'exec',
      session_id: null,
      prompt: null,
    });
  });

  it('edits what it may in any status and changes nothing else', () => {
    const { state, before } = play(running, {
      type: 'EDIT',
      fields: { dispatch_priority: 90, model: null },
    });
    expect(state).toEqual({
      ...before,
      dispatch_priority: 90,
      model: null,
      last_event_type: 'queue_item.edited',
      updated_at: minute(3),
    });
  });
});

describe('an item that has a paper', () => {
  const drafted: Event = { type: 'PAPER_DRAFTED', paper_id: 'r1--draft', run_id: 'r1' };
  const ranked = {
    to: { kind: 'paper_review', id: 'r1--draft' },
    event: { type: 'EVALUATE' },
  };
  const blocked = [enqueue, claim, accepted, drafted, callback('GATE_ERROR')];

  it.each<[string, Event[], Event]>([
    ['begins to need a person', blocked.slice(0, -1), callback('GATE_ERROR')],
    ['is retried', blocked, { type: 'RETRY', note: null }],
    ['is paused', blocked, { type: 'PAUSE', note: null }],
    ['is canceled', blocked, { type: 'CANCEL', note: null }],
  ])('has that ranked anew when it %s', (_, history, event) => {
    expect(play(history, event).told).toContainEqual(ranked);
  });

  it('says nothing of a paper that it does not have', () => {
    const without = blocked.filter((event) => event !== drafted);
    expect(play(without, { type: 'RETRY', note: null }).told).not.toContainEqual(ranked);
  });
});

describe('labels', () => {
  const tagged = { ...enqueue, tags: ['gpu'] };
  const edit = (fields: object): Event => ({ type: 'EDIT', fields, note: 'sorted' });

  it('come with the project and are given to a run at its claim', () => {
    const { state, told } = play([tagged], claim);
    expect(state.tags).toEqual(['gpu']);
    expect(told[0]).toMatchObject({ event: { type: 'PREPARE', run_id: 'r1', tags: ['gpu'] } });
  });

  it('are absent in an item from before they were kept, and in its run', () => {
    const { state, told } = play([enqueue], claim);
    expect('tags' in state).toBe(false);
    expect('tags' in told[0]!.event).toBe(false);
  });

  it('that are edited are told to the project, and to no run', () => {
    const { state, told } = play([tagged, claim], edit({ tags: ['cpu'], model: 'm' }));
    expect(state).toMatchObject({ tags: ['cpu'], model: 'm' });
    expect(told).toEqual([
      {
        to: { kind: 'project', id: 'p' },
        event: { type: 'LABEL', labels: { tags: ['cpu'] }, note: 'sorted' },
      },
    ]);
    expect(play([tagged], edit({ model: 'm' })).told).toEqual([]);
    expect(play([], edit({ tags: [] })).refusal?.code).toBe('queue_item_not_found');
  });
});

describe('staleness', () => {
  it('starts anew with every word from the worker, by the window of the claim', () => {
    const late = { ...callback('SESSION_STARTED'), at: minute(20) };
    const { state, actions } = play(running, late);
    expect(state).toMatchObject({ last_callback_at: minute(20), stale_after: minute(50) });
    expect(actions).toContainEqual({
      type: 'schedule',
      params: {
        timer: 'stale',
        delay_ms: 30 * 60_000,
        event: { type: 'STALE_DUE', run_id: 'r1', stale_after: minute(50) },
      },
    });
    const found = play([...running, late, { type: 'STALE_DUE', run_id: 'r1', at: minute(60) }], {
      ...reconciled('live'),
      at: minute(61),
    });
    expect(found.state.stale_after).toBe(minute(91));
  });

  it('is not put off by a clock that was put back a month', () => {
    const month = 30 * 24 * 60;
    const due = (state: string | null, at: number): Event => ({
      type: 'STALE_DUE',
      run_id: 'r1',
      stale_after: state,
      at: minute(at - month),
    });
    // Set at the claim, for minute 31: it has waited that long.
    expect(play(running, due(minute(31), 31)).state.status).toBe('reconciling');
    // Heard of before the clock was put back, so that the timer was set for a deadline that has moved.
    const moved = play(
      [...running, { ...callback('SESSION_STARTED'), at: minute(20) }],
      due('', 31),
    );
    expect(moved.state.status).toBe('running');
    expect(moved.actions).toMatchObject([{ params: { timer: 'stale', delay_ms: 30 * 60_000 } }]);
    // Heard of after it.
    const heard = play(running, { ...callback('SESSION_STARTED'), at: minute(20 - month) }).state;
    expect(heard.stale_after).toBe(minute(50 - month));
  });

  it.each([
    ['a late answer', accepted],
    ['a callback', callback('SESSION_STARTED')],
    ['a callback that ends it', callback('SESSION_FINISHED_READY')],
  ])('is no trouble any more once %s was heard', (_what, heard) => {
    const { state, before } = play(lost, heard);
    expect(before.last_error).toBe('timed out');
    expect(state.last_error).toBeNull();
  });

  it('sets a too early timer again and does nothing else', () => {
    const { state, before, actions } = play(running, { type: 'STALE_DUE', run_id: 'r1' });
    expect(state).toBe(before);
    expect(actions.map((action) => action.type)).toEqual(['schedule']);
  });

  it('asks the worker once the deadline has passed, and says since when it is silent', () => {
    const { state, performed, records } = play(running, {
      type: 'STALE_DUE',
      run_id: 'r1',
      at: minute(31),
    });
    expect(state.status).toBe('reconciling');
    expect(state.last_error).toContain(minute(1));
    expect(performed.map(({ effect }) => effect)).toEqual(['worker.find_run']);
    expect(records).toEqual(['queue_item.contact_lost']);
  });

  it('asks again after a growing, bounded pause', () => {
    const delays = [1, 2, 3, 12].map((tries) => {
      const history = Array.from({ length: tries - 1 }, () => reconciled('unreachable'));
      const { actions } = play([...lost, ...history], reconciled('unreachable'));
      const timer = actions.find((action) => action.type === 'schedule');
      return timer?.params.delay_ms;
    });
    expect(delays).toEqual([5_000, 10_000, 20_000, 600_000]);
  });
});

describe('callbacks', () => {
  it.each<[string, Event[], Event, string]>([
    ['of another run', running, callback('WAKE_READY', 'r0'), 'not_current_run'],
    [
      'after completion',
      [...received, decided('finalize_negative')],
      callback('GATE_ERROR'),
      'not_applicable_now',
    ],
    ['after a cancel', [enqueue, verb('CANCEL')], callback('WAKE_READY'), 'not_current_run'],
    ['a second time', received, callback('WAKE_READY'), 'not_applicable_now'],
    ['late in order', received, callback('AGENT_YIELDED'), 'not_applicable_now'],
  ])('%s are recorded, answered and change nothing', (_, history, event, reason) => {
    const { state, before, reply, records, performed, told } = play(history, event);
    expect(state).toBe(before);
    expect(reply).toEqual({ applied: false, ignore_reason: reason });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatch(/^worker_callback\./);
    expect([performed, told]).toEqual([[], []]);
  });

  it('that overtake the dispatch reply count as the acceptance, which is answered', () => {
    const { state, answers, performed, reply } = play([enqueue, claim], callback('WAKE_READY'));
    expect(state).toMatchObject({ status: 'wake_received', pending_dispatch: null });
    expect(answers).toMatchObject([
      { key: 'k1', body: { result: 'accepted', run_id: 'r1', session_id: 's2' } },
    ]);
    expect(performed.map(({ effect }) => effect)).toEqual(['evidence.collect']);
    expect(reply).toEqual({ applied: true });
    expect(play([enqueue, claim, callback('WAKE_READY')], accepted).accepted).toBe(false);
  });

  it('tell the run what they say, with its receipt and exit code', () => {
    const { told } = play(running, callback('WAKE_READY'));
    expect(told).toEqual([
      {
        to: { kind: 'run', id: 'r1' },
        event: {
          type: 'WAKE_READY',
          facts: {
            session_id: 's2',
            gate_state: 'idle',
            current_activity: 'why it is so',
            idle_verdict: { window_sec: 60 },
            exit_code: 0,
            last_error: null,
            is_callback: true,
          },
        },
      },
    ]);
  });
});

describe('claiming', () => {
  it('records, tells the new run twice in order, asks for the start and waits for the answer', () => {
    const { state, records, told, performed, actions } = play([enqueue], claim);
    expect(state).toMatchObject({
      fencing: 1,
      pending_dispatch: 'k1',
      lease_expires_at: minute(2),
      stale_after: minute(31),
      last_dispatch_at: minute(1),
    });
    expect(records).toEqual(['queue_item.claimed']);
    expect(told.map(({ event }) => event.type)).toEqual(['PREPARE', 'DISPATCH']);
    expect(told[0]?.event).toMatchObject({
      attempt: 1,
      dispatch_mode: 'exec',
      worker_target: 'gpu-1',
    });
    expect(performed).toEqual([
      {
        effect: 'worker.start_run',
        input: {
          run_id: 'r1',
          project_id: 'p',
          project_name: 'P',
          project_dir: 'p',
          worker_target: 'gpu-1',
          lane: 'http://gpu-1:8787',
          fencing: 1,
          mode: 'exec',
          session_id: null,
          prompt: null,
          workload_class: 'training',
          model: 'm-1',
          reasoning_effort: 'high',
          sandbox: 'workspace-write',
        },
      },
    ]);
    expect(actions.at(-1)?.type).toBe('defer');
  });

  it.each<[Event, object]>([
    [accepted, { result: 'accepted', run_id: 'r1', session_id: 's1' }],
    [refused, { result: 'refused', error: 'it failed', code: 'dispatch_script_failed' }],
    [unknown, { result: 'unknown', error: 'timed out' }],
  ])('answers the dispatch that waits: %#', (event, body) => {
    expect(play([enqueue, claim], event).answers).toMatchObject([{ key: 'k1', body }]);
  });
});

describe('canceling an active run', () => {
  const canceling = [...running, verb('CANCEL')];

  it('stops the run on its worker first and keeps the caller waiting', () => {
    const { state, performed, actions } = play(running, verb('CANCEL'));
    expect(state).toMatchObject({ status: 'running', pending_cancel: 'k3' });
    expect(performed).toEqual([
      {
        effect: 'worker.stop_run',
        input: {
          for_good: true,
          run_id: 'r1',
          project_id: 'p',
          lane: 'http://gpu-1:8787',
          reason: 'please',
        },
      },
    ]);
    expect(actions.at(-1)?.type).toBe('defer');
  });

  it('is done when the worker says so', () => {
    const { state, answers, told } = play(canceling, { type: 'RUN_STOPPED', run_id: 'r1' });
    expect(state).toMatchObject({ status: 'canceled', lane: null, pending_cancel: null });
    expect(answers).toMatchObject([{ key: 'k3', body: { result: 'canceled' } }]);
    expect(told.map(({ event }) => event.type)).toEqual(['CANCELED']);
  });

  it.each<[string, Event[], Event]>([
    ['it ends by itself', canceling, callback('WAKE_READY')],
    ['it ends with a question', canceling, callback('QUESTION_PENDING')],
    ['its gate fails', canceling, callback('GATE_ERROR')],
    ['the worker refuses it', [enqueue, claim, verb('CANCEL')], refused],
    ['the worker never had it', [...lost, verb('CANCEL')], reconciled('absent')],
    ['the worker finds it over', [...lost, verb('CANCEL')], reconciled('ready')],
    ['its decision is read first', [...received, verb('CANCEL')], decided('continue')],
  ])('is done however the run ends: %s', (_, history, event) => {
    const { state, answers } = play(history, event);
    expect(state).toMatchObject({ status: 'canceled', pending_cancel: null, lane: null });
    expect(answers.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ result: 'canceled' }),
    );
  });

  it('tells who asks for a run whether its worker has prepared it, until the next claim', () => {
    const prepared: Event = { ...unknown, prepared: true };
    const asked = (event: Event) => play([enqueue, claim], event).performed.at(-1)?.input;
    expect(asked(prepared)).toMatchObject({ was_prepared: true });
    expect(asked(unknown)).not.toHaveProperty('was_prepared');
    const again = [enqueue, claim, prepared, reconciled('absent'), claim];
    expect(play(again, unknown).performed.at(-1)?.input).not.toHaveProperty('was_prepared');
  });

  it.each<[string, Event]>([
    ['the worker cannot', { type: 'STOP_FAILED', run_id: 'r1', error: 'no such process' }],
    ['the effect gave up', effectFailed('worker.stop_run')],
  ])('fails visibly when %s, and can be asked for again', (_, event) => {
    const { state, answers } = play(canceling, event);
    expect(state).toMatchObject({ status: 'running', pending_cancel: null });
    expect(answers).toMatchObject([{ key: 'k3', body: { result: 'failed' } }]);
    expect(play([...canceling, event], verb('CANCEL')).accepted).toBe(true);
  });
});

describe('what the item leaves behind', () => {
  it('no run is left open: answering or canceling a question closes its run', () => {
    const answered = play(asked, { type: 'ANSWER', answer: 'x' });
    expect(answered.told.map(({ event }) => event.type)).toEqual(['RECONCILED']);
    expect(play(asked, verb('CANCEL')).told.map(({ event }) => event.type)).toEqual(['CANCELED']);
  });

  it('an effect that fails when it no longer matters is recorded, nothing more', () => {
    const { state, before, records } = play([enqueue], effectFailed('worker.find_run'));
    expect(state).toBe(before);
    expect(records).toEqual(['queue_item.effect_failed']);
  });

  it('a drafted paper is linked to the run it was drafted from', () => {
    const done = [...received, decided('finalize_positive')];
    const { state } = play(done, { type: 'PAPER_DRAFTED', paper_id: 'r1--draft', run_id: 'r1' });
    expect(state).toMatchObject({ status: 'completed', paper_id: 'r1--draft' });
  });
});
