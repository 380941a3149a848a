/** A notification: delivered with a receipt or not at all, tried again in growing pauses, given up in the end. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import type { NotificationEvent } from '../../../src/machines/notification/events.ts';
import { pauseMs } from '../../../src/machines/notification/pause.ts';
import { notificationSpec } from '../../../src/machines/notification/spec.ts';
import { messageOf } from '../notify/support.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<NotificationEvent>;
const play = createPlay(notificationSpec, 'i.1.ntfy');
const incident = { kind: 'incident', id: 'i' };
const message = messageOf({ incident_id: 'i' });
const send: Event = { type: 'SEND', channel: 'ntfy', message, answer_to: incident };
const silent: Event = { ...send, answer_to: null };
const acknowledged: Event = { type: 'ACKNOWLEDGED', receipt: 'r-1' };
const failed: Event = { type: 'FAILED', reason: 'no answer', retry_after_ms: null, jitter: 1 };
const refused: Event = { type: 'REFUSED', reason: 'ntfy answered 400' };
const due: Event = { type: 'RETRY_DUE' };

describe('a notification that was asked for', () => {
  it('asks for one attempt, under its own id', () => {
    const { state, performed, records } = play([], send);
    expect(state).toMatchObject({
      status: 'sending',
      channel: 'ntfy',
      news: 'firing',
      attempts: 0,
    });
    expect(records).toEqual(['notification.requested']);
    expect(performed).toEqual([
      {
        effect: 'notification.send',
        input: { notification_id: 'i.1.ntfy', channel: 'ntfy', message },
      },
    ]);
  });

  it.each([[[send]], [[send, failed]], [[send, acknowledged]], [[send, refused]]])(
    '%#: changes nothing when it is asked for again',
    (history) => {
      const { accepted, refusal, actions } = play(history, send);
      expect([accepted, refusal?.code, actions]).toEqual([false, 'already_asked_for', []]);
    },
  );

  it('is delivered with the receipt, and says so to whoever waits', () => {
    const { state, told, records } = play([send], acknowledged);
    expect(state).toMatchObject({
      status: 'delivered',
      receipt: 'r-1',
      attempts: 1,
      delivered_at: minute(1),
      last_error: null,
    });
    expect(records).toEqual(['notification.delivered']);
    expect(told).toEqual([
      {
        to: incident,
        event: {
          type: 'DELIVERED',
          channel: 'ntfy',
          news: 'firing',
          incident_id: 'i',
          sequence_id: 'i.1.ntfy',
          receipt: 'r-1',
          delivered_at: minute(1),
        },
      },
    ]);
  });

  it('is undeliverable when it is refused for good, and says so', () => {
    const { state, told, records } = play([send], refused);
    expect(state).toMatchObject({
      status: 'undeliverable',
      last_error: 'ntfy answered 400',
      attempts: 1,
      receipt: null,
    });
    expect(records).toEqual(['notification.given_up']);
    expect(told[0]?.event).toMatchObject({ type: 'UNDELIVERABLE', reason: 'ntfy answered 400' });
  });

  it('tells nobody where nobody waits', () => {
    expect(play([silent], acknowledged).told).toEqual([]);
    expect(play([silent], refused).told).toEqual([]);
  });
});

describe('a failed attempt', () => {
  it('waits in a durable timer and keeps since when it fails', () => {
    const { state, actions, records } = play([send], failed);
    expect(state).toMatchObject({
      status: 'waiting',
      attempts: 1,
      last_error: 'no answer',
      first_failed_at: minute(1),
      last_failed_at: minute(1),
      next_attempt_at: '2026-01-01T00:01:02.000Z',
    });
    expect(records).toEqual(['notification.attempt_failed']);
    expect(actions).toContainEqual({
      type: 'schedule',
      params: { timer: 'retry', delay_ms: 2000, event: { type: 'RETRY_DUE' } },
    });
  });

  it('is made again with the same id and the same message', () => {
    const first = play([], send);
    const again = play([send, failed], due);
    expect(again.state).toMatchObject({ status: 'sending', next_attempt_at: null, attempts: 1 });
    expect(again.performed).toEqual(first.performed);
  });

  it('delivers later all the same, and keeps what was wrong before', () => {
    const { state } = play([send, failed, due], acknowledged);
    expect(state).toMatchObject({
      status: 'delivered',
      attempts: 2,
      last_error: 'no answer',
      first_failed_at: minute(1),
    });
  });

  it('is given up after as many as it has, and a test much earlier', () => {
    const tries = (count: number, first: Event): Event[] => [
      first,
      ...Array.from({ length: count - 1 }, () => [failed, due]).flat(),
    ];
    const { notificationAttemptsMax: most, notificationTestAttemptsMax: few } = limits;
    expect(play(tries(most - 1, send), failed).state.status).toBe('waiting');
    expect(play(tries(most, send), failed)).toMatchObject({
      state: { status: 'undeliverable', attempts: most },
      told: [{ event: { type: 'UNDELIVERABLE', reason: 'no answer' } }],
    });
    const test: Event = { ...send, message: { ...message, news: 'test' } };
    expect(play(tries(few, test), failed).state.status).toBe('undeliverable');
  });
});

describe('the pause after an attempt', () => {
  const asked = (retry_after_ms: number | null, jitter = 1) => ({ retry_after_ms, jitter });

  it('doubles up to its bound, half of it by chance', () => {
    expect([1, 2, 3, 9, 10, 50].map((attempt) => pauseMs(attempt, asked(null)))).toEqual([
      2000, 4000, 8000, 512_000, 600_000, 600_000,
    ]);
    expect(pauseMs(3, asked(null, 0))).toBe(4000);
  });

  it('is as long as the service asks, but not longer than its bound', () => {
    expect(pauseMs(2, asked(30_000))).toBe(30_000);
    expect(pauseMs(9, asked(1_000))).toBe(512_000);
    expect(pauseMs(2, asked(86_400_000))).toBe(600_000);
  });

  it('heeds the first of such words for a short while only', () => {
    expect(pauseMs(1, asked(5_000))).toBe(5_000);
    expect(pauseMs(1, asked(30_000))).toBe(limits.notificationFirstPauseMsMax);
  });
});
