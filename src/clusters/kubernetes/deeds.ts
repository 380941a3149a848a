/** What is done to a run's objects, each to the one that was read and to no other of its name. */
import * as z from 'zod';
import type { ApiAnswer } from './api.ts';
import { isGated } from './judge.ts';
import { marks } from './names.ts';
import { type ObjectMeta, objectShape, type PodObject } from './objects.ts';
import type { Place } from './place.ts';

/** Lets the Pod go to the scheduler. A `no` where it is another one by now, or gone, or was let go. */
export function liftGate(place: Place, pod: PodObject): Promise<ApiAnswer<unknown>> {
  const index = pod.spec.schedulingGates.findIndex(({ name }) => name === marks.gate);
  const gate = `/spec/schedulingGates/${index}`;
  return place.api.ask(
    {
      method: 'PATCH',
      path: `${place.path('v1', 'pods', pod.metadata.name)}?fieldValidation=Strict`,
      patch: 'json',
      body: [
        { op: 'test', path: '/metadata/uid', value: pod.metadata.uid },
        { op: 'test', path: `${gate}/name`, value: marks.gate },
        { op: 'remove', path: gate },
      ],
    },
    objectShape,
  );
}

/** Takes a Job with its Pods away. */
export const deleteJob = (place: Place, meta: ObjectMeta): Promise<ApiAnswer<unknown>> =>
  deleteObject(place, place.path('batch/v1', 'jobs', meta.name), meta.uid);

/** A Pod that has not begun is gone at once; one that runs is told to end. */
export const deletePod = (place: Place, { name, uid }: ObjectMeta): Promise<ApiAnswer<unknown>> =>
  deleteObject(place, place.path('v1', 'pods', name), uid);

function deleteObject(place: Place, path: string, uid: string): Promise<ApiAnswer<unknown>> {
  const body = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: 'Background',
    preconditions: { uid },
  };
  return place.api.ask({ method: 'DELETE', path, body }, z.looseObject({ kind: z.string() }));
}

/** Whether the refusal says that what was meant is not there as it was read; then it is read again. */
export const isChanged = ({ status }: { readonly status: number }): boolean =>
  [404, 409, 422].includes(status);

/** Whether a Pod is still there to be ended. */
export const isLive = (pod: PodObject): boolean =>
  isGated(pod) || !['Succeeded', 'Failed'].includes(pod.status.phase);
