/** What a look at the job of a run on a cluster means to its item: whether it is news, and whether it goes again. Pure. */
import type { ClusterJob, JobEndReason } from '../../domain/entities/cluster-job.ts';
import { limits } from '../../domain/limits.ts';
import { jobKeptUntilMs } from './changes.ts';
import type { EventOf, QueueItemContext } from './context.ts';

/** Whether a look at a job brought anything that the last one kept did not, or that one is old. */
export function isJobNews(context: QueueItemContext, event: EventOf<'JOB_SEEN'>): boolean {
  const { job } = context;
  const { id, phase, code } = event.job;
  if (job == null || job.id !== id || job.phase !== phase || job.code !== code) return true;
  return isOtherStart(job, event) || Date.parse(event.at) >= jobKeptUntilMs(context);
}

/**
 * Whether its start is expected at quite another time than was kept. A scheduler that plans anew every few seconds
 * has its word kept once a minute at most.
 */
function isOtherStart(
  { expected_at: kept, seen_at: keptAt }: ClusterJob,
  { at, job: { expected_at: told } }: EventOf<'JOB_SEEN'>,
): boolean {
  const nowMs = Date.parse(at);
  if (nowMs - Date.parse(keptAt) < limits.clusterStartMovedMs) return false;
  if (kept === null || told === null) return kept !== told;
  const leftMs = Date.parse(kept) - nowMs;
  const movedMs = Math.abs(Date.parse(told) - Date.parse(kept));
  return movedMs >= Math.max(limits.clusterStartMovedMs, leftMs * limits.clusterStartMovedPart);
}

/** Ends that say nothing of the run: the cluster wanted the node, or lost it, or its gate never came home. */
const takenAway: ReadonlySet<JobEndReason> = new Set<JobEndReason>([
  'preempted',
  'node failure',
  'no home',
]);

/** Whether another run is tried after such an end; each uses up a retry. */
export const mayJobGoAgain = (
  { job_retry: retry, max_retries: retriesMax }: QueueItemContext,
  { reason }: EventOf<'JOB_ENDED'>,
): boolean => takenAway.has(reason) && retry != null && retry.retry_count + 1 < retriesMax;
