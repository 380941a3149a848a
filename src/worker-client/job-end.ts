/** How the end of a run's job on a cluster is told: why it ended, and what it printed where it failed. */
import type { ClusterPort, JobState } from '../clusters/port.ts';
import { limits } from '../domain/limits.ts';
import type { EndedJob, QueueItemEvent } from '../machines/queue-item/events.ts';
import { noHomeExit } from '../worker-wire/run-token.ts';

const sentences: Readonly<Record<EndedJob['reason'], string>> = {
  completed: 'ended before its gate had called the run over',
  failed: 'failed',
  cancelled: 'was called off on the cluster; ask there who did so and why before it is tried again',
  'time limit': 'was ended at its time limit; give its class a larger time_limit_sec',
  'out of memory': 'needed more memory than it had asked for; give its class a larger memory_mib',
  preempted: 'was ended to make room for another',
  'node failure': 'was lost with its node',
  lost: 'is over, and nobody knows how it ended',
  'no home':
    'ended, since its gate could not reach this service; look whether the node reaches home_url',
};

/** The end as the run's item hears of it. `name`: of the cluster among the workers. */
export async function tellEnd(
  { name, port }: { readonly name: string; readonly port: ClusterPort },
  runId: string,
  { job, reason: told, exit }: Extract<JobState, { kind: 'ended' }>,
): Promise<Extract<QueueItemEvent, { type: 'JOB_ENDED' }>> {
  const reason = told === 'failed' && exit === noHomeExit ? 'no home' : told;
  const which = job === null ? `the job on ${name}` : `job ${job.jobId} on ${name}`;
  const status = exit === null || exit === 0 ? '' : ` with exit status ${exit}`;
  const words = told === 'failed' ? await lastWords(port, runId) : '';
  const said = words === '' ? '' : `; it printed: ${words}`;
  return {
    type: 'JOB_ENDED',
    run_id: runId,
    reason,
    detail: `${which} ${sentences[reason]}${status}${said}`,
  };
}

/** The beginning of what it printed, on one line: a program that cannot start says why at once. */
async function lastWords(port: ClusterPort, runId: string): Promise<string> {
  const piece = await port.logs({ runId }, { from: 0, bytesMax: limits.clusterWordsBytesMax });
  if (piece.kind !== 'piece') return '';
  return piece.bytes
    .toString('utf8')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
