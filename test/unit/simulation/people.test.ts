/** What people have of a simulation: times of waiting, idle machines, alerts that fired. */
import { describe, expect, it } from 'vitest';
import {
  FiredAlerts,
  IdleMachines,
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
