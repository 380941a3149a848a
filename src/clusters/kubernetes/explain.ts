/** Asks a cluster why a job waits, and how a Pod ended that is gone: events, and what Kueue says where there is a queue. */
import type { WaitReason } from '../port.ts';
import { endOfVanished } from './end-reasons.ts';
import type { Reading } from './find.ts';
import { marks } from './names.ts';
import {
  type Condition,
  type EventObject,
  eventListShape,
  holding,
  type JobObject,
  type PodObject,
  workloadListShape,
} from './objects.ts';
import type { Place } from './place.ts';
import type { End } from './record.ts';
import { waitReasonOf } from './wait-reasons.ts';

/** Events that are asked for. */
const eventsMax = 100;

/** Why it waits; `pod` null: it has none that may begin. */
export async function findWaitReason(
  place: Place,
  job: JobObject | null,
  pod: PodObject | null,
): Promise<Reading<WaitReason>> {
  const isQueued = pod === null && job?.spec.suspend === true;
  const workload = await findWorkload(place, isQueued ? job : null);
  if (workload.kind !== 'found') return workload;
  const subject = isQueued ? null : (pod ?? job);
  const events = await findEvents(place, subject?.metadata.uid ?? null);
  if (events.kind !== 'found') return events;
  const why = waitReasonOf({ job, pod, events: events.value, workload: workload.value });
  return { kind: 'found', value: why };
}

/** How the Pod of that uid ended. */
export async function findEnd(
  place: Place,
  job: JobObject | null,
  podUid: string,
): Promise<Reading<End>> {
  const events = await findEvents(place, podUid);
  if (events.kind !== 'found') return events;
  const workload = await findWorkload(place, job);
  if (workload.kind !== 'found') return workload;
  const evicted = holding(workload.value ?? [], 'Evicted') ?? null;
  return { kind: 'found', value: endOfVanished(job, { events: events.value, evicted }) };
}

/** What is said of one object, the newest first; none where events may not be read. */
async function findEvents(
  place: Place,
  uid: string | null,
): Promise<Reading<readonly EventObject[]>> {
  if (uid === null) return { kind: 'found', value: [] };
  const query = new URLSearchParams({
    fieldSelector: `involvedObject.uid=${uid}`,
    limit: String(eventsMax),
  });
  const answer = await place.api.ask(
    { method: 'GET', path: `${place.path('v1', 'events')}?${query.toString()}` },
    eventListShape,
  );
  if (answer.kind === 'unclear') return answer;
  if (answer.kind === 'no') return { kind: 'found', value: [] };
  const time = ({ lastTimestamp, eventTime }: EventObject): string =>
    lastTimestamp ?? eventTime ?? '';
  const events = answer.value.items.toSorted((one, other) => (time(one) > time(other) ? -1 : 1));
  return { kind: 'found', value: events };
}

/** What Kueue says of a Job; null where it says nothing, is not there, or may not be read. */
async function findWorkload(
  place: Place,
  job: JobObject | null,
): Promise<Reading<readonly Condition[] | null>> {
  if (job === null || job.metadata.labels[marks.queue] === undefined)
    return { kind: 'found', value: null };
  const selector = encodeURIComponent(`kueue.x-k8s.io/job-uid=${job.metadata.uid}`);
  for (const version of ['v1beta2', 'v1beta1']) {
    const path = place.path(`kueue.x-k8s.io/${version}`, 'workloads');
    const question = { method: 'GET', path: `${path}?labelSelector=${selector}` } as const;
    const answer = await place.api.ask(question, workloadListShape);
    if (answer.kind === 'done')
      return { kind: 'found', value: answer.value.items[0]?.status.conditions ?? null };
    if (answer.kind === 'unclear') return answer;
  }
  return { kind: 'found', value: null };
}
