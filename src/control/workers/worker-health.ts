/** What is known of the configured workers, told apart by whether a person must do something. */
import { queueItemSchema, type WorkerTarget as StoredWorker } from '../../domain/records.ts';
import type { ControlContext, Needs } from '../common/index.ts';
import type { WorkerTarget } from '../fleet/index.ts';
import { checksOf, type KeptCheck, latestWorker } from './worker-state.ts';

/** A worker as it was last seen, and whether that speaks against a run. */
export interface WorkerHealth {
  readonly worker: StoredWorker;
  /** Why no run could start there although its lane is free or busy as it should be; null: fine. */
  readonly trouble: string | null;
}

/** Checks that fail while a worker does what it was told to: run something. */
const failOfBusy: ReadonlySet<string> = new Set([
  'worker_gpu_idle',
  'worker_memory_available',
  'worker_no_live_runs',
]);
/** Checks that say nothing about the worker, or that only warn. */
const notOfHealth: ReadonlySet<string> = new Set([
  'control_queue_paused',
  'control_maintenance_mode',
  'worker_clock_skew',
  'worker_callbacks_delivered',
  'worker_actors_in_service',
]);

/** Every configured worker that was ever observed. */
export async function readWorkerHealth(
  context: Needs<'reads' | 'workers'>,
): Promise<WorkerHealth[]> {
  const found = await Promise.all(
    context.workers.targets.map((target) => readOne(context, target)),
  );
  return found.filter((health) => health !== null);
}

/** Why no run could start at one worker, as far as is known; null: nothing speaks against it. */
export async function troubleOfTarget(
  context: Needs<'reads' | 'workers'>,
  target: Pick<WorkerTarget, 'name' | 'lane'>,
): Promise<string | null> {
  return (await readOne(context, target))?.trouble ?? null;
}

async function readOne(
  context: Needs<'reads' | 'workers'>,
  { name, lane }: Pick<WorkerTarget, 'name' | 'lane'>,
): Promise<WorkerHealth | null> {
  const worker = await latestWorker(context, name);
  return worker === undefined ? null : { worker, trouble: await troubleOf(context, worker, lane) };
}

async function troubleOf(
  context: Needs<'reads'>,
  worker: StoredWorker,
  lane: string,
): Promise<string | null> {
  const reason = worker.reason ?? 'no reason known';
  if (worker.status === 'unreachable') return `Worker ${worker.target} is unreachable: ${reason}`;
  if (worker.status !== 'degraded') return null;
  const run = await runOfLane(context, lane);
  if (run !== null && excusedByRun(checksOf(worker), run.runId)) return null;
  return `Worker ${worker.target} did not pass its last preflight (${worker.observed_at}): ${reason}`;
}

/** The run that holds a lane; null while the lane is free. */
export async function runOfLane(
  { reads }: Pick<ControlContext, 'reads'>,
  lane: string,
): Promise<{ readonly projectId: string; readonly runId: string | null } | null> {
  const row = await reads.activeItemOf(lane);
  if (row === undefined) return null;
  const item = queueItemSchema.parse(row);
  return { projectId: item.project_id, runId: item.current_run_id };
}

/** True when only that failed which this run explains: another live run on the worker is not. */
export function excusedByRun(
  checks: readonly Pick<KeptCheck, 'name' | 'ok' | 'data'>[],
  runId: string | null,
): boolean {
  const failing = failingChecks(checks);
  const live = checks.find(({ name }) => name === 'worker_no_live_runs')?.data?.['live_runs'];
  const foreign = Array.isArray(live) && live.some((id) => id !== runId);
  return failing.length > 0 && failing.every((name) => failOfBusy.has(name)) && !foreign;
}

/** Names of the checks that failed and tell something of the worker. */
export function failingChecks(checks: readonly Pick<KeptCheck, 'name' | 'ok'>[]): string[] {
  return checks.flatMap(({ name, ok }) => (ok || notOfHealth.has(name) ? [] : [name]));
}
