/**
 * A run on a cluster is over at the latest with its job, whatever became of its gate: at its time limit, with its
 * node, or because somebody called it off there. Waiting for the run to fall silent would hold its lane for long.
 */
import { endOfJob } from '../../worker-client/cluster-runs.ts';
import { ask, type Needs } from '../common/index.ts';
import type { WorkerTarget } from '../fleet/index.ts';
import { runsOnCluster } from './runs-on-cluster.ts';

/** Tells every open run on the cluster whose job is over. While one waits for its job it asks by itself. */
export async function noticeEndedJobs(
  context: Needs<'actors' | 'reads'>,
  target: WorkerTarget,
): Promise<void> {
  const { cluster } = target;
  if (cluster === undefined) return;
  for (const { status, runId, projectId: id } of await runsOnCluster(context, target)) {
    if (status !== 'running' && status !== 'awaiting_wake') continue;
    const end = await endOfJob(cluster, runId);
    if (end !== null) await ask(context.actors, { kind: 'queue_item', id }, end, { by: 'cluster' });
  }
}
