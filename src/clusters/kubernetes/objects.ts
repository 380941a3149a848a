/** What is read of the objects of a cluster. A field that another version has no more is a reading that fails. Pure. */
import * as z from 'zod';

const text = z.string().default('');
const moment = z.iso.datetime({ offset: true }).nullish();
const texts = z.record(z.string(), z.string()).default({});
const condition = z.object({ type: z.string(), status: z.string(), reason: text, message: text });
const meta = z.object({
  name: z.string(),
  uid: z.string().min(1),
  resourceVersion: z.string().min(1),
  creationTimestamp: moment,
  deletionTimestamp: moment,
  labels: texts,
  annotations: texts,
  ownerReferences: z.array(z.object({ uid: z.string() })).default([]),
});

/** Any object, of which only its metadata is read. */
export const objectShape = z.object({ metadata: meta });

/** A Job of `batch/v1`. */
export const jobShape = z.object({
  kind: z.literal('Job'),
  metadata: meta,
  spec: z.object({ suspend: z.boolean().default(false) }),
  status: z.object({ conditions: z.array(condition).default([]) }).default({ conditions: [] }),
});

const containerState = z.object({
  waiting: z.object({ reason: text, message: text }).optional(),
  running: z.object({ startedAt: moment }).optional(),
  terminated: z
    .object({
      exitCode: z.int(),
      signal: z.int().default(0),
      reason: text,
      message: text,
      finishedAt: moment,
    })
    .optional(),
});
const pod = z.object({
  metadata: meta,
  spec: z.object({
    nodeName: text,
    schedulingGates: z.array(z.object({ name: z.string() })).default([]),
  }),
  status: z.object({
    phase: z.enum(['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown']).default('Pending'),
    reason: text,
    message: text,
    startTime: moment,
    conditions: z.array(condition).default([]),
    containerStatuses: z
      .array(z.object({ name: z.string(), state: containerState.default({}) }))
      .default([]),
  }),
});

/** All Pods that were asked for: a list that goes on elsewhere is none. */
export const podListShape = z.object({
  kind: z.literal('PodList'),
  metadata: z.object({ continue: z.literal('').optional() }),
  items: z.array(pod),
});

/** Events; which of them are kept, and how long, is the cluster's affair. */
export const eventListShape = z.object({
  kind: z.literal('EventList'),
  items: z.array(
    z.object({
      type: text,
      reason: z
        .string()
        .nullish()
        .transform((reason) => reason ?? ''),
      message: z
        .string()
        .nullish()
        .transform((message) => message ?? ''),
      lastTimestamp: moment,
      eventTime: moment,
    }),
  ),
});

/** What Kueue says of a Job. */
export const workloadListShape = z.object({
  items: z.array(
    z.object({
      status: z.object({ conditions: z.array(condition).default([]) }).default({ conditions: [] }),
    }),
  ),
});

/** Of any object. */
export type ObjectMeta = z.output<typeof meta>;
/** A Job. */
export type JobObject = z.output<typeof jobShape>;
/** A Pod. */
export type PodObject = z.output<typeof pod>;
/** An event. */
export type EventObject = z.output<typeof eventListShape>['items'][number];
/** A condition of whatever has some. */
export type Condition = z.output<typeof condition>;

/** The condition of that type, where it holds. */
export function holding(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((each) => each.type === type && each.status === 'True');
}
