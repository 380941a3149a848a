/** The latest of what the store and this process's memory know of a worker. */
import { type WorkerTarget as StoredWorker, workerTargetSchema } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { ControlContext } from '../common/index.ts';

/**
 * Undefined for a worker that was never looked at where it is configured now: what was seen at
 * another address may have been another machine.
 */
export async function latestWorker(
  context: Pick<ControlContext, 'reads' | 'workers'>,
  target: string,
): Promise<StoredWorker | undefined> {
  const seen = context.workers.sightings.last(target);
  if (seen !== undefined) return seen.worker;
  const stored = await storedWorker(context, target);
  return stored?.url === context.workers.byName(target)?.lane ? stored : undefined;
}

/** As it stands in the store; undefined when there is nothing. */
export async function storedWorker(
  { reads }: Pick<ControlContext, 'reads'>,
  target: string,
): Promise<StoredWorker | undefined> {
  const row = await reads.get('worker_target', target);
  return row === undefined ? undefined : workerTargetSchema.parse(row);
}

/** A check of a preflight as it is kept with the worker. */
export interface KeptCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * When the newest sample was taken that the worker showed, by this service's clock: the worker's own
 * may be off. Null where none is known.
 */
export function sampledAt(worker: StoredWorker | undefined): string | null {
  const data = checksOf(worker).find(({ name }) => name === 'worker_gpu_idle')?.data;
  const { sampled_at: told, age_ms: ageMs } = data ?? {};
  if (typeof ageMs === 'number' && typeof worker?.observed_at === 'string') {
    return toIsoTime(Date.parse(worker.observed_at) - ageMs);
  }
  return typeof told === 'string' ? told : null;
}

/** The checks of the last preflight that the worker answered. */
export function checksOf(
  worker: Pick<StoredWorker, 'observation'> | undefined,
): readonly KeptCheck[] {
  const reply = worker?.observation?.['reply'] as
    | { readonly checks?: readonly KeptCheck[] }
    | undefined;
  return reply?.checks ?? [];
}
