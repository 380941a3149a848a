/** The runs that a cluster holds: one for each of its lanes at most. */
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import type { Needs } from '../common/index.ts';
import { lanesOf, type WorkerTarget } from '../fleet/index.ts';

/** Where a run on a cluster stands. */
export interface RunOnCluster extends Pick<QueueItem, 'status'> {
  readonly runId: string;
  readonly projectId: string;
}

/** Those that are not over; none of a worker with a gate of its own. */
export async function runsOnCluster(
  { reads }: Needs<'reads'>,
  target: WorkerTarget,
): Promise<RunOnCluster[]> {
  if (target.cluster === undefined) return [];
  const rows = await Promise.all(lanesOf(target).map((lane) => reads.activeItemOf(lane)));
  return rows.flatMap((row) => {
    if (row === undefined) return [];
    const { status, current_run_id: runId, project_id: projectId } = queueItemSchema.parse(row);
    return runId === null ? [] : [{ status, runId, projectId }];
  });
}
