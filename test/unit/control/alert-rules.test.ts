/** What raises an alert and, first, what does not. */
import { describe, expect, it } from 'vitest';
import { alertKinds } from '../../../src/control/alerts/alert-kinds.ts';
import {
  type AlertFacts,
  type FoundAlert,
  findAlerts,
} from '../../../src/control/alerts/alert-rules.ts';
import type { Readiness } from '../../../src/control/readiness/readiness.ts';
import { blank } from '../../../src/domain/blank.ts';
import { limits } from '../../../src/domain/limits.ts';
import { paperSchema } from '../../../src/domain/records.ts';
import { toIsoTime } from '../../../src/lib/clock.ts';
import { describeError } from '../../../src/lib/describe-error.ts';
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
    papers: { rows: [], count: 0 },
    budgets: [],
    trials: [],
    readiness: ready,
    ...change,
  });
/** As it is kept: with what to do, which each alert says in its own words. */
const refused = describeError(new Error('connect ECONNREFUSED 10.0.0.1:9'));
const running = (change: object, target: string | null = 'default') => ({
  item: queueItem('a', { status: 'running', current_run_id: 'a-1', ...change }),
  target,
});
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
const heldPaper = {
  ...blank(paperSchema, { paper_id: 'p1', project_id: 'a', run_id: 'a-1' }),
  created_at: ago(1),
  updated_at: ago(1),
};
const dayBudget = {
  budget: 'day_tokens',
  limit: 100,
  warnAt: 80,
  isSpent: false,
  projectId: null,
} as const;
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
    ['callbacks it was refused', parkedCallbacks],
    ['telemetry that stands still', staleSample],
  ])('says of %s no moment that the worker told by a clock that is off', (_what, seen) => {
    const { checks } = seen.observation.reply;
    const skew = { name: 'worker_clock_skew', ok: false, detail: 'd', data: { skew_ms: -9e6 } };
    const off = { observation: { reply: { checks: [...checks, skew] } } };
    const [alert] = alertsOf({ workers: [worker(off)] });
    expect(alert).toMatchObject({ since: null });
    expect(alert?.message).not.toContain(ago(0).slice(0, 4));
    expect(alertsOf({ workers: [worker(seen)] })[0]?.since).not.toBeNull();
  });

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

/** Every rule: what raises it, what is said, and the smallest change that ends it. */
const rules: readonly (readonly [
  words: string,
  fires: Partial<AlertFacts>,
  clears: Partial<AlertFacts>,
  says: Partial<FoundAlert>,
])[] = [
  [
    'a run nobody has heard of for long',
    { active: [running({ last_callback_at: ago(hangAfterMs) })] },
    { active: [running({ last_callback_at: ago(hangAfterMs - 1) })] },
    {
      fingerprint: 'hanging_item:a/a-1',
      severity: 'critical',
      for_ms: 0,
      group_key: 'worker:default',
      explained_by: ['readiness:store_writable', 'worker_unreachable:default'],
    },
  ],
  [
    'a run whose contact is lost',
    { active: [running({ status: 'reconciling', last_callback_at: ago(1) })] },
    { active: [running({ last_callback_at: ago(1) })] },
    { fingerprint: 'stale_item:a/a-1', severity: 'warn', for_ms: 0, group_key: 'worker:default' },
  ],
  [
    'a run that is silent on a worker that is not configured any more',
    { active: [running({ stale_after: ago(0), last_error: refused }, null)] },
    { active: [running({ stale_after: ago(-1) }, null)] },
    {
      fingerprint: 'stale_item:a/a-1',
      message: 'contact to the run of a is lost: nothing listens at 10.0.0.1:9 (ECONNREFUSED)',
      group_key: 'queue',
      explained_by: ['readiness:store_writable'],
    },
  ],
  [
    'a worker that does not answer, once it has stayed away',
    { workers: [worker({ status: 'unreachable', reason: refused }, ago(1))] },
    { workers: [worker({})] },
    {
      message: `worker default does not answer since ${ago(1)}: nothing listens at 10.0.0.1:9 (ECONNREFUSED)`,
      fingerprint: 'worker_unreachable:default',
      severity: 'critical',
      for_ms: unreachableAfterMs,
      since: ago(1),
      group_key: 'worker:default',
      explained_by: ['readiness:store_writable'],
    },
  ],
  [
    'callbacks that would be refused',
    { workers: [worker({ status: 'degraded', ...tokenCheck('another token') })] },
    { workers: [worker({ status: 'degraded', ...tokenCheck('unknown: time-out') })] },
    {
      fingerprint: 'callback_undeliverable:default',
      severity: 'critical',
      for_ms: 0,
      group_key: 'worker:default',
    },
  ],
  [
    'callbacks that were refused',
    { workers: [worker(parkedCallbacks)] },
    { workers: [worker(seenCheck('worker_callbacks_delivered', true, { waiting: 2, parked: 0 }))] },
    { fingerprint: 'callback_undeliverable:default/parked', group_key: 'worker:default' },
  ],
  [
    'telemetry that stands still',
    { workers: [worker(staleSample)] },
    { workers: [worker(seenCheck('worker_gpu_idle', false, { sampled_at: ago(1) }))] },
    {
      fingerprint: 'worker_telemetry_stale:default',
      for_ms: limits.alertNoticeForMs,
      group_key: 'worker:default',
    },
  ],
  [
    'actors of a gate out of service',
    { workers: [worker(seenCheck('worker_actors_in_service', false, { out_of_service: 1 }))] },
    { workers: [worker(seenCheck('worker_actors_in_service', true, { out_of_service: 0 }))] },
    { fingerprint: 'worker_out_of_service:default', for_ms: limits.alertNoticeForMs },
  ],
  [
    'dispatches that keep failing',
    { dispatchFailures: failures(dispatchErrorCount) },
    { dispatchFailures: failures(dispatchErrorCount - 1) },
    { fingerprint: 'dispatch_errors:queue', severity: 'critical', group_key: 'queue' },
  ],
  [
    'papers that need a person',
    { papers: { rows: [heldPaper], count: 2 } },
    { papers: { rows: [], count: 0 } },
    {
      fingerprint: 'papers_wait:papers',
      for_ms: limits.alertReadinessForMs,
      since: ago(1),
      suggested_action: 'ask what would let it go on (orrery why paper p1)',
    },
  ],
  [
    'a budget that is nearly spent',
    { budgets: [dayBudget] },
    { budgets: [] },
    { fingerprint: 'budget_warned:day_tokens', severity: 'warn', group_key: 'budgets', for_ms: 0 },
  ],
  [
    'a budget that is spent',
    { budgets: [{ ...dayBudget, budget: 'project_tokens', isSpent: true, projectId: 'a' }] },
    { budgets: [] },
    {
      fingerprint: 'budget_spent:a/project_tokens',
      severity: 'warn',
      message: 'budget_project_tokens of a (100) is spent: nothing more of a is started',
    },
  ],
  [
    'a test of the alerts, as long as it goes on',
    { trials: [{ testId: 'test-1', by: 'ann', at: ago(1) }] },
    { trials: [] },
    { fingerprint: 'test:test-1', group_key: 'test', for_ms: 0, since: ago(1) },
  ],
  [
    'a store that takes no writes',
    { readiness: failing('store_writable', 'failing') },
    { readiness: ready },
    {
      fingerprint: 'readiness:store_writable',
      severity: 'critical',
      for_ms: 0,
      explained_by: [],
    },
  ],
  [
    'another failing check of readiness, if it goes on for a while',
    { readiness: failing('outbox_moving', 'failing') },
    { readiness: failing('outbox_moving', 'unknown') },
    {
      fingerprint: 'readiness:outbox_moving',
      severity: 'warn',
      for_ms: limits.alertReadinessForMs,
      group_key: 'readiness',
    },
  ],
  [
    'a queue that was paused on purpose, as information',
    { readiness: failing('queue_not_paused', 'failing') },
    { readiness: ready },
    { fingerprint: 'readiness:queue_not_paused', severity: 'info', for_ms: 0 },
  ],
];

describe('an alert', () => {
  it.each(rules)('is raised for %s, and is over after', (_words, fires, clears, says) => {
    const [alert, ...others] = alertsOf(fires);
    expect(others).toEqual([]);
    expect(alert).toMatchObject(says);
    expect(alert?.suggested_action).toMatch(/\S/);
    expect(alertsOf(clears)).toEqual([]);
  });

  it('is known for every kind by the table above', () => {
    const shown = rules.map(([, fires]) => alertsOf(fires)[0]?.alert_kind);
    expect(new Set(shown)).toEqual(new Set(alertKinds));
  });

  it('is raised for each failing check, not for the first alone', () => {
    const two = [failing('queue_not_paused', 'failing'), failing('outbox_moving', 'failing')];
    const readiness = { ...ready, checks: two.flatMap(({ checks }) => checks) };
    expect(alertsOf({ readiness }).map(({ subject }) => subject)).toEqual([
      'queue_not_paused',
      'outbox_moving',
    ]);
  });

  it('about a preflight is explained by the worker that does not answer, unless another fails', () => {
    const preflight = (...targets: string[]) => {
      const [check] = failing('worker_preflight', 'failing').checks;
      const evidence = { workers: targets.map((target) => ({ target, state: 'failing' })) };
      return { ...ready, checks: [{ ...check!, evidence }] };
    };
    const explained = (readiness: Readiness) =>
      alertsOf({ readiness, workers: [worker({ status: 'unreachable' }, ago(1))] }).find(
        ({ alert_kind: kind }) => kind === 'readiness',
      )?.explained_by;
    expect(explained(preflight('default'))).toContain('worker_unreachable:default');
    expect(explained(preflight('default', 'other'))).toEqual(['readiness:store_writable']);
  });

  it('says the same as time goes by, so that a check an hour later changes nothing', () => {
    const facts = {
      active: [running({ last_callback_at: ago(hangAfterMs) })],
      workers: [worker({ status: 'unreachable' }, ago(unreachableAfterMs))],
    };
    expect(alertsOf({ ...facts, nowMs: nowMs + 3_600_000 })).toEqual(alertsOf(facts));
  });
});
