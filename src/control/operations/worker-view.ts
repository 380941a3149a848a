/** The workers as a person wants to see them: how each is, since when and why, and what to do. */
import { ServiceError } from '../../domain/errors.ts';
import type { Freshness } from '../../domain/freshness.ts';
import type { WorkerTarget as StoredWorker } from '../../domain/records.ts';
import { workloadClasses } from '../../domain/statuses.ts';
import { type Needs, stampOf } from '../common/index.ts';
import { readLanes } from '../dispatch/index.ts';
import { lanesOf, type WorkerTarget } from '../fleet/index.ts';
import {
  adviceFor,
  type CheckName,
  checksOf,
  isAdvice,
  readFreshness,
  readWorkerHealth,
  runPreflight,
  sampledAt,
  usualOptions,
  type WorkerHealth,
  withFreshness,
  workerNotices,
} from '../workers/index.ts';
import { readWorkerHistory } from './worker-history.ts';

type Lane = Awaited<ReturnType<typeof readLanes>>['lanes'][number];

/** Every configured worker, also one that was never looked at. Asks none of them. */
export async function readWorkers(
  context: Needs<'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
) {
  const sources = await gather(context);
  return {
    ok: true as const,
    workers: context.workers.targets.map((target) => toView(context, target, sources)),
    ...stampOf(context.clock, 'store'),
  };
}

/** One worker with the changes of its health, newest first. Throws `worker_not_found`. */
export async function readWorker(
  context: Needs<'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  name: string,
) {
  const target = requireWorker(context, name);
  const [sources, history] = await Promise.all([gather(context), readWorkerHistory(context, name)]);
  const worker = toView(context, target, sources);
  return { ok: true as const, worker, history, ...stampOf(context.clock, 'store') };
}

/** Asks one worker now, whatever is known of it, and shows it. Throws `worker_not_found`. */
export async function refreshWorker(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  name: string,
) {
  const target = requireWorker(context, name);
  const preflight = await runPreflight(context, target, usualOptions(target, 0));
  return { ...(await readWorker(context, name)), preflight: withFreshness(context, preflight) };
}

/** The configured worker of that name. Throws `worker_not_found` with the names there are. */
export function requireWorker({ workers }: Needs<'workers'>, name: string): WorkerTarget {
  const target = workers.byName(name);
  if (target !== undefined) return target;
  const names = workers.targets.map((one) => one.name).join(', ') || 'none';
  throw new ServiceError(
    'worker_not_found',
    `no worker is called ${JSON.stringify(name)}; configured: ${names}`,
  );
}

interface Sources {
  readonly health: readonly WorkerHealth[];
  readonly freshness: readonly Freshness[];
  readonly lanes: ReadonlyMap<string, Lane>;
}

async function gather(
  context: Needs<'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
): Promise<Sources> {
  const [health, { lanes }] = await Promise.all([readWorkerHealth(context), readLanes(context)]);
  const freshness = await readFreshness(context, health);
  return { health, freshness, lanes: new Map(lanes.map((lane) => [lane.lane, lane])) };
}

function toView(context: Needs<'workers'>, target: WorkerTarget, sources: Sources) {
  const { name, role, lane } = target;
  const health = sources.health.find(({ worker }) => worker.target === name);
  const worker = health?.worker;
  const all = lanesOf(target).flatMap((one) => sources.lanes.get(one) ?? []);
  const active = all.flatMap((one) => one.active ?? []);
  // Of several lanes one that is free says whether anything goes.
  const shown = all.find((one) => one.active === null) ?? all[0];
  const notices = worker === undefined ? [] : workerNotices(worker);
  return {
    name,
    url: lane,
    role,
    lane,
    shares_lane_with: (shown?.names ?? []).filter((other) => other !== name),
    health: toHealth(worker, health?.trouble ?? null),
    freshness: {
      preflight: freshnessOf(sources, 'worker_preflight', name),
      telemetry: freshnessOf(sources, 'worker_telemetry', name),
    },
    checks: checksOf(worker).map((check) => ({
      name: check.name,
      ok: check.ok,
      advice: isAdvice(check.name as CheckName),
      detail: check.detail,
    })),
    active: active[0] ?? null,
    ...(target.cluster === undefined ? {} : { jobs: { most: all.length, active } }),
    waiting: shown?.waiting ?? { count: 0, at_least: false },
    goes: shown?.goes ?? false,
    blocked_by: shown?.blocked_by ?? null,
    classes: workloadClasses.flatMap((workload_class) => {
      const route = context.workers.routeOfClass(workload_class);
      return route?.target === name ? [{ workload_class, rule: route.rule }] : [];
    }),
    callbacks: toCallbacks(worker),
    ...toGpus(worker),
    notices: notices.map(({ code, severity, message, action, since }) => ({
      code,
      severity,
      message,
      action,
      since,
    })),
    advice: adviceFor(target, health, notices),
  };
}

function toHealth(worker: StoredWorker | undefined, trouble: string | null) {
  return {
    status: worker?.status ?? ('unknown' as const),
    trouble,
    reason: worker === undefined ? 'it was never looked at' : worker.reason,
    since: worker?.since ?? null,
    consecutive_failures: worker?.consecutive_failures ?? 0,
    last_success_at: worker?.last_success_at ?? null,
    observed_at: worker?.observed_at ?? null,
    /** When it was last asked, whether or not it answered. */
    asked_at: worker?.updated_at ?? null,
  };
}

const freshnessOf = (
  { freshness }: Sources,
  source: Freshness['source'],
  name: string,
): Freshness | null =>
  freshness.find((one) => one.source === source && one.authority === `worker ${name}`) ?? null;

function dataOf(worker: StoredWorker | undefined, check: string) {
  return checksOf(worker).find(({ name }) => name === check)?.data;
}

/** Null where the worker does not tell, as one that does not answer. */
function toCallbacks(worker: StoredWorker | undefined) {
  if (worker?.status === 'unreachable') return null;
  const data = dataOf(worker, 'worker_callbacks_delivered');
  if (data === undefined) return null;
  const { waiting, parked, oldest_at } = data;
  return { waiting, parked, oldest_at } as {
    readonly waiting: number;
    readonly parked: number;
    readonly oldest_at: string | null;
  };
}

/** From the last sample; null where it could not be told, empty where there is none. */
function toGpus(worker: StoredWorker | undefined) {
  const data = dataOf(worker, 'worker_gpu_idle');
  const gpus = data?.['gpus'];
  return {
    gpus: Array.isArray(gpus) ? (gpus as readonly Readonly<Record<string, unknown>>[]) : null,
    sampled_at: sampledAt(worker),
  };
}
