/**
 * A run on a cluster is over at the latest with its job, whatever became of its gate: at its time limit, with its
 * node, or because somebody called it off there. Waiting for the run to fall silent would hold its lane for long.
 */
import { queueItemSchema } from '../../domain/records.ts';
import { endOfJob } from '../../worker-client/cluster-runs.ts';
import { ask, type Needs } from '../common/index.ts';
import { lanesOf, type WorkerTarget } from '../fleet/index.ts';

/** Tells every open run on the cluster whose job is over. While one waits for its job it asks by itself. */
export async function noticeEndedJobs(
  { actors, reads }: Needs<'actors' | 'reads'>,
  target: WorkerTarget,
): Promise<void> {
  const { cluster } = target;
  if (cluster === undefined) return;
  for (const lane of lanesOf(target)) {
    const row = await reads.activeItemOf(lane);
    if (row === undefined) continue;
    const { status, current_run_id: runId, project_id: id } = queueItemSchema.parse(row);
    if (runId === null || (status !== 'running' && status !== 'awaiting_wake')) continue;
    const end = await endOfJob(cluster, runId);
    if (end !== null) await ask(actors, { kind: 'queue_item', id }, end, { by: 'cluster' });
  }
}
