/** How old what is known from each source is, and until when it may be relied on. */
import { ageless, aging, type Freshness, recorded } from '../../domain/freshness.ts';
import { limits } from '../../domain/limits.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { newestEvents } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import type { PreflightReply } from './preflight-checks.ts';
import type { WorkerHealth } from './worker-health.ts';
import { checksOf, type KeptCheck, sampledAt } from './worker-state.ts';

/** One entry per source, and per worker where the source is a worker. */
export async function readFreshness(
  context: Needs<'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  workers: readonly WorkerHealth[],
): Promise<Freshness[]> {
  const now = toIsoTime(context.clock.now());
  const [intake, snapshot] = await Promise.all([
    lastEvent(context, 'intake.ideas_recorded'),
    lastEvent(context, 'core.snapshot_recorded'),
  ]);
  return [
    storeFreshness(context),
    { ...ageless('config', now), detail: 'validated at start, unchanged since' },
    ...context.workers.targets.flatMap((target) => {
      const health = workers.find((entry) => entry.worker.target === target.name);
      return [
        preflightFreshness(context, target.name, health),
        telemetryFreshness(context, target.name, health),
      ];
    }),
    recorded('intake', intake, {
      never: 'no idea was ever taken in',
      words: 'last batch of ideas',
    }),
    recorded('core_snapshot', snapshot, {
      never: 'no queue snapshot was ever recorded',
      words: 'last snapshot',
    }),
  ];
}

/** What is read here is whole as of now, or as of the last look at what others wrote. */
function storeFreshness({
  clock,
  settings,
  vitals,
}: Needs<'clock' | 'settings' | 'vitals'>): Freshness {
  const nowMs = clock.now();
  const trouble = vitals.writeTrouble();
  const wholeAtMs = vitals.storeWholeAt?.();
  const from = settings.storeBackend === 'sqlite' ? '' : ' from its local copy';
  const said = trouble === null ? '' : `; it takes no writes: ${trouble}`;
  if (wholeAtMs === undefined) {
    const status = trouble === null ? 'ok' : 'failed';
    const detail = `${settings.storeBackend}, read just now${from}${said}`;
    return { ...ageless('store', toIsoTime(nowMs)), status, detail };
  }
  const at = toIsoTime(wholeAtMs);
  const untilMs = wholeAtMs + limits.storeCopyAgeMs;
  const stale = untilMs < nowMs;
  return {
    ...ageless('store', at),
    ttl_seconds: limits.storeCopyAgeMs / 1000,
    fresh_until: toIsoTime(untilMs),
    stale,
    status: stale ? 'stale' : 'ok',
    detail: `${settings.storeBackend}, as it was at ${at}${from}${said}`,
  };
}

async function lastEvent(context: Needs<'reads'>, eventType: string): Promise<string | null> {
  const [event] = await context.reads.events({ ...newestEvents, limit: 1, eventType });
  return event?.created_at ?? null;
}

/** A preflight with how long it may be relied on. */
export const withFreshness = (context: Needs<'clock'>, reply: PreflightReply) => ({
  ...reply,
  freshness: aging(context.clock.now(), {
    source: 'worker_preflight',
    target: reply.target,
    at: reply.observed_at,
    ttlMs: limits.preflightReuseMs,
    failed: false,
    detail: reply.summary,
  }),
});

/** The last preflight of a worker. */
export function preflightFreshness(
  context: Needs<'clock'>,
  target: string,
  health: WorkerHealth | undefined,
): Freshness {
  const worker = health?.worker;
  return aging(context.clock.now(), {
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
  context: Needs<'clock'>,
  target: string,
  health: WorkerHealth | undefined,
): Freshness {
  const check = checkOf(health, 'worker_gpu_idle');
  const at = sampledAt(health?.worker);
  return aging(context.clock.now(), {
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
