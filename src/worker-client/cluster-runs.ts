/**
 * Runs on a cluster: the job is submitted first, and the run goes to the gate of the job once that has dialled
 * home. Every step may be taken again at any time: the cluster knows the job by the run, the gate the run by its id.
 */
import type { ClusterPort, JobSpec, JobState } from '../clusters/port.ts';
import type { WorkloadClass } from '../domain/statuses.ts';
import type { FindRunInput, StartRunInput, StopRunInput } from '../machines/queue-item/effects.ts';
import type { QueueItemEvent, SeenJob } from '../machines/queue-item/events.ts';
import { tellEnd } from './job-end.ts';

/** A worker that is a cluster, as far as runs are concerned. */
export interface ClusterWorker {
  /** Its name among the workers. */
  readonly name: string;
  readonly port: ClusterPort;
  specOf(run: { readonly runId: string; readonly workloadClass: WorkloadClass }): JobSpec;
  /** Whether the gate of the run's job is connected. */
  isHome(runId: string): boolean;
}

/** Asks the gate of the run's job to start it. */
type Dispatch = () => Promise<QueueItemEvent>;

/** Looks where the job is, submits it where there is none, and dispatches where its gate is home. */
export async function startOnCluster(
  cluster: ClusterWorker,
  { run_id: runId, workload_class: workloadClass }: StartRunInput,
  dispatch: Dispatch,
): Promise<QueueItemEvent> {
  if (cluster.isHome(runId)) return dispatch();
  const said = await cluster.port.submit({ runId }, cluster.specOf({ runId, workloadClass }));
  switch (said.kind) {
    case 'submitted':
      return seen(cluster, runId, {
        phase: 'pending',
        id: said.job.jobId,
        why: `job ${said.job.jobId} was submitted`,
      });
    case 'unclear':
      return seen(cluster, runId, { phase: 'unclear', why: said.why });
    case 'refused':
      return giveBack(cluster, runId, said.why);
    case 'exists':
      // Its gate may have come while the cluster was asked.
      if (said.state.kind === 'running' && cluster.isHome(runId)) return dispatch();
      return fromState(cluster, runId, said.state);
  }
}

/** Called off before anybody hears of the refusal: an earlier submission that comes late must run nothing. */
async function giveBack(
  cluster: ClusterWorker,
  runId: string,
  why: string,
): Promise<QueueItemEvent> {
  const canceled = await cluster.port.cancel({ runId });
  return canceled.ok
    ? {
        type: 'WORKER_REFUSED',
        run_id: runId,
        code: 'cluster_refused',
        error: `${cluster.name}: ${why}`,
      }
    : seen(cluster, runId, { phase: 'unclear', why: `${why}; then ${canceled.why}` });
}

/** What the cluster knows of a run of which its gate cannot be asked. */
export async function findOnCluster(
  cluster: ClusterWorker,
  { run_id: runId }: FindRunInput,
  silence: string,
): Promise<QueueItemEvent> {
  const state = await cluster.port.observe({ runId });
  if (state.kind !== 'absent' && state.kind !== 'unknown') return fromState(cluster, runId, state);
  const reconciled = (finding: 'absent' | 'unreachable', detail: string) =>
    ({ type: 'RECONCILED', run_id: runId, finding, detail, session_id: null }) as const;
  if (state.kind === 'unknown') return reconciled('unreachable', `${silence}; ${state.why}`);
  // A submission may still be on its way: after this it finds that it must not.
  const canceled = await cluster.port.cancel({ runId });
  return canceled.ok
    ? reconciled('absent', `${cluster.name} knows no job of it, and takes none from now on`)
    : reconciled('unreachable', `${silence}; ${canceled.why}`);
}

/**
 * Ends a run: its gate ends what it started, where it is there, and the job is called off where nothing of the run
 * is wanted any more or where there is no gate.
 */
export async function stopOnCluster(
  cluster: ClusterWorker,
  { run_id: runId, reason, for_good: forGood = false }: StopRunInput,
  stopAtGate: () => Promise<QueueItemEvent>,
): Promise<QueueItemEvent> {
  const atGate = cluster.isHome(runId) ? await stopAtGate() : null;
  if (atGate !== null && !forGood) return atGate;
  const canceled = await cluster.port.cancel({ runId });
  if (!canceled.ok) return { type: 'STOP_FAILED', run_id: runId, error: canceled.why };
  return forGood
    ? { type: 'RUN_STOPPED', run_id: runId }
    : {
        type: 'JOB_ENDED',
        run_id: runId,
        reason: 'cancelled',
        detail: `its job was called off: ${reason}`,
      };
}

/** Tells the end of a run's job; null while it is not over, or while nobody can say. */
export async function endOfJob(
  cluster: ClusterWorker,
  runId: string,
): Promise<Extract<QueueItemEvent, { type: 'JOB_ENDED' }> | null> {
  const state = await cluster.port.observe({ runId });
  return state.kind === 'ended' ? tellEnd(cluster, runId, state) : null;
}

function fromState(
  cluster: ClusterWorker,
  runId: string,
  state: JobState,
): QueueItemEvent | Promise<QueueItemEvent> {
  switch (state.kind) {
    case 'pending':
      return seen(cluster, runId, {
        phase: 'pending',
        id: state.job.jobId,
        code: state.why.code,
        why: state.why.sentence,
        expected_at: state.why.expectedAt,
      });
    case 'running':
      return seen(cluster, runId, {
        phase: 'running',
        id: state.job.jobId,
        why: 'it runs, and its gate has not dialled home',
        node: state.node,
        since: state.since,
      });
    case 'ended':
      return tellEnd(cluster, runId, state);
    case 'absent':
      return seen(cluster, runId, { phase: 'unclear', why: 'no job of the run is there yet' });
    case 'unknown':
      return seen(cluster, runId, { phase: 'unclear', why: state.why });
  }
}

const seen = (
  { name }: ClusterWorker,
  runId: string,
  job: Pick<SeenJob, 'phase' | 'why'> & Partial<SeenJob>,
): QueueItemEvent => ({
  type: 'JOB_SEEN',
  run_id: runId,
  job: {
    worker_target: name,
    id: null,
    code: null,
    expected_at: null,
    node: null,
    since: null,
    ...job,
  },
});
