/** Why a run's job waits, in words: what the cluster calls it, what that means, what it said. Pure. */
import type { WaitReason } from '../port.ts';
import { containerName } from './names.ts';
import type { Condition, EventObject, JobObject, PodObject } from './objects.ts';
import { firstWords } from './words.ts';

/** What the words of schedulers, kubelets and controllers mean. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['Unschedulable', 'no node has room for it now, or none ever will'],
  ['FailedScheduling', 'no node has room for it now, or none ever will'],
  ['SchedulingGated', 'another program holds it back from the scheduler'],
  ['SchedulerError', 'the scheduler failed; it tries again'],
  ['ContainerCreating', 'its node prepares it'],
  ['PodInitializing', 'its node prepares it'],
  ['ErrImagePull', 'its image cannot be fetched; mend image or image_pull_secret'],
  ['ImagePullBackOff', 'its image cannot be fetched; mend image or image_pull_secret'],
  ['InvalidImageName', 'its image has no valid name; mend image'],
  ['ErrImageNeverPull', 'its image is not on the node and must not be fetched there'],
  ['CreateContainerConfigError', 'its node cannot make the container as it is asked for'],
  ['CreateContainerError', 'its node cannot make the container'],
  ['RunContainerError', 'its node cannot start the container'],
  ['FailedMount', 'its node cannot put its files in place'],
  ['FailedAttachVolume', 'its node cannot put its files in place'],
  ['FailedCreatePodSandBox', 'its node cannot give it a network'],
  ['FailedCreate', 'the cluster will not have its Pod: a quota or a rule of the namespace'],
  ['NetworkNotReady', 'the network of its node is not ready'],
]);

/** What was found of a job that waits. Events are the newest first. */
export interface Waiting {
  readonly job: JobObject | null;
  readonly pod: PodObject | null;
  readonly events: readonly EventObject[];
  /** Conditions of Kueue's Workload; null: it has none, or none may be read. */
  readonly workload: readonly Condition[] | null;
}

/** The first that tells, from what is nearest to beginning. */
export function waitReasonOf({ job, pod, events, workload }: Waiting): WaitReason {
  if (pod !== null) return reasonOfPod(pod, events);
  if (job?.metadata.deletionTimestamp != null)
    return wait('Terminating', 'its Job is being deleted');
  if (job?.spec.suspend === true) return reasonOfQueue(workload);
  const refused = events.find(({ reason }) => reason === 'FailedCreate');
  if (refused !== undefined) return reason(refused.reason, refused.message);
  return wait('NoPod', 'the cluster has not made its Pod yet');
}

/** A reason that is our own. */
export const wait = (code: string, sentence: string): WaitReason => ({
  code,
  sentence,
  expectedAt: null,
});

function reasonOfPod({ metadata, status }: PodObject, events: readonly EventObject[]): WaitReason {
  if (metadata.deletionTimestamp != null) return wait('Terminating', 'its Pod is being deleted');
  const unscheduled = status.conditions.find(
    ({ type, status: holds }) => type === 'PodScheduled' && holds === 'False',
  );
  if (unscheduled !== undefined) return reason(unscheduled.reason, unscheduled.message);
  const state = status.containerStatuses.find(({ name }) => name === containerName)?.state.waiting;
  const warning = events.find(({ type }) => type === 'Warning');
  const isVague =
    state === undefined || /^(?:ContainerCreating|PodInitializing)?$/.test(state.reason);
  if (isVague && warning !== undefined) return reason(warning.reason, warning.message);
  if (state !== undefined && state.reason !== '') return reason(state.reason, state.message);
  return wait('Pending', 'the scheduler has not looked at it yet');
}

/** What Kueue says while the Job is suspended. */
function reasonOfQueue(workload: readonly Condition[] | null): WaitReason {
  const waiting = ['QuotaReserved', 'Admitted']
    .map((type) => workload?.find((each) => each.type === type && each.status === 'False'))
    .find((each) => each !== undefined && each.message !== '');
  if (waiting === undefined)
    return wait('Suspended', 'the queue has not let it go yet, or somebody suspended the Job');
  const said = reason(waiting.reason, waiting.message);
  return { ...said, sentence: `the queue has no room for it now: ${firstWords(waiting.message)}` };
}

function reason(code: string, message: string): WaitReason {
  const shown = firstWords(code === '' ? 'Pending' : code);
  const meaning = meanings.get(code) ?? `the cluster holds it back with ${shown}`;
  return wait(shown, message === '' ? meaning : `${meaning}: ${firstWords(message)}`);
}
