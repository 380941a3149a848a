/** For every check of readiness what makes it fail and what mends it, as rows of a store and vitals. */
import type { NewEvent } from '../../src/actors/journal/port.ts';
import type { ReadinessCheckName } from '../../src/control/readiness/readiness.ts';
import { blank } from '../../src/domain/blank.ts';
import { limits } from '../../src/domain/limits.ts';
import {
  eventLogSchema,
  heartbeatSchema,
  notificationSchema,
  pumpSchema,
  upkeepSchema,
} from '../../src/domain/records.ts';
import { toIsoTime } from '../../src/lib/clock.ts';
import { type createTestControl, healthyWorker, wellVitals } from './control-context.ts';
import {
  commitAll,
  queueItem,
  type State,
  someTime,
  stateTurn,
  type TestStore,
} from './store-fixtures.ts';

type Options = Omit<Parameters<typeof createTestControl>[0], 'reads' | 'actors' | 'clock'>;
/** What is stored and what the service says of itself, at one time. */
export interface Scene extends Options {
  readonly stored?: readonly (readonly [
    kind: string,
    id: string,
    state: State,
    event?: Partial<NewEvent>,
  ])[];
}
export interface ReadinessCase {
  readonly fails: Scene;
  readonly mended: Scene;
  /** Why it raises no alert though it is not ok. */
  readonly silent?: string;
}

const dayMs = 86_400_000;
const later = { updated_at: '2026-01-01T00:01:00.000Z' };
export const controlScene = (status: string): Scene => ({
  stored: [
    [
      'control',
      'main',
      { status, reason: 'r', changed_by: 'ada', created_at: someTime, updated_at: someTime },
    ],
  ],
});
export const workerScene = (change: object): Scene => ({
  stored: [['worker_target', 'default', healthyWorker(someTime, change)]],
});
export const itemScene = (change: object): Scene => ({
  stored: [['queue_item', 'a', { ...queueItem('a', change) }]],
});
/** A control plane that stands by, and what it has otherwise than the one that writes. */
export const standbyScene = (differing: readonly string[]): Scene => ({
  storeBackend: 'hosted',
  vitals: {
    plane: () => ({
      role: 'standby',
      holder: { address: 'http://127.0.0.1:1', since: someTime },
    }),
    likeness: () => ({ kind: 'compared', differing, clockAheadMs: 0 }),
  },
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
export const pumpScene = (change: object): Scene => ({
  vitals: { pump: async () => ({ next_at: null, busy_ms: 0, nothing_ms: null }) },
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
/** A paper of the corpus with what of it is not as it was imported. */
const shelf = (drift: string | null): Scene => ({
  stored: [['corpus_entry', 'p', { status: 'imported', updated_at: someTime, drift }]],
});
const says = (vitals: Options['vitals']): Scene => ({ vitals: vitals ?? {} });
/** Nothing is wrong. */
export const wellScene: Scene = {};

/** By the name of the check; a check without a case does not compile. */
export const readinessCases: { readonly [Name in ReadinessCheckName]: ReadinessCase } = {
  store_writable: { fails: says({ writeTrouble: () => 'disk full' }), mended: wellScene },
  disk_free: {
    fails: says({ space: () => ({ ...wellVitals.space()!, free_mib: 900 }) }),
    mended: wellScene,
  },
  connections_accepted: {
    fails: says({ connectionTrouble: () => 'no descriptors are left' }),
    mended: wellScene,
  },
  queue_not_paused: { fails: controlScene('paused'), mended: controlScene('open') },
  maintenance_off: { fails: controlScene('maintenance'), mended: controlScene('open') },
  worker_preflight: {
    fails: workerScene({ status: 'degraded', reason: 'its disk is full' }),
    mended: workerScene({}),
  },
  planes_alike: { fails: standbyScene(['worker_targets.b']), mended: standbyScene([]) },
  outbox_moving: {
    fails: says({
      outbox: async () => ({
        ...(await wellVitals.outbox()),
        pending: 1,
        oldest_at: toIsoTime(Date.parse(someTime) - limits.outboxStuckMs - 1),
      }),
    }),
    mended: wellScene,
  },
  actors_in_service: {
    fails: {
      bench: {
        quarantines: () => [
          { kind: 'run', id: 'x', event: null, reason: 'boom', since: someTime, mark: 'm' },
        ],
      },
    },
    mended: wellScene,
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
    mended: wellScene,
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
    mended: wellScene,
  },
  counts_consistent: {
    fails: itemScene({ status: 'running', lane: null, current_run_id: 'a-1' }),
    mended: itemScene({ status: 'canceled' }),
  },
  no_blocked_items: {
    fails: itemScene({ status: 'blocked' }),
    mended: itemScene({ status: 'canceled' }),
  },
  paper_writer_configured: {
    fails: says({ writer: { provider: 'external_llm', fallbackEnabled: false } }),
    mended: wellScene,
    silent: 'nobody knows whether the writer answers before it was asked',
  },
  corpus_state_explicit: { fails: says({ corpusTrouble: () => 'EACCES' }), mended: wellScene },
  papers_unchanged: { fails: shelf('paper.md is missing'), mended: shelf(null) },
  event_chain_verified: {
    fails: says({
      chain: () => ({
        ...wellVitals.chain(),
        state: 'broken',
        problem: { event_id: 7, kind: 'hash', message: 'event 7 was altered' },
      }),
    }),
    mended: wellScene,
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
    mended: wellScene,
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
  live_dispatch_enabled: { fails: { liveDispatchEnabled: false }, mended: wellScene },
  pump: {
    fails: pumpScene({ status: 'backing_off', last_error: 'refused', failing_since: someTime }),
    mended: pumpScene({ status: 'waiting' }),
  },
};

/** Keeps the rows of scenes in a store, each as the next version of its actor. */
export function keeperOf(
  store: Pick<TestStore, 'journal'>,
): (stored: NonNullable<Scene['stored']>) => Promise<void> {
  const versions = new Map<string, number>();
  return async (stored) => {
    const turns = stored.map(([kind, id, state, event = {}]) => {
      const version = (versions.get(`${kind}/${id}`) ?? 0) + 1;
      versions.set(`${kind}/${id}`, version);
      return stateTurn(kind, id, version, state, { event });
    });
    await commitAll(store.journal, turns);
  };
}
