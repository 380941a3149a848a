/** What people have of a simulation: times of waiting, idle machines, alerts that fired. */
import { describe, expect, it } from 'vitest';
import type { NotificationMessage } from '../../../src/domain/notification.ts';
import { Outage, outageMs } from '../../../src/simulation/outage.ts';
import {
  FiredAlerts,
  IdleMachines,
  lagOf,
  spreadOf,
  WaitingForPeople,
} from '../../../src/simulation/people.ts';
import type { Change } from '../../../src/simulation/watching.ts';

const change = (kind: string, id: string, after: object, before?: object): Change => ({
  kind,
  id,
  before: before as Change['before'],
  after: after as Change['after'],
});

describe('the report of a simulation', () => {
  it('counts from when an item began to wait until somebody moved it', () => {
    const waiting = new WaitingForPeople();
    waiting.take(change('queue_item', 'a', { status: 'needs_review' }), 1_000);
    waiting.take(change('queue_item', 'a', { status: 'needs_review' }), 5_000);
    waiting.take(change('queue_item', 'b', { status: 'needs_review' }), 6_000);
    waiting.take(change('queue_item', 'a', { status: 'queued' }), 61_000);
    expect(waiting.report()).toEqual({
      'queue_item needs_review': {
        count: 1,
        p50_sec: 60,
        p95_sec: 60,
        max_sec: 60,
        still_waiting: 1,
      },
    });
  });

  it('tells idle time with work waiting from idle time', () => {
    const idle = new IdleMachines();
    idle.count('w', 3_600_000, { idle: true, hasWork: true });
    idle.count('w', 3_600_000, { idle: true, hasWork: false });
    idle.count('w', 3_600_000, { idle: false, hasWork: true });
    expect(idle.report()).toEqual({ w: { idle_hours: 2, idle_with_work_waiting_hours: 1 } });
  });

  it('knows when an alert fired last', () => {
    const fired = new FiredAlerts();
    const alert = (status: string) => ({ status, fingerprint: 'f' });
    fired.take(change('alert', 'a', alert('pending')), 1);
    expect(fired.firedAt('f')).toBeUndefined();
    fired.take(change('alert', 'a', alert('firing'), alert('pending')), 2);
    fired.take(change('alert', 'a', alert('firing'), alert('firing')), 3);
    expect(fired.firedAt('f')).toBe(2);
  });

  it('has no middle where there is nothing', () => {
    expect(spreadOf([])).toEqual({ count: 0, p50_sec: null, p95_sec: null, max_sec: null });
    expect(spreadOf([1_000, 3_000, 2_000])).toEqual({
      count: 3,
      p50_sec: 2,
      p95_sec: 3,
      max_sec: 3,
    });
  });
});

describe('how late a message is', () => {
  const began = '2026-01-01T00:01:40.000Z';
  const message: NotificationMessage = {
    incident_id: 'i',
    news: 'firing',
    severity: 'warn',
    alert_kind: 'stale_item',
    title: 'Contact is lost',
    text: 'Wait.',
    since: began,
    said_at: '2026-01-01T00:20:00.000Z',
    members: [{ fingerprint: 'f', subject: 'a', message: 'contact is lost' }],
  };
  /** The trouble began at 100 s, its alert fired at 200 s, and the message was taken at 1,200 s. */
  function lag(mutedMs: (fromMs: number, untilMs: number) => number, id = 'i.1.webhook') {
    const fired = new FiredAlerts();
    fired.take(change('alert', 'a', { status: 'firing', fingerprint: 'f' }), 200_000);
    return lagOf(
      { id, message, atMs: 1_200_000, times: 1 },
      {
        incident: { opened_at: began, said_before: null },
        fired,
        cooldownMs: 60_000,
        elapsedAt: (iso) => Date.parse(iso) - Date.parse('2026-01-01T00:00:00.000Z'),
        mutedMs,
      },
    );
  }

  it('counts from its cause and from its alert', () => {
    expect(lag(() => 0)).toEqual({ heldBack: false, sinceMs: 1_100_000, firedMs: 1_000_000 });
    expect(lag(() => 0, 'i.2.webhook').heldBack).toBe(true);
  });

  it('leaves out the time in which nothing could be written, and no other', () => {
    let nowMs = 150_000;
    const disk = new Outage(() => nowMs);
    const starter = new Outage(() => nowMs);
    disk.begin(600_000);
    expect(disk.isOn).toBe(true);
    nowMs = 400_000;
    // It is full again before that is over, and from then on counts anew.
    disk.begin(300_000);
    nowMs = 600_000;
    // What is missing at the same time counts once.
    starter.begin(150_000);
    nowMs = 800_000;
    expect(disk.isOn).toBe(false);
    const mutedMs = (fromMs: number, untilMs: number) => outageMs([starter, disk], fromMs, untilMs);
    expect(outageMs([disk], 0, nowMs)).toBe(550_000);
    expect(mutedMs(0, nowMs)).toBe(600_000);
    const { sinceMs, firedMs } = lag(mutedMs);
    expect(sinceMs).toBe(1_100_000 - 600_000);
    expect(firedMs).toBe(1_000_000 - 550_000);
  });
});
