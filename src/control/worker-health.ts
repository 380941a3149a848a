/** What is known of the configured workers, told apart by whether a person must do something. */

import { type WorkerTarget as StoredWorker, workerTargetSchema } from '../domain/records.ts';
import type { ControlContext } from './ports.ts';

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

/** Every configured worker that was ever observed. */
export async function readWorkerHealth(context: ControlContext): Promise<WorkerHealth[]> {
  const [rows, lanes] = await Promise.all([
    Promise.all(
      context.workers.targets.map(async (target) => ({
        lane: target.lane,
        row: await context.reads.get('worker_target', target.name),
      })),
    ),
    context.reads.activeLanes(),
  ]);
  return rows.flatMap(({ lane, row }) => {
    if (row === undefined) return [];
    const worker = workerTargetSchema.parse(row);
    return [{ worker, trouble: troubleOf(worker, lanes.includes(lane)) }];
  });
}

function troubleOf(worker: StoredWorker, laneActive: boolean): string | null {
  const reason = worker.reason ?? 'no reason known';
  if (worker.status === 'unreachable') return `Worker ${worker.target} is unreachable: ${reason}`;
  if (worker.status !== 'degraded') return null;
  const failing = failingChecks(worker);
  if (laneActive && failing.length > 0 && failing.every((name) => failOfBusy.has(name)))
    return null;
  return `Worker ${worker.target} did not pass its last preflight (${worker.observed_at}): ${reason}`;
}

/** Names of the checks that failed in the last preflight. */
function failingChecks(worker: StoredWorker): string[] {
  const reply = worker.observation?.['reply'] as
    | { readonly checks?: readonly { readonly name: string; readonly ok: boolean }[] }
    | undefined;
  return (reply?.checks ?? [])
    .filter((check) => !check.ok && check.name !== 'control_maintenance_mode')
    .map((check) => check.name);
}
