/** Replies: one entity with what belongs to it. */
import * as z from 'zod';
import { replicationSchema, replicationStatuses } from '../../domain/entities/replication.ts';
import { asOf } from './as-of.ts';
import { okReply } from './parts.ts';
import {
  corpusEntryRowSchema,
  eventRowSchema,
  eventSchema,
  moment,
  paperRowSchema,
  projectRowSchema,
  queueRowSchema,
  reviewRecordSchema,
  runRowSchema,
  workerObservationSchema,
} from './rows.ts';

const stamp = {
  generated_at: moment,
  source: z.string().describe('What answered: `store`.'),
} as const;
const events = z.array(eventRowSchema).describe('The newest 50, newest first.');
const runs = z.array(runRowSchema).describe('The newest 50.');
const papers = z.array(paperRowSchema).describe('The newest 50.');

/** A run, its project and what is known of both. */
export const runDetailReplySchema = okReply.extend({
  run: runRowSchema,
  project: projectRowSchema.nullable().describe('Null when only the run is known.'),
  papers,
  events,
  ...stamp,
  as_of: asOf,
});

/** A project by its record, its queue item, or both; 404 only where there is neither. */
export const projectDetailReplySchema = okReply.extend({
  project: projectRowSchema.nullable().describe('Null when only its queue item is known.'),
  queue_item: queueRowSchema.nullable().describe('Null when it is not in the queue.'),
  runs,
  papers,
  events,
  worker_observations: z.array(workerObservationSchema).describe('Every worker ever observed.'),
  ...stamp,
  as_of: asOf,
});

/** A paper with the way it has gone, up to the corpus. */
export const paperDetailReplySchema = okReply.extend({
  paper: paperRowSchema,
  project: projectRowSchema.nullable(),
  run: runRowSchema.nullable(),
  review: reviewRecordSchema
    .nullable()
    .describe('Publication automation; null until a draft was made.'),
  replication: z
    .strictObject({ ...replicationSchema.shape, status: z.enum(replicationStatuses) })
    .nullable()
    .describe('How its experiment, done again, stands; null where nobody asked for that.'),
  corpus_entry: corpusEntryRowSchema.nullable().describe('Null until an import was begun.'),
  events,
  ...stamp,
  as_of: asOf,
});

/** One event, its payload whole. */
export const eventDetailReplySchema = okReply.extend({ event: eventSchema, ...stamp });
