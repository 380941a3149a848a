/** What raises an alert and, first, what does not. */
import { describe, expect, it } from 'vitest';
import { type AlertFacts, findAlerts } from '../../../src/control/operations/alert-rules.ts';
import type { Readiness } from '../../../src/control/operations/readiness.ts';
import { toIsoTime } from '../../../src/lib/clock.ts';
import { healthyWorker, wellVitals } from '../../support/control-context.ts';
import { queueItem } from '../../support/store-fixtures.ts';

const nowMs = Date.UTC(2026, 0, 2);
const ago = (ms: number): string => toIsoTime(nowMs - ms);
const { hangAfterMs, unreachableAfterMs, dispatchErrorCount } = wellVitals.alerts;
const ready: Readiness = {
  ok: true,
  readiness: 'READY',
  first_failing: null,
  reason: null,
  checks: [],
  generated_at: ago(0),
};
const alertsOf = (change: Partial<AlertFacts>) =>
  findAlerts({
    nowMs,
    settings: wellVitals.alerts,
    active: [],
    workers: [],
    dispatchFailures: [],
    readiness: ready,
    ...change,
  });
const running = (change: object) =>
  queueItem('a', { status: 'running', current_run_id: 'a-1', ...change });
const worker = (change: object, lostAt: string | null = null) => ({
  worker: healthyWorker(ago(0), change),
  trouble: null,
  lostAt,
});
const tokenCheck = (detail: string) => ({
  observation: {
    reply: { checks: [{ name: 'worker_callback_token_compatible', ok: false, detail }] },
  },
});
const seenCheck = (name: string, ok: boolean, data: object) => ({
  observation: { reply: { checks: [{ name, ok, detail: 'd', data }] } },
});
const parkedCallbacks = seenCheck('worker_callbacks_delivered', false, {
  waiting: 2,
  parked: 1,
  oldest_at: ago(5_000),
});
const staleSample = seenCheck('worker_gpu_idle', false, { sampled_at: ago(90_000), stale: true });
const failures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ at: ago(index), error: `e${index}` }));
const failing = (name: string, status: 'failing' | 'unknown') =>
  ({
    ...ready,
    readiness: 'BLOCKED',
    checks: [{ name, ok: false, status, detail: 'd', evidence: {}, since: null, action: 'act' }],
  }) as Readiness;

describe('no alert', () => {
  it.each<[string, Partial<AlertFacts>]>([
    ['is raised when all is well', {}],
    [
      'is raised for a run that was heard of just in time',
      { active: [running({ last_callback_at: ago(hangAfterMs - 1), stale_after: ago(-1) })] },
    ],
    [
      'is raised for a worker that is away for a moment',
      { workers: [worker({ status: 'unreachable' }, ago(unreachableAfterMs - 1))] },
    ],
    [
      'is raised for a callback token that could not be checked',
      { workers: [worker({ status: 'degraded', ...tokenCheck('unknown: time-out') })] },
    ],
    [
      'is raised for callbacks that are only on their way',
      {
        workers: [worker(seenCheck('worker_callbacks_delivered', true, { waiting: 3, parked: 0 }))],
      },
    ],
    [
      'is raised for a GPU that is simply in use',
      { workers: [worker(seenCheck('worker_gpu_idle', false, { sampled_at: ago(1) }))] },
    ],
    [
      'is raised for what an unreachable worker said before',
      { workers: [worker({ status: 'unreachable', ...parkedCallbacks }, ago(1))] },
    ],
    [
      'is raised for a clock that is off',
      { workers: [worker(seenCheck('worker_clock_skew', false, { skew_ms: 9_000 }))] },
    ],
    ['is raised for few failures', { dispatchFailures: failures(dispatchErrorCount - 1) }],
    [
      'is raised for readiness that is not known yet',
      { readiness: failing('event_chain_verified', 'unknown') },
    ],
  ])('%s', (_words, facts) => expect(alertsOf(facts)).toEqual([]));
});

describe('an alert about a worker that answers', () => {
  it.each([
    ['callbacks it was refused', parkedCallbacks, 'callback_undeliverable', 'critical', ago(5_000)],
    ['telemetry that stands still', staleSample, 'worker_telemetry_stale', 'warn', ago(90_000)],
    [
      'actors of its gate out of service',
      seenCheck('worker_actors_in_service', false, { out_of_service: 1 }),
      'worker_out_of_service',
      'warn',
      null,
    ],
  ])('is raised for %s, says since when and what to do', (_what, change, kind, severity, since) => {
    const [alert, ...others] = alertsOf({ workers: [worker(change)] });
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ alert_kind: kind, severity, since });
    expect(alert?.suggested_action).toMatch(/retry|restart/);
  });
});

describe('an alert', () => {
  it.each<[string, Partial<AlertFacts>, string, string]>([
    [
      'for a run nobody has heard of for long',
      { active: [running({ last_callback_at: ago(hangAfterMs) })] },
      'hanging_item:a/a-1',
      'critical',
    ],
    [
      'for a run whose contact is lost',
      { active: [running({ status: 'reconciling', last_callback_at: ago(1) })] },
      'stale_item:a/a-1',
      'warn',
    ],
    [
      'for a worker that stays away',
      { workers: [worker({ status: 'unreachable' }, ago(unreachableAfterMs))] },
      'worker_unreachable:default',
      'critical',
    ],
    [
      'for callbacks that would be refused',
      { workers: [worker({ status: 'degraded', ...tokenCheck('another token') })] },
      'callback_undeliverable:default',
      'critical',
    ],
    [
      'for dispatches that keep failing',
      { dispatchFailures: failures(dispatchErrorCount) },
      'dispatch_errors:queue',
      'critical',
    ],
    [
      'for a store that takes no writes',
      { readiness: failing('store_writable', 'failing') },
      'readiness:store_writable',
      'critical',
    ],
    [
      'for a queue that was paused on purpose, as information',
      { readiness: failing('queue_not_paused', 'failing') },
      'readiness:queue_not_paused',
      'info',
    ],
  ])('is raised %s', (_words, facts, fingerprint, severity) => {
    const [alert, ...others] = alertsOf(facts);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ fingerprint, severity });
    expect(alert?.suggested_action).toMatch(/\S/);
  });

  it('says the same as time goes by, so that a check an hour later changes nothing', () => {
    const facts = {
      active: [running({ last_callback_at: ago(hangAfterMs) })],
      workers: [worker({ status: 'unreachable' }, ago(unreachableAfterMs))],
    };
    expect(alertsOf({ ...facts, nowMs: nowMs + 3_600_000 })).toEqual(alertsOf(facts));
  });
});
