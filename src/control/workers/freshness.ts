/** How old what is known from each source is, and until when it may be relied on. */
import { limits } from '../../domain/limits.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { ControlContext } from '../common/index.ts';
import type { WorkerHealth } from './worker-health.ts';
import { checksOf, type KeptCheck, sampledAt } from './worker-state.ts';

/** What operators and programs rely on; a worker's sources are there once per worker. */
export const freshnessSources = [
  'store',
  'config',
  'worker_preflight',
  'worker_telemetry',
  'intake',
  'core_snapshot',
] as const;
/** `unknown` was never observed; `failed` was observed and is not well. */
export const freshnessStatuses = ['ok', 'stale', 'unknown', 'failed'] as const;

/** How far one source may be relied on. Times are ISO 8601; `fresh_until` is null where `ttl_seconds` is. */
export interface Freshness {
  readonly source: (typeof freshnessSources)[number];
  readonly authority: string;
  /** Null when it was never observed. */
  readonly observed_at: string | null;
  /** Null for what does not grow stale with time. */
  readonly ttl_seconds: number | null;
  readonly fresh_until: string | null;
  readonly stale: boolean;
  readonly status: (typeof freshnessStatuses)[number];
  readonly detail: string;
}

/** One entry per source, and per worker where the source is a worker. */
export async function readFreshness(
  context: ControlContext,
  workers: readonly WorkerHealth[],
): Promise<Freshness[]> {
  const now = toIsoTime(context.clock.now());
  const [intake, snapshot] = await Promise.all([
    lastEvent(context, 'intake.ideas_recorded'),
    lastEvent(context, 'core.snapshot_recorded'),
  ]);
  const store = context.vitals.writeTrouble();
  return [
    {
      ...ageless('store', now),
      status: store === null ? 'ok' : 'failed',
      detail: `${context.settings.storeBackend}, read just now${store === null ? '' : `; it takes no writes: ${store}`}`,
    },
    { ...ageless('config', now), detail: 'validated at start, unchanged since' },
    ...context.workers.targets.flatMap((target) => {
      const health = workers.find((entry) => entry.worker.target === target.name);
      return [
        preflightFreshness(context, target.name, health),
        telemetryFreshness(context, target.name, health),
      ];
    }),
    recorded('intake', intake, 'no idea was ever taken in', 'last batch of ideas'),
    recorded('core_snapshot', snapshot, 'no queue snapshot was ever recorded', 'last snapshot'),
  ];
}

function ageless(source: Freshness['source'], at: string | null): Freshness {
  return {
    source,
    authority: 'control plane',
    observed_at: at,
    ttl_seconds: null,
    fresh_until: null,
    stale: false,
    status: 'ok',
    detail: '',
  };
}

/** What comes when somebody sends it: it has a last time and no time to live. */
function recorded(
  source: Freshness['source'],
  at: string | null,
  never: string,
  words: string,
): Freshness {
  return {
    ...ageless(source, at),
    status: at === null ? 'unknown' : 'ok',
    detail: at === null ? never : `${words} at ${at}`,
  };
}

async function lastEvent(context: ControlContext, eventType: string): Promise<string | null> {
  const [event] = await context.reads.events({
    before: null,
    limit: 1,
    entityType: '',
    entityId: '',
    eventType,
    search: '',
  });
  return event?.created_at ?? null;
}

function aging(
  context: ControlContext,
  facts: {
    readonly source: Freshness['source'];
    readonly target: string;
    readonly at: string | null;
    readonly ttlMs: number;
    readonly failed: boolean;
    readonly detail: string;
  },
): Freshness {
  const { at, ttlMs } = facts;
  const nowMs = context.clock.now();
  const untilMs = at === null ? null : Date.parse(at) + ttlMs;
  // Of what was seen far ahead, before the clock was set back, nobody knows how old it is.
  const stale = untilMs === null || untilMs < nowMs || untilMs - 2 * ttlMs > nowMs;
  return {
    source: facts.source,
    authority: `worker ${facts.target}`,
    observed_at: at,
    ttl_seconds: ttlMs / 1000,
    fresh_until: untilMs === null ? null : toIsoTime(untilMs),
    stale,
    status: facts.failed ? 'failed' : at === null ? 'unknown' : stale ? 'stale' : 'ok',
    detail: facts.detail,
  };
}

function preflightFreshness(
  context: ControlContext,
  target: string,
  health: WorkerHealth | undefined,
): Freshness {
  const worker = health?.worker;
  return aging(context, {
    source: 'worker_preflight',
    target,
    at: worker?.observed_at ?? null,
    ttlMs: limits.preflightReuseMs,
    failed: worker?.status === 'unreachable',
    detail:
      worker === undefined
        ? 'no preflight has been made yet'
        : `last preflight: ${worker.status}${worker.reason === null ? '' : ` (${worker.reason})`}`,
  });
}

/** The sample that the last preflight looked at. */
function telemetryFreshness(
  context: ControlContext,
  target: string,
  health: WorkerHealth | undefined,
): Freshness {
  const check = checkOf(health, 'worker_gpu_idle');
  const at = sampledAt(health?.worker);
  return aging(context, {
    source: 'worker_telemetry',
    target,
    at,
    ttlMs: limits.preflightReuseMs,
    failed: health?.worker.status === 'unreachable',
    detail:
      check === undefined
        ? 'no sample has been seen yet; a preflight brings one'
        : at === null
          ? check.detail
          : `sample of the last preflight: ${check.detail}`,
  });
}

function checkOf(health: WorkerHealth | undefined, name: string): KeptCheck | undefined {
  return checksOf(health?.worker).find((check) => check.name === name);
}
