/** What is old enough to be forgotten, by a clock that may jump; and what may be forgotten at all. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { incidentSpec } from '../../../src/machines/incident/spec.ts';
import { notificationSpec } from '../../../src/machines/notification/spec.ts';
import type { RetentionEvent } from '../../../src/machines/retention/events.ts';
import { retentionSpec } from '../../../src/machines/retention/spec.ts';
import { messageOf } from '../notify/support.ts';
import { createPlay, type Given, minute } from './support.ts';

const day = 24 * 60;
const keep_ms = 90 * limits.retentionSweepMs;
const play = createPlay(retentionSpec, 'main');
const start: Given<RetentionEvent> = { type: 'START', keep_ms };
const sweepAt = (at: string): Given<RetentionEvent> => ({ type: 'SWEEP_DUE', at });
const swept = (counted_to: string): Given<RetentionEvent> => ({
  type: 'SWEPT',
  counted_to,
  forgotten: { notifications: 2, incidents: 1, alerts: 3 },
});
const inputOf = (history: readonly Given<RetentionEvent>[], at: string) =>
  play(history, sweepAt(at)).performed[0]?.input;
const sweepIn = (delay_ms: number) => ({
  type: 'schedule',
  params: { timer: 'sweep', delay_ms, event: { type: 'SWEEP_DUE' } },
});

describe('retention', () => {
  it('refuses a start that changes nothing, and waits a day before it forgets anything', () => {
    expect(play([start], start).refusal).toMatchObject({ code: 'already_keeping' });
    expect(play([], start).actions).toContainEqual(sweepIn(limits.retentionSweepMs));
    expect(play([], start).performed).toEqual([]);
    const longer = play([start], { ...start, keep_ms: 2 * keep_ms });
    expect([longer.state.keep_ms, longer.actions.length]).toEqual([2 * keep_ms, 1]);
  });

  it('counts ages to now where a day has passed', () => {
    expect(inputOf([start], minute(day))).toEqual({
      counted_to: minute(day),
      before: minute(day - 90 * day),
    });
  });

  it('makes nothing old where the clock jumped ahead by years', () => {
    expect(inputOf([start], minute(3650 * day))).toEqual({
      counted_to: minute(1.25 * day),
      before: minute(1.25 * day - 90 * day),
    });
    const after = [start, sweepAt(minute(3650 * day)), swept(minute(1.25 * day))];
    expect(inputOf(after, minute(3651 * day))).toMatchObject({ counted_to: minute(2.5 * day) });
    // And it is followed when it comes back.
    expect(inputOf(after, minute(day))).toMatchObject({ counted_to: minute(day) });
  });

  it('says once a day what was forgotten, and tries again after what failed', () => {
    const { state, records, actions } = play([start], swept(minute(day)));
    expect(state).toMatchObject({
      counted_to: minute(day),
      forgotten_notifications: 2,
      forgotten_incidents: 1,
      forgotten_alerts: 3,
      last_error: null,
    });
    expect([records, actions.at(-1)]).toEqual([
      ['retention.swept'],
      sweepIn(limits.retentionSweepMs),
    ]);
    const failed = play([start], { type: 'EFFECT_FAILED', effect: 'retention.sweep', error: 'e' });
    expect([failed.state.last_error, failed.actions.at(-1)]).toEqual([
      'e',
      sweepIn(limits.retentionRetryMs),
    ]);
  });
});

describe('a message', () => {
  const notification = createPlay(notificationSpec, 'i.1.ntfy');
  const message = messageOf({ incident_id: 'i' });
  const send = { type: 'SEND', channel: 'ntfy', message, answer_to: null } as const;
  const refused = { type: 'REFUSED', reason: 'ntfy answered 400' } as const;
  const forget = { type: 'FORGET' } as const;

  it('is forgotten only when a service took it', () => {
    expect(notification([], forget).accepted).toBe(false);
    expect(notification([send], forget).accepted).toBe(false);
    expect(notification([send, refused], forget).accepted).toBe(false);
    const { records, actions } = notification(
      [send, { type: 'ACKNOWLEDGED', receipt: 'r' }],
      forget,
    );
    expect([records, actions.at(-1)]).toEqual([
      ['notification.forgotten'],
      { type: 'forget', params: {} },
    ]);
  });
});

describe('an incident', () => {
  const incident = createPlay(incidentSpec, 'g-1');
  const members = (standing: readonly string[], channels: readonly string[]) =>
    ({
      type: 'MEMBERS',
      group_key: 'worker:w',
      generation: 1,
      title: 't',
      members: standing.map((fingerprint) => ({
        fingerprint,
        alert_kind: 'stale_item',
        subject: 's',
        severity: 'warn' as const,
        message: 'm',
        suggested_action: 'a',
        since: null,
      })),
      left_out: 0,
      channels,
      cooldown_ms: 0,
      said_before: null,
      wait_ms: 0,
      quiet_ms: 0,
      force: false,
    }) as const;
  const forget = { type: 'FORGET' } as const;
  const answer = {
    channel: 'ntfy',
    news: 'firing',
    incident_id: 'g-1',
    sequence_id: 'g-1.1.ntfy',
  } as const;
  const open = [members(['a'], ['ntfy']), { type: 'SAY_DUE' }] as const;
  const over = [members([], ['ntfy']), { type: 'QUIET_OVER' }] as const;
  const heard = { type: 'DELIVERED', ...answer, receipt: 'r', delivered_at: minute(3) } as const;
  const ended = { ...heard, news: 'resolved', sequence_id: 'g-1.2.ntfy' } as const;

  it.each([
    ['is open', [...open]],
    ['is quiet, and may come back', [...open, heard, members([], ['ntfy'])]],
    ['has a message under way', [...open, ...over]],
    ['has the message that it is over under way', [...open, heard, ...over]],
    [
      'reached nobody',
      [...open, { type: 'UNDELIVERABLE', ...answer, reason: 'gone' } as const, ...over],
    ],
  ])('is kept while it %s', (_words, history) => {
    expect(incident(history, forget).accepted).toBe(false);
  });

  it.each([
    ['whoever is to know was told that it is over', [...open, heard, ...over, ended]],
    [
      'there is nobody to be told',
      [members(['a'], []), { type: 'SAY_DUE' } as const, members([], []), over[1]],
    ],
    ['it was over before anybody was told', [members(['a'], ['ntfy']), members([], ['ntfy'])]],
  ])('is forgotten when %s', (_words, history) => {
    const { records, actions } = incident(history, forget);
    expect([records, actions.at(-1)]).toEqual([
      ['incident.forgotten'],
      { type: 'forget', params: {} },
    ]);
  });
});
