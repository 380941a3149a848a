/** A cancel asked while the run is being looked for: kept until that is over, found again or given up. */
import { expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import type { QueueItemEvent, ReconcileFinding } from '../../../src/machines/queue-item/events.ts';
import { hints } from '../../../src/machines/queue-item/hints.ts';
import { queueItemSpec, withStates } from '../../../src/machines/queue-item/spec.ts';
import { claimEvent, enqueueEvent } from '../../support/queue-item-events.ts';
import { createPlay, type Given } from './support.ts';

type Event = Given<QueueItemEvent>;
const play = createPlay(queueItemSpec);

const run_id = 'r1';
const cancel: Event = { type: 'CANCEL', note: 'enough' };
const stopFailed: Event = { type: 'STOP_FAILED', run_id, error: 'no answer' };
const reconciled = (finding: ReconcileFinding): Event => ({
  type: 'RECONCILED',
  run_id,
  finding,
  detail: 'as asked',
  session_id: null,
});
const unseen: Event[] = [
  enqueueEvent(),
  claimEvent({ run_id, lane: 'http://w1' }),
  { type: 'WORKER_ACCEPTED', run_id, session_id: null, gate_id: 'k1' },
  { type: 'RUN_MISSING', run_id },
];
const kept = [...unseen, cancel, stopFailed];
const most = limits.reconcileAttemptsStoppingMax;
const silence = Array.from({ length: most - 1 }, () => reconciled('unreachable'));
const calledOff = {
  effect: 'worker.call_off',
  input: { run_id, project_id: 'p', lane: 'http://w1', gate_id: 'k1', reason: 'enough' },
};
const stop = { effect: 'worker.stop_run', input: { run_id, reason: 'enough', for_good: true } };
const timersOf = ({ actions }: ReturnType<typeof play>) =>
  actions.flatMap((action) => (action.type === 'schedule' ? [action.params.timer] : []));

it('is kept where its worker cannot be told, and whoever asked is told so', () => {
  const { state, answers, records } = play([...unseen, cancel], stopFailed);
  expect(state).toMatchObject({
    status: 'reconciling',
    pending_cancel: null,
    cancel_wish: { reason: 'enough', stage: 'kept' },
    next_action_hint: hints.cancelKept,
    last_error: 'no answer',
  });
  expect(answers).toMatchObject([{ body: { result: 'kept', error: 'no answer' } }]);
  expect(records).toEqual(['queue_item.cancel_kept']);
});

it.each<[string, Event]>([
  ['its worker stays silent', reconciled('unreachable')],
  ['it cannot be asked any more', { type: 'EFFECT_FAILED', effect: 'worker.find_run', error: 'x' }],
])('ends canceled, its run called off, once the run is given up: %s', (_, last) => {
  const { state, performed, records, told, actions } = play([...kept, ...silence], last);
  expect(state).toMatchObject({
    status: 'canceled',
    cancel_wish: null,
    given_up: null,
    lane: null,
    last_run_state: 'reconciled',
    next_action_hint: hints.callingOff,
  });
  expect(performed).toMatchObject([calledOff]);
  expect(actions).toContainEqual({
    type: 'schedule',
    params: expect.objectContaining({ timer: 'call_off:r1' }),
  });
  expect(records).toEqual([
    'queue_item.reconcile_abandoned',
    'queue_item.call_off_asked',
    'queue_item.canceled',
  ]);
  expect(told.map(({ event }) => event.type)).toEqual(['RECONCILED']);
});

it.each([
  ['its worker has lost it', 'lost'],
  ['its worker does not know it any more', 'absent'],
] as const)('ends canceled, its run called off, where %s', (_, finding) => {
  for (const history of [kept, [...unseen, cancel]]) {
    const { state, performed, answers } = play(history, reconciled(finding));
    expect(state).toMatchObject({ status: 'canceled', next_action_hint: hints.callingOff });
    expect(performed).toMatchObject([calledOff]);
    const result = { body: { result: 'called_off', error: 'as asked' } };
    expect(answers).toMatchObject(history === kept ? [] : [result]);
  }
});

it('ends canceled where the run is found over', () => {
  for (const finding of ['ready', 'failed', 'stopped'] as const) {
    const { state, performed } = play(kept, reconciled(finding));
    expect(state).toMatchObject({ status: 'canceled', cancel_wish: null });
    expect(performed).toEqual([]);
  }
});

const job = {
  worker_target: 'hpc',
  id: '1',
  phase: 'running',
  code: null,
  why: 'it runs',
  expected_at: null,
  node: null,
  since: null,
} as const;
it.each<[string, Event, string]>([
  ['its worker knows it', reconciled('live'), 'running'],
  ['its agent has exited', reconciled('awaiting'), 'awaiting_wake'],
  ['its worker accepts it late', { type: 'WORKER_ACCEPTED', run_id, session_id: null }, 'running'],
  ['its cluster answers', { type: 'JOB_SEEN', run_id, job }, 'reconciling'],
])('has the run stopped once it is in sight: %s', (_, event, status) => {
  const { state, performed } = play(kept, event);
  expect(state).toMatchObject({ status, cancel_wish: { stage: 'asked_again' } });
  expect(performed[0]).toMatchObject(stop);
  const over = play([...kept, event], { type: 'RUN_STOPPED', run_id });
  expect(over.state).toMatchObject({ status: 'canceled', cancel_wish: null });
});

it('is kept, and tried again, where the run that is in sight again cannot be stopped: nobody waits who could ask again', () => {
  const seen = [...kept, reconciled('live')];
  const failed = play(seen, stopFailed);
  expect(failed.state).toMatchObject({ status: 'running', cancel_wish: { stage: 'kept' } });
  expect(timersOf(failed)).toEqual(['stop']);
  const again = play([...seen, stopFailed], { type: 'STOP_DUE', run_id });
  expect(again.state).toMatchObject({ status: 'running', next_action_hint: hints.stopping });
  expect(again.performed).toMatchObject([stop]);
});

it('may be asked for again meanwhile, which is tried at once', () => {
  const again = play(kept, { type: 'CANCEL', note: null });
  expect(again.performed).toMatchObject([stop]);
  expect(again.state.cancel_wish).toEqual({ reason: 'enough', stage: 'asked_again' });
  expect(play([...kept, cancel], cancel).accepted).toBe(false);
});

it('is told from the stored members where the states are not at hand', () => {
  const statesOf = (item: object) =>
    (withStates(item) as { machine_state?: { value: unknown } }).machine_state?.value;
  for (const history of [kept, [...unseen, cancel], [...kept, cancel], unseen]) {
    const { machine_state, ...item } = play(history.slice(0, -1), history.at(-1)!)
      .state as unknown as { machine_state: { value: unknown } };
    expect(statesOf(item)).toEqual(machine_state.value);
  }
});
