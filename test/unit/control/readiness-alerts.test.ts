/**
 * Every check of readiness, on a real store: what makes it fail raises an alert that fires, and what mends
 * it clears that. A check without a case does not compile, and one that raises none says why.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { checkAlerts } from '../../../src/control/operations/alerts.ts';
import {
  type ReadinessCheckName,
  readinessCheckNames,
  readReadiness,
} from '../../../src/control/operations/readiness.ts';
import { blank } from '../../../src/domain/blank.ts';
import { limits } from '../../../src/domain/limits.ts';
import {
  eventLogSchema,
  heartbeatSchema,
  notificationSchema,
  pumpSchema,
  upkeepSchema,
} from '../../../src/domain/records.ts';
import { createManualClock, type ManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { alertSpec } from '../../../src/machines/alert/spec.ts';
import { incidentSpec } from '../../../src/machines/incident/spec.ts';
import { createTestControl, healthyWorker, wellVitals } from '../../support/control-context.ts';
import {
  commitAll,
  openTestStore,
  queueItem,
  type State,
  someTime,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

type Options = Omit<Parameters<typeof createTestControl>[0], 'reads' | 'actors' | 'clock'>;
/** What is stored and what the service says of itself, at one time. */
interface Scene extends Options {
  readonly stored?: readonly (readonly [kind: string, id: string, state: State])[];
}
interface Case {
  readonly fails: Scene;
  readonly mended: Scene;
  /** Why it raises no alert though it is not ok. */
  readonly silent?: string;
}

const dayMs = 86_400_000;
const later = { updated_at: '2026-01-01T00:01:00.000Z' };
const control = (status: string): Scene => ({
  stored: [
    [
      'control',
      'main',
      { status, reason: 'r', changed_by: 'ada', created_at: someTime, updated_at: someTime },
    ],
  ],
});
const worker = (change: object): Scene => ({
  stored: [['worker_target', 'default', healthyWorker(someTime, change)]],
});
const item = (change: object): Scene => ({
  stored: [['queue_item', 'a', { ...queueItem('a', change) }]],
});
const ntfy = { alerts: { ...wellVitals.alerts, channels: ['ntfy'] } };
const message = (id: string, change: object): Scene => ({
  vitals: ntfy,
  stored: [
    [
      'notification',
      id,
      {
        ...blank(notificationSchema, { notification_id: id, channel: 'ntfy' }),
        created_at: someTime,
        updated_at: someTime,
        ...change,
      },
    ],
  ],
});
const beating = (change: object): Scene => ({
  vitals: { heartbeat: { intervalMs: 60_000 } },
  stored: [
    [
      'heartbeat',
      'main',
      { ...blank(heartbeatSchema, {}), created_at: someTime, updated_at: someTime, ...change },
    ],
  ],
});
const backups = (change: object): Scene => ({
  vitals: { backupIntervalMs: dayMs },
  stored: [
    [
      'upkeep',
      'main',
      {
        ...blank(upkeepSchema, { interval_ms: dayMs }),
        status: 'waiting',
        last_backup_at: someTime,
        created_at: someTime,
        updated_at: someTime,
        ...change,
      },
    ],
  ],
});
const pump = (change: object): Scene => ({
  vitals: { pump: async () => ({ next_at: null, busy: true }) },
  stored: [
    [
      'pump',
      'main',
      {
        ...blank(pumpSchema, {}),
        enabled: true,
        interval_ms: 60_000,
        created_at: someTime,
        updated_at: someTime,
        ...change,
      },
    ],
  ],
});
const log = (change: object): Scene => ({
  stored: [
    [
      'event_log',
      'main',
      { ...blank(eventLogSchema, {}), created_at: someTime, updated_at: someTime, ...change },
    ],
  ],
});
const says = (vitals: Options['vitals']): Scene => ({ vitals: vitals ?? {} });
const well: Scene = {};

const cases: { readonly [Name in ReadinessCheckName]: Case } = {
  store_writable: { fails: says({ writeTrouble: () => 'disk full' }), mended: well },
  connections_accepted: {
    fails: says({ connectionTrouble: () => 'no descriptors are left' }),
    mended: well,
  },
  queue_not_paused: { fails: control('paused'), mended: control('open') },
  maintenance_off: { fails: control('maintenance'), mended: control('open') },
  worker_preflight: {
    fails: worker({ status: 'degraded', reason: 'its disk is full' }),
    mended: worker({}),
  },
  outbox_moving: {
    fails: says({
      outbox: async () => ({
        ...(await wellVitals.outbox()),
        pending: 1,
        oldest_at: toIsoTime(Date.parse(someTime) - limits.outboxStuckMs - 1),
      }),
    }),
    mended: well,
  },
  actors_in_service: {
    fails: {
      bench: {
        quarantines: () => [
          { kind: 'run', id: 'x', event: null, reason: 'boom', since: someTime, mark: 'm' },
        ],
      },
    },
    mended: well,
  },
  no_dead_letters: {
    fails: {
      bench: {
        countDeadLetters: async () => 1,
        deadLetters: async () => [
          {
            sequence: 3,
            kind: 'run',
            id: 'x',
            message: '{}',
            reason: 'boom',
            at: someTime,
            source: 'ask',
            by: 'ann',
            correlation_id: 'c',
            cause_id: null,
            mark: 'm',
          },
        ],
      },
    },
    mended: well,
  },
  actors_restored: {
    fails: {
      bench: {
        restoreProgress: () => ({
          state: 'checking',
          checked: 2,
          failed: 0,
          failures: [],
          error: 'the disk is gone',
        }),
      },
    },
    mended: well,
  },
  counts_consistent: {
    fails: item({ status: 'running', lane: null, current_run_id: 'a-1' }),
    mended: item({ status: 'canceled' }),
  },
  no_blocked_items: { fails: item({ status: 'blocked' }), mended: item({ status: 'canceled' }) },
  paper_writer_configured: {
    fails: says({ writer: { provider: 'external_llm', fallbackEnabled: false } }),
    mended: well,
    silent: 'nobody knows whether the writer answers before it was asked',
  },
  corpus_state_explicit: { fails: says({ corpusTrouble: () => 'EACCES' }), mended: well },
  event_chain_verified: {
    fails: says({
      chain: () => ({
        ...wellVitals.chain(),
        state: 'broken',
        problem: { event_id: 7, kind: 'hash', message: 'event 7 was altered' },
      }),
    }),
    mended: well,
  },
  event_log_whole: {
    fails: log({
      status: 'lost',
      loss: {
        epoch: 'e',
        finding: 'shorter',
        message: 'two events are gone',
        events_gone: 2,
        last_event_id: 5,
        last_event_at: null,
        kept_event_id: 7,
        kept_at: null,
      },
    }),
    mended: log({ status: 'whole' }),
  },
  idea_folder_read: {
    fails: says({ inbox: () => ({ looked_at: someTime, trouble: 'EACCES', waiting: 1 }) }),
    mended: says({ inbox: () => ({ looked_at: someTime, trouble: null, waiting: 0 }) }),
  },
  backup_recent: {
    fails: backups({ status: 'failed', last_error: 'no room', failed_at: someTime }),
    mended: backups({}),
  },
  alerts_evaluated: {
    fails: says({ alertsCheckedAt: () => '2025-12-31T00:00:00.000Z' }),
    mended: well,
    silent: 'whoever evaluates the alerts need not be told that nobody does',
  },
  alert_channels: {
    fails: message('i.1.ntfy', {
      status: 'undeliverable',
      attempts: 1,
      last_error: 'ntfy answered 401',
      first_failed_at: someTime,
      last_failed_at: someTime,
    }),
    mended: message('i.2.ntfy', {
      status: 'delivered',
      receipt: 'r',
      delivered_at: later.updated_at,
      ...later,
    }),
  },
  heartbeat: {
    fails: beating({ status: 'failing', failing_since: someTime, failures: 3, last_error: 'e' }),
    mended: beating({ status: 'beating', last_answered_at: someTime }),
  },
  live_dispatch_enabled: { fails: { liveDispatchEnabled: false }, mended: well },
  pump: {
    fails: pump({ status: 'backing_off', last_error: 'refused', failing_since: someTime }),
    mended: pump({ status: 'waiting' }),
  },
};

const definitions = new Map(
  [alertSpec, incidentSpec].map((spec) => {
    const actor = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);
    return [actor.kind, actor] as const;
  }),
);
let store: TestStore;
let clock: ManualClock;
let host: ActorHost;
let versions: Map<string, number>;

beforeEach(async () => {
  store = openTestStore();
  clock = createManualClock();
  versions = new Map();
  host = new ActorHost({
    journal: store.journal,
    definitions,
    effects: {},
    clock,
    entropy: createSeededEntropy(1),
    onStoreFault: (error) => {
      throw error;
    },
  });
  await host.start();
  const watch = {
    status: 'watching',
    interval_ms: 60_000,
    started_at: someTime,
    last_found: null,
    last_error: null,
    created_at: someTime,
    updated_at: someTime,
  };
  await keep([
    ['worker_target', 'default', healthyWorker(someTime)],
    ['alert_watch', 'main', watch],
  ]);
});
afterEach(async () => {
  await host.drain(0);
  await store.journal.close();
});

async function keep(stored: NonNullable<Scene['stored']>): Promise<void> {
  const turns = stored.map(([kind, id, state]) => {
    const version = (versions.get(`${kind}/${id}`) ?? 0) + 1;
    versions.set(`${kind}/${id}`, version);
    return stateTurn(kind, id, version, state);
  });
  await commitAll(store.journal, turns);
}

async function evaluate({ stored = [], vitals, ...options }: Scene) {
  await keep(stored);
  const context = createTestControl({
    ...options,
    vitals: { alertsCheckedAt: () => toIsoTime(clock.now()), ...vitals },
    reads: store.reads,
    clock,
    actors: { ask: (...args) => host.ask(...args), recall: async () => undefined },
  });
  const by = { dry_run: false, force_notify: false, refresh_worker: false, requested_by: 'test' };
  const { checks } = await readReadiness(context, { refreshWorker: false });
  return { checks, alerts: await checkAlerts(context, by) };
}

describe('a check of readiness', () => {
  it('has a case each', () => {
    expect(Object.keys(cases).sort()).toEqual([...readinessCheckNames].sort());
  });

  const all = Object.entries(cases) as [ReadinessCheckName, Case][];
  const told = all.filter(([, { silent }]) => silent === undefined);
  const silent = all.filter(([, { silent: why }]) => why !== undefined);

  it.each(told)('%s raises an alert that fires, and clears it', async (name, { fails, mended }) => {
    const fingerprint = `readiness:${name}`;
    const stands = async (scene: Scene) =>
      (await evaluate(scene)).alerts.alerts.find((alert) => alert.fingerprint === fingerprint);
    expect(await stands(well)).toBeUndefined();
    expect(await stands(fails)).toMatchObject({ message: expect.stringContaining(name) });
    clock.advance(Math.max(limits.alertReadinessForMs, wellVitals.alerts.unreachableAfterMs));
    const { stored: _stored, ...stillFails } = fails;
    expect(await stands(stillFails)).toMatchObject({ status: 'firing' });
    const { alerts, checks } = await evaluate(mended);
    expect(alerts.resolved.map((alert) => alert.fingerprint)).toContain(fingerprint);
    expect(checks.find((check) => check.name === name)).toMatchObject({ ok: true });
    expect(await store.reads.countByStatus('alert')).not.toHaveProperty('firing');
  });

  it.each(silent)('%s raises none, for a reason', async (name, { fails, mended }) => {
    const { checks, alerts } = await evaluate(fails);
    expect(checks.find((check) => check.name === name)).toMatchObject({ ok: false });
    expect(alerts.alerts.map(({ fingerprint }) => fingerprint)).not.toContain(`readiness:${name}`);
    const after = await evaluate(mended);
    expect(after.checks.find((check) => check.name === name)).toMatchObject({ ok: true });
  });
});
