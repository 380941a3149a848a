/**
 * Finds out where a run is, and does what is due: the one Pod that may begin is put on record and let go, an end is
 * written down, what is there for nothing is taken away. Asked at the same time by any number of planes.
 */
import type { JobState } from '../port.ts';
import { deleteJob, deletePod, isChanged, isLive, liftGate } from './deeds.ts';
import { endOfJob, endOfPod } from './end-reasons.ts';
import { findEnd, findWaitReason } from './explain.ts';
import { findRun, type Reading } from './find.ts';
import { type Found, holdsOn, isGated, isSuperfluous, judge, type Phase } from './judge.ts';
import { containerName, marks } from './names.ts';
import type { PodObject } from './objects.ts';
import type { Place } from './place.ts';
import { changeRecord, type End } from './record.ts';
import { wait } from './wait-reasons.ts';

/** Where a run is, and what that was read from. */
export interface Look {
  readonly state: JobState;
  readonly phase: Phase;
  readonly found: Found;
}

/** Times that it is read anew because somebody else was faster. */
export const attemptsMax = 5;
/** Said when all of them were. */
export const tooBusy = 'it changes faster than it can be read; ask again';

/** The run's state. */
export async function lookUp(place: Place): Promise<Reading<Look>> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const reading = await findRun(place);
    if (reading.kind !== 'found') return reading;
    const found = reading.value;
    const phase = judge(found);
    // A favour to the cluster: nothing depends on it.
    if (isSuperfluous(found) && found.job !== null) await deleteJob(place, found.job.metadata);
    const state = await act(place, found, phase);
    if (state.kind === 'unclear') return state;
    if (state.kind === 'found')
      return { kind: 'found', value: { state: state.value, phase, found } };
  }
  return { kind: 'unclear', why: tooBusy };
}

type Outcome = Exclude<Reading<JobState>, { kind: 'foreign' }> | { readonly kind: 'changed' };

/** What is due in that phase, and the state that follows. */
async function act(place: Place, found: Found, phase: Phase): Promise<Outcome> {
  const job = { runId: place.runId, jobId: place.name };
  const pending = (code: string, sentence: string): Outcome => ({
    kind: 'found',
    value: { kind: 'pending', job, why: wait(code, sentence) },
  });
  switch (phase.kind) {
    case 'absent':
      return { kind: 'found', value: { kind: 'absent' } };
    case 'unfinished':
      return pending('Unfinished', 'its submission was cut off; submitted again, it is completed');
    case 'held':
      return phase.pod === null ? explain(place, found, null) : claim(place, found, phase.pod);
    case 'gated':
      return letGo(place, phase.pod);
    case 'waiting':
      return (await claimFreed(place, found, phase.pod)) ?? explain(place, found, phase.pod);
    case 'running':
      return (await claimFreed(place, found, phase.pod)) ?? running(place, phase.pod);
    case 'silent':
      return {
        kind: 'unclear',
        why: `the node ${phase.pod.spec.nodeName} does not answer the cluster`,
      };
    case 'over':
      return closeWith(place, found, endOfPod(phase.pod));
    case 'vanished': {
      const reading = await findEnd(place, found.job, phase.podUid);
      if (reading.kind !== 'found') return toUnclear(reading);
      return closeWith(place, found, reading.value);
    }
    case 'stillborn':
      return closeWith(place, found, endOfJob(found.job));
    case 'called off':
      return endCalledOff(place, found);
    case 'ended':
      return { kind: 'found', value: toState(job, phase.end) };
  }
}

const toState = (job: { runId: string; jobId: string }, { reason, exit }: End) =>
  ({ kind: 'ended', job, reason, exit }) as const;

/** A Pod that was let go when its run was called off would begin if nobody ended it. */
async function endCalledOff(place: Place, { record, pods }: Found): Promise<Outcome> {
  const free = pods.filter((pod) => isLive(pod) && !isGated(pod));
  for (const { metadata } of free.filter((pod) => pod.metadata.deletionTimestamp == null)) {
    const answer = await deletePod(place, metadata);
    if (answer.kind === 'unclear') return answer;
  }
  const job = record?.job == null ? null : { runId: place.runId, jobId: place.name };
  const state = { kind: 'ended', job, reason: 'cancelled', exit: null } as const;
  return { kind: 'found', value: state };
}

/** On record first, then let go: what is on record is the only Pod that ever is. */
async function claim(place: Place, { record }: Found, pod: PodObject): Promise<Outcome> {
  if (record === null) return { kind: 'changed' };
  const change = { annotations: { [marks.pod]: pod.metadata.uid } };
  const answer = await changeRecord(place, record, change);
  if (answer.kind === 'unclear') return answer;
  if (answer.kind === 'done') return isGated(pod) ? letGo(place, pod) : { kind: 'changed' };
  return isChanged(answer)
    ? { kind: 'changed' }
    : { kind: 'unclear', why: `the record of the run cannot be written: ${answer.words}` };
}

/** A Pod that somebody else let go has the run all the same; null where that is on record, or there is none. */
async function claimFreed(place: Place, found: Found, pod: PodObject): Promise<Outcome | null> {
  return found.record === null || found.record.pod !== null ? null : claim(place, found, pod);
}

async function letGo(place: Place, pod: PodObject): Promise<Outcome> {
  const answer = await liftGate(place, pod);
  if (answer.kind === 'unclear') return answer;
  if (answer.kind === 'no')
    return isChanged(answer)
      ? { kind: 'changed' }
      : { kind: 'unclear', why: `the Pod cannot be let go: ${answer.words}` };
  const job = { runId: place.runId, jobId: place.name };
  const why = wait('Released', 'its Pod was let go to the scheduler just now');
  return { kind: 'found', value: { kind: 'pending', job, why } };
}

function running(place: Place, { spec, status }: PodObject): Outcome {
  const state = status.containerStatuses.find(({ name }) => name === containerName)?.state;
  const since = state?.running?.startedAt ?? status.startTime;
  return {
    kind: 'found',
    value: {
      kind: 'running',
      job: { runId: place.runId, jobId: place.name },
      node: spec.nodeName === '' ? null : spec.nodeName,
      since: since == null ? null : new Date(since).toISOString(),
    },
  };
}

async function explain(place: Place, { job }: Found, pod: PodObject | null): Promise<Outcome> {
  const reading = await findWaitReason(place, job, pod);
  if (reading.kind !== 'found') return toUnclear(reading);
  const handle = { runId: place.runId, jobId: place.name };
  return { kind: 'found', value: { kind: 'pending', job: handle, why: reading.value } };
}

/**
 * On record, so that it is known when the cluster has forgotten, and the files go. Where somebody was faster it is
 * read anew, so that all say the same.
 */
async function closeWith(place: Place, { record, job, pods }: Found, end: End): Promise<Outcome> {
  if (record !== null) {
    const annotations = { [marks.ended]: JSON.stringify(end) };
    const answer = await changeRecord(place, record, { annotations, data: null });
    if (answer.kind === 'no' && isChanged(answer)) return { kind: 'changed' };
    // A queue would let it begin once more, which nobody wants, and its Pod would wait for ever, or go on.
    if (answer.kind === 'done' && job !== null && holdsOn(job, pods))
      await deleteJob(place, job.metadata);
  }
  return { kind: 'found', value: toState({ runId: place.runId, jobId: place.name }, end) };
}

const toUnclear = (reading: Exclude<Reading<unknown>, { kind: 'found' }>): Outcome => ({
  kind: 'unclear',
  why: reading.why,
});
