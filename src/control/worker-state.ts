/** The latest of what the store and this process's memory know of a worker. */
import { type WorkerTarget as StoredWorker, workerTargetSchema } from '../domain/records.ts';
import type { ControlContext } from './ports.ts';

/** Undefined for a worker that was never looked at. */
export async function latestWorker(
  context: Pick<ControlContext, 'reads' | 'workers'>,
  target: string,
): Promise<StoredWorker | undefined> {
  const seen = context.workers.sightings.last(target);
  if (seen !== undefined) return seen.worker;
  return storedWorker(context, target);
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

/** The checks of the last preflight that the worker answered. */
export function checksOf(
  worker: Pick<StoredWorker, 'observation'> | undefined,
): readonly KeptCheck[] {
  const reply = worker?.observation?.['reply'] as
    | { readonly checks?: readonly KeptCheck[] }
    | undefined;
  return reply?.checks ?? [];
}
