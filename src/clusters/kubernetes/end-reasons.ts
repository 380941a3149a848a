/**
 * Why a run is over, from what its Pod says, or where that is gone from events and the Job (kubernetes.io, "Pod
 * Lifecycle", "Pod disruption conditions"; the reasons of the kubelet are in its eviction and node shutdown
 * managers). Pure.
 */
import type { EndReason } from '../port.ts';
import { containerName } from './names.ts';
import {
  type Condition,
  type EventObject,
  holding,
  type JobObject,
  type PodObject,
} from './objects.ts';
import type { End } from './record.ts';

/** Of the condition `DisruptionTarget`: why the cluster took the Pod's place. */
const disruptions: ReadonlyMap<string, EndReason> = new Map<string, EndReason>([
  ['PreemptionByScheduler', 'preempted'],
  ['PreemptionByKubeScheduler', 'preempted'],
  // Somebody empties the node.
  ['EvictionByEvictionAPI', 'preempted'],
  ['DeletionByTaintManager', 'node failure'],
  ['DeletionByPodGC', 'node failure'],
  ['TerminationByKubelet', 'node failure'],
]);
/** Of a Pod that failed as a whole. */
const podReasons: ReadonlyMap<string, EndReason> = new Map<string, EndReason>([
  ['DeadlineExceeded', 'time limit'],
  ['Preempting', 'preempted'],
  ['Preempted', 'preempted'],
  ...[
    'Evicted',
    'NodeLost',
    'NodeShutdown',
    'Shutdown',
    'Terminated',
    'NodeAffinity',
    'UnexpectedAdmissionError',
    'OutOfcpu',
    'OutOfmemory',
    'OutOfpods',
    'OutOfephemeral-storage',
  ].map((reason): [string, EndReason] => [reason, 'node failure']),
]);
/** Of events about a Pod that is gone, the surest first. */
const eventReasons: readonly (readonly [string, EndReason])[] = [
  ['Preempted', 'preempted'],
  ['TaintManagerEviction', 'node failure'],
  ['NodeNotReady', 'node failure'],
  ['Evicted', 'node failure'],
  ['DeadlineExceeded', 'time limit'],
  // The kubelet was told to end it, and nothing says by what.
  ['Killing', 'cancelled'],
];

/** The end of a Pod that succeeded or failed, or whose program did. */
export function endOfPod({ metadata, status }: PodObject): End {
  const state = status.containerStatuses.find(({ name }) => name === containerName)?.state;
  const ended = state?.terminated;
  const at = toTime(ended?.finishedAt);
  const exit = ended === undefined || ended.signal !== 0 ? null : ended.exitCode;
  if (status.phase === 'Succeeded' || (status.phase === 'Running' && exit === 0))
    return { reason: 'completed', exit: exit ?? 0, at };
  const disrupted = holding(status.conditions, 'DisruptionTarget');
  const reason =
    (ended?.reason === 'OOMKilled' ? 'out of memory' : undefined) ??
    podReasons.get(status.reason) ??
    (disrupted === undefined ? undefined : (disruptions.get(disrupted.reason) ?? 'preempted')) ??
    (metadata.deletionTimestamp == null ? 'failed' : 'cancelled');
  return { reason, exit: reason === 'failed' ? exit : null, at };
}

/** The end of a Pod that is gone; `evicted`: what Kueue says of taking its Job back. */
export function endOfVanished(
  job: JobObject | null,
  {
    events,
    evicted,
  }: { readonly events: readonly EventObject[]; readonly evicted: Condition | null },
): End {
  const told = eventReasons.find(([word]) => events.some(({ reason }) => reason === word))?.[1];
  const sure = told === 'cancelled' ? undefined : told;
  const reason = sure ?? reasonOfJob(job, evicted) ?? told ?? 'lost';
  return { reason, exit: reason === 'completed' ? 0 : null, at: null };
}

/** The end of a Job of which nothing began: somebody deleted the Pod that waited. */
export function endOfJob(job: JobObject | null): End {
  const reason = reasonOfJob(job, null) ?? 'cancelled';
  return { reason, exit: null, at: null };
}

function reasonOfJob(job: JobObject | null, evicted: Condition | null): EndReason | undefined {
  if (evicted !== null) return evicted.reason === 'NodeFailures' ? 'node failure' : 'preempted';
  if (job === null) return undefined;
  if (job.metadata.deletionTimestamp != null) return 'cancelled';
  if (holding(job.status.conditions, 'Complete') !== undefined) return 'completed';
  const failed = holding(job.status.conditions, 'Failed');
  if (failed !== undefined) return failed.reason === 'DeadlineExceeded' ? 'time limit' : undefined;
  return job.spec.suspend ? 'preempted' : undefined;
}

const toTime = (moment: string | null | undefined): string | null =>
  moment == null ? null : new Date(moment).toISOString();
