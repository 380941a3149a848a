/** The deliveries of one run: one at a time, in order, parked visibly. */
import { describe, expect, it } from 'vitest';
import type { CallbackDeliveryEvent } from '../../../src/machines/callback-delivery/events.ts';
import { callbackDeliverySpec } from '../../../src/machines/callback-delivery/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<CallbackDeliveryEvent>;
const play = createPlay(callbackDeliverySpec, 'r1');
const enqueue = (sequence: number): Event => ({
  type: 'ENQUEUE',
  callback: {
    event_type: 'wake_ready',
    idempotency_key: `key-${sequence}`,
    run_id: 'r1',
    project_id: 'p',
    session_id: null,
    sequence,
    seen_at: minute(0),
    gate_state: null,
    reason: null,
    process_tracking: null,
    telemetry: null,
    exit_code: null,
    decision: null,
  },
});
const delivered = (sequence: number): Event => ({
  type: 'DELIVERED',
  idempotency_key: `key-${sequence}`,
  status_code: 200,
});
const rejected = (sequence: number, status_code = 409, attempts = 1): Event => ({
  type: 'REJECTED',
  idempotency_key: `key-${sequence}`,
  status_code,
  error: 'conflict',
  attempts,
});
const posted = (history: Event[], event: Event) =>
  play(history, event).performed.map(
    ({ input }) =>
      (input as unknown as { callback: { idempotency_key: string } }).callback.idempotency_key,
  );

const timersOf = (history: Event[], event: Event) =>
  play(history, event).actions.filter(({ type }) => type === 'schedule' || type === 'cancel');

describe('what deliveries refuse', () => {
  it.each<[string, Event[], Event, string]>([
    ['a callback that waits already', [enqueue(1)], enqueue(1), 'already_queued'],
    [
      'a receipt for one that is not first',
      [enqueue(1), enqueue(2)],
      delivered(2),
      'transition_refused',
    ],
    ['a second receipt', [enqueue(1), delivered(1)], delivered(1), 'transition_refused'],
    ['a refusal of one that is not first', [enqueue(1)], rejected(9), 'transition_refused'],
    ['a retry when nothing is parked', [enqueue(1)], { type: 'RETRY' }, 'not_parked'],
    [
      'the timer of a refusal that was mended meanwhile',
      [enqueue(1), rejected(1, 401), { type: 'RETRY' }],
      { type: 'RETRY_DUE' },
      'not_parked',
    ],
  ])('%s', (_, history, event, code) => {
    const { accepted, state, before, refusal } = play(history, event);
    expect([accepted, refusal?.code]).toEqual([false, code]);
    expect(state).toBe(before);
  });
});

describe('how deliveries move', () => {
  it('posts the first at once and the next only when the first was taken', () => {
    expect(posted([], enqueue(1))).toEqual(['key-1']);
    expect(posted([enqueue(1)], enqueue(2))).toEqual([]);
    expect(posted([enqueue(1), enqueue(2)], delivered(1))).toEqual(['key-2']);
    const { state, performed } = play([enqueue(1), enqueue(2), delivered(1)], delivered(2));
    expect(state).toMatchObject({ status: 'drained', queue: [], delivered_count: 2 });
    expect(performed).toEqual([]);
  });

  it('starts again after it was drained', () => {
    expect(posted([enqueue(1), delivered(1)], enqueue(2))).toEqual(['key-2']);
  });

  it('parks on a lasting refusal, says so, and lets later ones wait behind it', () => {
    const { state, records, performed } = play([enqueue(1)], rejected(1));
    expect(state).toMatchObject({
      status: 'parked',
      last_error: 'conflict',
      last_status_code: 409,
      parked_at: minute(1),
    });
    expect(records).toEqual(['callback_delivery.parked']);
    expect(performed).toEqual([]);
    expect(posted([enqueue(1), rejected(1)], enqueue(2))).toEqual([]);
    expect(posted([enqueue(1), rejected(1), enqueue(2)], { type: 'RETRY' })).toEqual(['key-1']);
  });

  it('counts attempts over refusals until one is delivered', () => {
    const history = [enqueue(1), rejected(1, 401, 3), { type: 'RETRY' } as const];
    const { state } = play(history, rejected(1, 401, 2));
    expect(state.attempts).toBe(5);
    expect(play([...history, enqueue(2)], delivered(1)).state.attempts).toBe(0);
  });

  it.each([401, 403, 404])('posts again an hour after a %i, by itself', (status) => {
    expect(timersOf([enqueue(1)], rejected(1, status))).toEqual([
      {
        type: 'schedule',
        params: { timer: 'parked_retry', delay_ms: 3_600_000, event: { type: 'RETRY_DUE' } },
      },
    ]);
    expect(posted([enqueue(1), rejected(1, status)], { type: 'RETRY_DUE' })).toEqual(['key-1']);
  });

  it.each([400, 409, 410, 422])('posts again after a %i only by command', (status) => {
    expect(timersOf([enqueue(1)], rejected(1, status))).toEqual([]);
  });

  it('forgets the timer once it was retried by command', () => {
    expect(timersOf([enqueue(1), rejected(1, 401)], { type: 'RETRY' })).toEqual([
      { type: 'cancel', params: { timer: 'parked_retry' } },
    ]);
  });
});
