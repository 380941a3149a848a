/** A run that was given up and may live on: called off when its item is settled, until somebody was told. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import type { QueueItemEvent, ReconcileFinding } from '../../../src/machines/queue-item/events.ts';
import { mayLive, wasGivenUp } from '../../../src/machines/queue-item/given-up.ts';
import { hints } from '../../../src/machines/queue-item/hints.ts';
import { queueItemSpec } from '../../../src/machines/queue-item/spec.ts';
import { claimEvent, enqueueEvent } from '../../support/queue-item-events.ts';
import { createPlay, type Given } from './support.ts';

type Event = Given<QueueItemEvent>;
const play = createPlay(queueItemSpec);

const reconciled = (finding: ReconcileFinding): Event => ({
  type: 'RECONCILED',
  run_id: 'r1',
  finding,
  detail: 'as asked',
  session_id: null,
});
const unsure: Event[] = [
  enqueueEvent(),
  claimEvent({ run_id: 'r1', lane: 'http://w1' }),
  { type: 'WORKER_ACCEPTED', run_id: 'r1', session_id: null, gate_id: 'k1' },
  { type: 'RUN_MISSING', run_id: 'r1' },
];
const silent = [
  ...unsure,
  ...Array.from({ length: limits.reconcileAttemptsMax }, () => reconciled('unreachable')),
];
const lost = [...unsure, reconciled('lost')];
const note = null;
const cancel: Event = { type: 'CANCEL', note };
const wish = { run_id: 'r1', project_id: 'p', lane: 'http://w1', gate_id: 'k1' };
const due = (attempt: number): Event => ({ type: 'CALL_OFF_DUE', ...wish, reason: 'so', attempt });
const told = (ended: boolean): Event => ({
  type: 'CALL_OFF_TOLD',
  run_id: 'r1',
  ended,
  detail: ended ? null : 'no record',
});
const timerOf = ({ actions }: ReturnType<typeof play>) =>
  actions.find(({ type }) => type === 'schedule' || type === 'cancel');

describe('a run that was given up', () => {
  it.each<[string, Event[]]>([
    ['its worker stayed silent', silent],
    ['its worker has lost it', lost],
    ['it was paused since', [...silent, { type: 'PAUSE', note }]],
  ])('is called off by a cancel where %s', (_, history) => {
    const canceled = play(history, cancel);
    expect(canceled.state).toMatchObject({
      status: 'canceled',
      next_action_hint: hints.callingOff,
    });
    expect(canceled.records).toEqual(['queue_item.canceled', 'queue_item.call_off_asked']);
    expect(canceled.performed).toMatchObject([
      {
        effect: 'worker.call_off',
        input: { ...wish, reason: 'canceled by operator after it was given up' },
      },
    ]);
    expect(timerOf(canceled)).toMatchObject({
      params: { timer: 'call_off:r1', event: { type: 'CALL_OFF_DUE', ...wish, attempt: 2 } },
    });
  });

  it('is called off by a retry, which puts the item back into the queue', () => {
    const again = play(silent, { type: 'RETRY', note: 'try again' });
    expect(again.state).toMatchObject({ status: 'queued', next_action_hint: hints.queued });
    expect(again.performed).toMatchObject([
      { effect: 'worker.call_off', input: { ...wish, reason: 'try again' } },
    ]);
  });

  it('is asked to end again and again, whatever becomes of its item, and a week is enough', () => {
    const next: Event[] = [
      ...silent,
      { type: 'RETRY', note },
      claimEvent({ run_id: 'r2', lane: 'http://w2' }),
    ];
    const again = play(next, due(7));
    expect(again.state.status).toBe('dispatching');
    expect(again.performed).toMatchObject([{ effect: 'worker.call_off', input: wish }]);
    expect(timerOf(again)).toMatchObject({ params: { delay_ms: 600_000, event: { attempt: 8 } } });
    const last = play(next, due(limits.callOffAttemptsMax + 1));
    expect(last.records).toEqual(['queue_item.call_off_abandoned']);
    expect([...last.performed, timerOf(last)]).toEqual([undefined]);
    const canceled = play([...silent, cancel], due(limits.callOffAttemptsMax + 1));
    expect(canceled.records).toEqual(['queue_item.call_off_abandoned']);
    expect(canceled.state.next_action_hint).toBe(hints.notCalledOff);
  });

  it('is done with once its worker was told, which the item says', () => {
    const ended = play([...silent, cancel], told(true));
    expect(ended.state.next_action_hint).toBe(hints.canceled);
    expect(ended.records).toEqual(['queue_item.call_off_told']);
    expect(timerOf(ended)).toMatchObject({ type: 'cancel', params: { timer: 'call_off:r1' } });
    expect(play([...silent, cancel], told(false)).state).toMatchObject({
      status: 'canceled',
      next_action_hint: hints.notCalledOff,
      last_error: 'no record',
    });
    const again: Event[] = [...silent, { type: 'RETRY', note }];
    // Canceled since: it is still the last run.
    expect(play([...again, cancel], told(false)).state.next_action_hint).toBe(hints.notCalledOff);
    const elsewhere = play(again, told(false));
    expect(elsewhere.state).toEqual(elsewhere.before);
  });
});

describe('that a run was given up', () => {
  it.each([
    ['silent', silent],
    ['lost', lost],
  ] as const)(
    'is stored beside the sentence, and settled by whoever settles the item: %s',
    (why, history) => {
      expect(play(history.slice(0, -1), history.at(-1)!).state.given_up).toBe(why);
      for (const type of ['RETRY', 'CANCEL'] as const)
        expect(play(history, { type, note }).state.given_up).toBeNull();
      const paused: Event[] = [...history, { type: 'PAUSE', note }];
      expect(play(paused, { type: 'RESUME', note }).state.given_up).toBeNull();
    },
  );

  it('is told from the stored members where an earlier version had no such member', () => {
    const { given_up: _, ...stored } = play(silent.slice(0, -1), silent.at(-1)!).state;
    expect(wasGivenUp(stored)).toBe(true);
    expect(mayLive(stored, 'r1')).toBe(true);
    // Whatever the sentence says.
    expect(wasGivenUp({ ...stored, blocked_reason: 'another word' })).toBe(true);
    const ofDecision = { ...stored, last_run_state: 'wake_ready' };
    expect(wasGivenUp(ofDecision)).toBe(false);
    expect(wasGivenUp({ ...stored, manual_review_required: false })).toBe(false);
  });
});

describe('the gate that took a run', () => {
  const claimed = [enqueueEvent(), claimEvent({ run_id: 'r1', gate_id: 'k0' })];
  it('is what is compared with who answers: that of the claim until another is heard of', () => {
    const unknown: Event = { type: 'OUTCOME_UNKNOWN', run_id: 'r1', error: 'no answer' };
    expect(play(claimed, unknown).performed).toMatchObject([{ input: { gate_id: 'k0' } }]);
    const prepared: Event = { ...unknown, prepared: true, gate_id: 'k1' };
    expect(play(claimed, prepared).performed).toMatchObject([
      { input: { gate_id: 'k1', was_prepared: true } },
    ]);
    const started = play(unsure.slice(0, 3), { type: 'RUN_MISSING', run_id: 'r1' });
    expect(started.performed).toMatchObject([{ input: { gate_id: 'k1', was_started: true } }]);
  });

  it('is forgotten with the run', () => {
    const next = play([...silent, { type: 'RETRY', note }], claimEvent({ run_id: 'r2' }));
    expect(next.state.gate_id).toBeNull();
  });
});

describe('a run that goes on, or is known to be over', () => {
  it('is never called off', () => {
    expect(play(unsure, due(2)).accepted).toBe(false);
    for (const finding of ['stopped', 'failed'] as const) {
      const over = play([...unsure, reconciled(finding)], cancel);
      expect(over.performed).toEqual([]);
      expect(over.state.next_action_hint).toBe(hints.canceled);
    }
  });
});
