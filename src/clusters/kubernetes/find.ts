/** Reads what a cluster has of a run: its record, its Job, its Pods. */
import type * as z from 'zod';
import type { ApiAnswer } from './api.ts';
import type { Found } from './judge.ts';
import { marks } from './names.ts';
import { jobShape, type ObjectMeta, objectShape, podListShape } from './objects.ts';
import { isOwn, type Place } from './place.ts';
import { toRecord } from './record.ts';

/** Something that was read, or why there is no clear answer, or why the name is another's. */
export type Reading<Value> =
  | { readonly kind: 'found'; readonly value: Value }
  | { readonly kind: 'foreign'; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string };

/**
 * In this order, which matters: a Pod that is on record and not in a list that was asked for later is gone for good,
 * since a Pod comes before its record.
 */
export async function findRun(place: Place): Promise<Reading<Found>> {
  const record = await readObject(
    place,
    { path: place.path('v1', 'secrets', place.name), metadataOnly: true },
    objectShape,
  );
  if (record.kind !== 'found') return record;
  const job = await readObject(
    place,
    { path: place.path('batch/v1', 'jobs', place.name) },
    jobShape,
  );
  if (job.kind !== 'found') return job;
  const selector = `${marks.run}=${place.name},${marks.installation}=${place.installation}`;
  const pods = await place.api.ask(
    {
      method: 'GET',
      path: `${place.path('v1', 'pods')}?labelSelector=${encodeURIComponent(selector)}`,
    },
    podListShape,
  );
  if (pods.kind !== 'done') return unclearOf(pods, 'the Pods cannot be listed');
  const value: Found = {
    record: record.value === null ? null : toRecord(record.value.metadata),
    job: job.value,
    pods: pods.value.items.filter(({ metadata }) => isOwn(place, metadata)),
  };
  return { kind: 'found', value };
}

/** Null where there is none of that name. */
async function readObject<Shape extends z.ZodType<{ metadata: ObjectMeta }>>(
  place: Place,
  question: { readonly path: string; readonly metadataOnly?: boolean },
  shape: Shape,
): Promise<Reading<z.output<Shape> | null>> {
  const answer = await place.api.ask({ method: 'GET', ...question }, shape);
  if (answer.kind === 'no' && answer.status === 404 && answer.reason === 'NotFound')
    return { kind: 'found', value: null };
  if (answer.kind !== 'done') return unclearOf(answer, `${question.path} cannot be read`);
  if (isOwn(place, answer.value.metadata)) return { kind: 'found', value: answer.value };
  const why = `${place.name} in the namespace ${place.namespace} belongs to another run or another control service; nothing of it was touched`;
  return { kind: 'foreign', why };
}

const unclearOf = (
  answer: Exclude<ApiAnswer<unknown>, { kind: 'done' }>,
  otherwise: string,
): Reading<never> => ({
  kind: 'unclear',
  why: answer.kind === 'unclear' ? answer.why : `${otherwise}: ${answer.words}`,
});
