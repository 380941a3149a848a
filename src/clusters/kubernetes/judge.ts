/**
 * From what was found of a run to where it is and what is to be done next. The record comes before the rest: the
 * Pod that has the run is the run's, whatever other Pods a controller made. Pure.
 */
import { containerName, marks } from './names.ts';
import { holding, type JobObject, type PodObject } from './objects.ts';
import type { End, RunRecord } from './record.ts';

/** What was found, read in this order: the record, the Job, the Pods. All of it is the run's own. */
export interface Found {
  readonly record: RunRecord | null;
  readonly job: JobObject | null;
  readonly pods: readonly PodObject[];
}

/** Where a run is. */
export type Phase =
  | { readonly kind: 'absent' }
  /** There is a Job, and its files are not known to be there: the submission that made it was cut off. */
  | { readonly kind: 'unfinished'; readonly job: JobObject }
  /** Nothing of it may begin before `pod` is on record; null: there is none yet. */
  | { readonly kind: 'held'; readonly pod: PodObject | null }
  /** On record, and the gate is still down. */
  | { readonly kind: 'gated'; readonly pod: PodObject }
  | { readonly kind: 'waiting'; readonly pod: PodObject }
  | { readonly kind: 'running'; readonly pod: PodObject }
  /** Its node does not answer, so that nobody knows whether it runs. */
  | { readonly kind: 'silent'; readonly pod: PodObject }
  | { readonly kind: 'over'; readonly pod: PodObject }
  /** Its Pod was there and is not any more. */
  | { readonly kind: 'vanished'; readonly podUid: string }
  /** The Job ended without a Pod that began. */
  | { readonly kind: 'stillborn' }
  | { readonly kind: 'called off' }
  | { readonly kind: 'ended'; readonly end: End };

/** The phase of a run. */
export function judge({ record, job, pods }: Found): Phase {
  if (record?.end != null) return { kind: 'ended', end: record.end };
  const owner = podOf({ record, job, pods });
  if (owner !== null) return phaseOfPod(owner, record?.isCalledOff === true);
  if (record?.isCalledOff === true) return { kind: 'called off' };
  if (record?.pod != null) return { kind: 'vanished', podUid: record.pod };
  if (job === null) return { kind: 'absent' };
  if (isFinished(job)) return { kind: 'stillborn' };
  if (record === null || record.job !== job.metadata.uid) return { kind: 'unfinished', job };
  const isGoing = job.metadata.deletionTimestamp != null;
  return { kind: 'held', pod: isGoing ? null : candidateOf(job, pods) };
}

/** The Pod that has the run: the one on record, or one that somebody let go without asking. */
function podOf({ record, pods }: Found): PodObject | null {
  const pod =
    record?.pod == null
      ? pods.find((each) => !isGated(each) && each.metadata.deletionTimestamp == null)
      : pods.find(({ metadata }) => metadata.uid === record.pod);
  return pod ?? null;
}

function phaseOfPod(pod: PodObject, isCalledOff: boolean): Phase {
  const { phase } = pod.status;
  if (phase === 'Succeeded' || (phase === 'Failed' && !isCalledOff)) return { kind: 'over', pod };
  if (phase === 'Running') return { kind: isProgramOver(pod) ? 'over' : 'running', pod };
  if (phase === 'Unknown') return { kind: 'silent', pod };
  if (isCalledOff) return { kind: 'called off' };
  return isGated(pod) ? { kind: 'gated', pod } : { kind: 'waiting', pod };
}

/** It is never begun again, and a Pod goes on that has another container, such as one for a network. */
const isProgramOver = ({ status }: PodObject): boolean =>
  status.containerStatuses.find(({ name }) => name === containerName)?.state.terminated !==
  undefined;

/** The oldest of the Job's Pods that could begin. */
function candidateOf(job: JobObject, pods: readonly PodObject[]): PodObject | null {
  const ready = pods.filter(
    ({ metadata }) =>
      metadata.deletionTimestamp == null &&
      metadata.ownerReferences.some(({ uid }) => uid === job.metadata.uid),
  );
  const age = ({ metadata }: PodObject): string => `${metadata.creationTimestamp} ${metadata.uid}`;
  return ready.toSorted((one, other) => (age(one) < age(other) ? -1 : 1))[0] ?? null;
}

/** Whether our gate holds it back from the scheduler. */
export const isGated = ({ spec }: PodObject): boolean =>
  spec.schedulingGates.some(({ name }) => name === marks.gate);

/** Whether its controller is done with it. */
export const isFinished = ({ status }: JobObject): boolean =>
  holding(status.conditions, 'Complete') !== undefined ||
  holding(status.conditions, 'Failed') !== undefined;

/** Whether it holds anything once its run is over: a place in a queue that could let a Pod begin, or a Pod that goes on. */
export const holdsOn = (job: JobObject, pods: readonly PodObject[]): boolean =>
  (job.spec.suspend && !isFinished(job)) || pods.some(({ status }) => status.phase === 'Running');

/** Whether the Job is there for nothing: it would hold what it asks for, or begin a Pod that must not. */
export function isSuperfluous({ record, job, pods }: Found): boolean {
  if (record === null || job === null || job.metadata.deletionTimestamp != null) return false;
  if (record.isCalledOff || (record.end !== null && holdsOn(job, pods))) return true;
  return record.pod !== null && record.job !== job.metadata.uid;
}
