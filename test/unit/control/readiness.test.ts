/**
 * Every criterion of automation readiness can fail, and says so; and nothing else makes it READY.
 * Long because it is a table with the failures of each.
 */
import { describe, expect, it } from 'vitest';
import type { RestoreProgress } from '../../../src/actors/runtime/restore-check.ts';
import type { OutboxState } from '../../../src/control/common/vitals.ts';
import { findDisagreements } from '../../../src/control/readiness/consistency.ts';
import {
  type ReadinessCheckName,
  readReadiness,
} from '../../../src/control/readiness/readiness.ts';
import { blank } from '../../../src/domain/blank.ts';
import { limits } from '../../../src/domain/limits.ts';
import { type AlertWatch, notificationSchema } from '../../../src/domain/records.ts';
import { toIsoTime } from '../../../src/lib/clock.ts';
import { initialAlertWatch } from '../../../src/machines/alert-watch/machine.ts';
import { initialUpkeep } from '../../../src/machines/upkeep/machine.ts';
import {
  createTestControl,
  healthyWorker,
  testLane,
  wellVitals,
} from '../../support/control-context.ts';
import {
  commitAll,
  openTestStore,
  queueTurn,
  someTime,
  stateTurn,
} from '../../support/store-fixtures.ts';

type Options = Omit<Parameters<typeof createTestControl>[0], 'reads'>;
type Turns = Parameters<typeof commitAll>[1];

/** Alerts evaluated every minute, last just now. */
const alertWatchTurn = (change: Partial<AlertWatch>) =>
  stateTurn('alert_watch', 'main', 1, {
    ...initialAlertWatch('main'),
    status: 'watching',
    interval_ms: 60_000,
    started_at: someTime,
    created_at: someTime,
    updated_at: someTime,
    ...change,
  });

/** Readiness of a service that is well but for what is given. */
async function judge(options: Options = {}, turns: Turns = [], worker = healthyWorker(someTime)) {
  const { journal, reads } = openTestStore();
  await commitAll(journal, [
    stateTurn('worker_target', worker.target, 1, worker),
    ...(turns.some(({ kind }) => kind === 'alert_watch') ? [] : [alertWatchTurn({})]),
    ...turns,
  ]);
  const vitals = { alertsCheckedAt: () => someTime, ...options.vitals };
  const readiness = await readReadiness(createTestControl({ reads, ...options, vitals }), {
    refreshWorker: false,
  });
  await journal.close();
  return readiness;
}

const outbox = (change: Partial<OutboxState>) => ({
  vitals: { outbox: async () => ({ ...(await wellVitals.outbox()), ...change }) },
});
const longAgo = toIsoTime(Date.UTC(2026, 0, 1) - limits.outboxStuckMs - 1);
const review = (change: object) =>
  stateTurn('paper_review', 'p', 1, {
    status: 'finalized',
    rank_score: 1,
    lint_passes: true,
    audit_verdict: 'strict_pass',
    updated_at: someTime,
    ...change,
  });

const dayMs = 86_400_000;
const scheduled: Options = { vitals: { backupIntervalMs: dayMs } };
const upkeep = (change: object) => [
  stateTurn('upkeep', 'main', 1, { ...initialUpkeep('main'), interval_ms: dayMs, ...change }),
];
const lastBackup = (at: string) => ({
  last_backup_at: at,
  last_backup: { name: 'backup-1', event_id: 7, files: 1, bytes: 1, kept: 1 },
});

const deadLetter = {
  sequence: 3,
  kind: 'run',
  id: 'x',
  message: '{"type":"PREPARE"}',
  reason: 'boom',
  at: someTime,
  source: 'ask',
  by: 'ann',
  correlation_id: 'c',
  cause_id: null,
  mark: 'm',
};
const outOfService = {
  kind: 'run',
  id: 'x',
  event: null,
  reason: 'boom',
  since: someTime,
  mark: 'm',
};
const restored = (change: Partial<RestoreProgress>): Options => ({
  bench: {
    restoreProgress: () => ({
      state: 'done',
      checked: 0,
      failed: 0,
      failures: [],
      error: null,
      ...change,
    }),
  },
});

const withNtfy: Options = {
  vitals: { alerts: { ...wellVitals.alerts, channels: ['ntfy'] } },
};

const room = (change: object): Options => ({
  vitals: { space: () => ({ ...wellVitals.space()!, ...change }) },
});

const failures: readonly (readonly [ReadinessCheckName, string, Options, Turns])[] = [
  ['store_writable', 'disk full', { vitals: { writeTrouble: () => 'disk full' } }, []],
  ['disk_free', 'state_dir has less than 1024 MiB left', room({ free_mib: 1_023 }), []],
  ['disk_free', 'less than 64 MiB left: any write may be refused now', room({ free_mib: 63 }), []],
  ['disk_free', 'can take fewer than 10000 more files', room({ free_files: 9_999 }), []],
  [
    'disk_free',
    'can take fewer than 64 more files: any write may be refused now',
    room({ free_files: 0, free_mib: 900 }),
    [],
  ],
  ['disk_free', 'cannot be read', { vitals: { space: () => null } }, []],
  ['worker_preflight', 'no worker is configured', { targets: [] }, []],
  ['outbox_moving', 'has waited since', outbox({ pending: 1, oldest_at: longAgo }), []],
  [
    'no_dead_letters',
    '1 message waits as dead letters, the newest for run/x: boom',
    {
      bench: {
        countDeadLetters: () => Promise.resolve(1),
        deadLetters: () => Promise.resolve([deadLetter]),
      },
    },
    [],
  ],
  [
    'actors_in_service',
    '1 actor is out of service: run/x',
    { bench: { quarantines: () => [outOfService] } },
    [],
  ],
  [
    'actors_restored',
    '2 stored actors have been restored dry',
    restored({ state: 'checking', checked: 2 }),
    [],
  ],
  [
    'actors_restored',
    'waits after 2: the disk is gone',
    restored({ state: 'checking', checked: 2, error: 'the disk is gone' }),
    [],
  ],
  [
    'actors_restored',
    '1 of 5 stored actors cannot be restored: moon/x: no actor of this kind',
    restored({ checked: 5, failed: 1, failures: ['moon/x: no actor of this kind'] }),
    [],
  ],
  [
    'counts_consistent',
    'should agree',
    {},
    [queueTurn('a', { status: 'running', lane: null, current_run_id: 'a-1' })],
  ],
  ['no_blocked_items', '1 item needs a person', {}, [queueTurn('a', { status: 'blocked' })]],
  [
    'no_blocked_items',
    '1 item needs a person',
    {},
    [queueTurn('a', { manual_review_required: true })],
  ],
  [
    'paper_writer_configured',
    'has not been asked',
    { vitals: { writer: { provider: 'external_llm', fallbackEnabled: false } } },
    [],
  ],
  [
    'paper_writer_configured',
    'did not answer when it was last asked: the endpoint answered 500',
    {
      vitals: {
        writer: {
          provider: 'external_llm',
          fallbackEnabled: false,
          lastOutcome: () => ({
            at: '2026-01-01T00:00:00.000Z',
            ok: false,
            detail: 'the endpoint answered 500',
          }),
        },
      },
    },
    [],
  ],
  ['corpus_state_explicit', 'EACCES', { vitals: { corpusTrouble: () => 'EACCES' } }, []],
  [
    'idea_folder_read',
    'a.md cannot be read or moved (EACCES)',
    {
      vitals: {
        inbox: () => ({
          looked_at: '2026-01-01T00:00:00.000Z',
          trouble: 'a.md cannot be read or moved (EACCES)',
          waiting: 1,
        }),
      },
    },
    [],
  ],
  ['corpus_state_explicit', 'no lint verdict', {}, [review({ lint_passes: null })]],
  ['corpus_state_explicit', 'no audit verdict', {}, [review({ audit_verdict: null })]],
  [
    'corpus_state_explicit',
    '1 imports failed',
    {},
    [stateTurn('corpus_entry', 'p', 1, { status: 'failed', updated_at: someTime })],
  ],
  [
    'papers_unchanged',
    'p is not what was written: evidence/r.json changed; and 1 more',
    {},
    [
      review({ drift: 'evidence/r.json changed', drift_since: someTime }),
      stateTurn('paper_review', 'q', 1, { status: 'queued', rank_score: 1, drift: 'x is gone' }),
    ],
  ],
  [
    'papers_unchanged',
    'p is in the corpus not as it was imported: paper.md is missing',
    {},
    [stateTurn('corpus_entry', 'p', 1, { status: 'imported', drift: 'paper.md is missing' })],
  ],
  [
    'papers_unchanged',
    'could not be looked at: EIO',
    {},
    [stateTurn('paper_watch', 'main', 1, { status: 'watching', last_error: 'EIO' })],
  ],
  [
    'event_chain_verified',
    '3 of 9 events',
    {
      vitals: {
        chain: () => ({ ...wellVitals.chain(), state: 'checking', verified_to: 3, head: 9 }),
      },
    },
    [],
  ],
  [
    'event_chain_verified',
    'event 7 was altered',
    {
      vitals: {
        chain: () => ({
          ...wellVitals.chain(),
          state: 'broken',
          problem: { event_id: 7, kind: 'hash', message: 'event 7 was altered' },
        }),
      },
    },
    [],
  ],
  ['backup_recent', 'not made yet', scheduled, []],
  [
    'backup_recent',
    'more than two intervals; the last one is backup-1',
    scheduled,
    upkeep({ status: 'waiting', ...lastBackup(toIsoTime(Date.UTC(2026, 0, 1) - 2 * dayMs - 1)) }),
  ],
  [
    'backup_recent',
    'failed: no room; the last one is backup-1',
    scheduled,
    upkeep({ status: 'backing_up', last_error: 'no room', ...lastBackup(someTime) }),
  ],
  [
    'alerts_evaluated',
    'should be evaluated every 60 s, and were last at 2025-12-31T23:56:59.000Z: no answer',
    { vitals: { alertsCheckedAt: () => '2025-12-31T23:56:59.000Z' } },
    [alertWatchTurn({ last_error: 'no answer' })],
  ],
  [
    'alerts_evaluated',
    'were last at no time: no answer',
    { vitals: { alertsCheckedAt: () => null } },
    [alertWatchTurn({ last_error: 'no answer' })],
  ],
  [
    'alerts_evaluated',
    'this process has not done so yet',
    { vitals: { alertsCheckedAt: () => null } },
    [],
  ],
  ['alert_channels', 'channel ntfy has not delivered anything yet', withNtfy, []],
  [
    'alert_channels',
    'channel ntfy does not deliver: ntfy answered 401',
    withNtfy,
    [
      stateTurn(
        'notification',
        'i.1.ntfy',
        1,
        blank(notificationSchema, {
          status: 'undeliverable',
          notification_id: 'i.1.ntfy',
          channel: 'ntfy',
          attempts: 1,
          last_error: 'ntfy answered 401',
          first_failed_at: someTime,
          last_failed_at: someTime,
          updated_at: someTime,
        }),
      ),
    ],
  ],
  [
    'heartbeat',
    'no call of the heartbeat was answered yet',
    { vitals: { heartbeat: { intervalMs: 60_000 } } },
    [],
  ],
  ['live_dispatch_enabled', 'only dry runs', { liveDispatchEnabled: false }, []],
];

describe('automation readiness', () => {
  it.each(failures)('is BLOCKED by %s: %s', async (name, words, options, turns) => {
    const readiness = await judge(options, turns);
    expect(readiness).toMatchObject({
      readiness: 'BLOCKED',
      first_failing: name,
      reason: expect.stringContaining(words),
    });
    const failing = readiness.checks.filter((check) => !check.ok);
    expect(failing.map((check) => check.name)).toEqual([name]);
    expect(failing[0]?.action).toEqual(expect.stringMatching(/\S/));
  });

  it.each([
    ['paused', 'queue_not_paused'],
    ['maintenance', 'queue_not_paused'],
  ])('is BLOCKED while the switch is %s', async (status, first) => {
    const control = {
      status,
      reason: 'r',
      changed_by: 'ada',
      created_at: '',
      updated_at: someTime,
    };
    const readiness = await judge({}, [stateTurn('control', 'main', 1, control)]);
    expect(readiness.first_failing).toBe(first);
    expect(readiness.checks.find((check) => check.name === 'maintenance_off')?.ok).toBe(
      status !== 'maintenance',
    );
  });

  it('is not held up where no backups are scheduled, and says that nobody knows of one', async () => {
    const of = async (options: Options, turns: Turns = []) =>
      (await judge(options, turns)).checks.find((check) => check.name === 'backup_recent');
    expect(await of({})).toMatchObject({
      ok: true,
      detail: expect.stringContaining('whether there is one is unknown'),
      evidence: { state: 'unscheduled', age_seconds: null },
    });
    const ofDatabase = await of({ storeBackend: 'hosted' });
    expect(ofDatabase).toMatchObject({ ok: true, detail: expect.stringContaining('own tools') });
    expect(ofDatabase?.detail).not.toContain('backup_dir');
    const recent = upkeep({ status: 'waiting', ...lastBackup(someTime) });
    expect(await of(scheduled, recent)).toMatchObject({ ok: true, evidence: { age_seconds: 0 } });
  });

  it('does not know about a worker that was last asked before the clock was set back', async () => {
    const ahead = healthyWorker(toIsoTime(Date.UTC(2026, 0, 1) + limits.preflightFreshMs + 1));
    const { checks } = await judge({}, [], ahead);
    expect(checks.find((check) => check.name === 'worker_preflight')).toMatchObject({
      status: 'unknown',
      detail: expect.stringContaining('the clock was set back'),
    });
  });

  it('does not know about a worker that was last asked too long ago, unless it is busy', async () => {
    const old = healthyWorker(toIsoTime(Date.UTC(2026, 0, 1) - limits.preflightFreshMs - 1));
    const stale = await judge({}, [], old);
    expect(stale.checks.find((check) => check.name === 'worker_preflight')?.status).toBe('unknown');
    const run = { status: 'running', lane: testLane, current_run_id: 'a-1' } as const;
    expect((await judge({}, [queueTurn('a', run)], old)).readiness).toBe('READY');
  });

  it('is BLOCKED by a worker that does not answer, since it does not', async () => {
    const readiness = await judge(
      {},
      [],
      healthyWorker(someTime, { status: 'unreachable', reason: 'no route', observed_at: null }),
    );
    const check = readiness.checks.find((entry) => entry.name === 'worker_preflight');
    expect(check).toMatchObject({ status: 'failing', since: someTime });
    expect(check?.detail).toContain('no route');
  });

  it('is READY where alerts are to be evaluated by hand alone, and says so', async () => {
    const alerts = { ...wellVitals.alerts, checkIntervalMs: 0 };
    const { readiness, checks } = await judge({ vitals: { alerts, alertsCheckedAt: () => null } });
    expect(readiness).toBe('READY');
    expect(checks.find(({ name }) => name === 'alerts_evaluated')?.detail).toContain('by hand');
  });

  it('does not know about alerts that nobody ever watched', async () => {
    const { journal, reads } = openTestStore();
    const control = createTestControl({ reads });
    const { checks } = await readReadiness(control, { refreshWorker: false });
    await journal.close();
    expect(checks.find(({ name }) => name === 'alerts_evaluated')).toMatchObject({
      status: 'unknown',
      action: expect.stringContaining('start the service'),
    });
  });

  it('is READY when all is well', async () => {
    expect(await judge()).toMatchObject({ readiness: 'READY', first_failing: null });
  });

  it.each([
    [0, 'no actor was stored yet when this service started'],
    [1, 'the one actor that was stored'],
    [5, 'every one of the 5 actors that was stored'],
  ])('says of %i actors that it restored when they were stored', async (checked, words) => {
    const { checks } = await judge(restored({ checked }));
    const check = checks.find(({ name }) => name === 'actors_restored');
    expect([check?.status, check?.detail]).toEqual(['ok', expect.stringContaining(words)]);
  });

  it('counts an actor that could not be restored only until it is released', async () => {
    const failed = { checked: 5, failed: 1, failures: ['run/x: its stored state is damaged'] };
    const { bench } = restored(failed);
    expect((await judge({ bench: { ...bench } })).readiness).toBe('READY');
    const still = await judge({ bench: { ...bench, quarantines: () => [outOfService] } });
    const failing = still.checks.filter((check) => !check.ok).map(({ name }) => name);
    expect(failing).toEqual(['actors_in_service', 'actors_restored']);
  });

  it('says how many dead letters there are, however many', async () => {
    const readiness = await judge({
      bench: {
        countDeadLetters: () => Promise.resolve(1234),
        deadLetters: () => Promise.resolve([deadLetter]),
      },
    });
    expect(readiness.reason).toContain('1234 messages wait');
  });
});

describe('counts', () => {
  const counts = {
    active: 1,
    pipeline: {
      write_needed: 2,
      raw_completed_no_paper_candidates: 2,
      not_writable_by_decision_gate: 0,
      publish_ready: 0,
      published_imported: 0,
    },
  };
  it('disagree when statuses do not add up, lanes are missing, or more is to write than is done', () => {
    const names = (change: object, more: object = {}) =>
      findDisagreements({
        counts: { ...counts, ...change },
        items: { kept: 3, rows: 3 },
        lanes: ['l'],
        ...more,
      }).map((entry) => entry.what);
    expect(names({}, { items: { kept: 2, rows: 3 } })).toEqual(['queue_total']);
    expect(names({}, { lanes: [] })).toEqual(['active_lanes']);
    const pipeline = { ...counts.pipeline, write_needed: 3, not_writable_by_decision_gate: -1 };
    expect(names({ pipeline })).toEqual(['write_needed']);
    expect(names({})).toEqual([]);
  });
});
