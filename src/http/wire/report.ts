/** Reply: what happened since a moment. */
import * as z from 'zod';
import { reportChapters } from '../../control/operations/index.ts';
import { count, okReply } from './parts.ts';
import { moment } from './rows.ts';

/** Chapters in the order in which they are read; each with its newest events. */
export const reportReplySchema = okReply.extend({
  since: moment,
  until: moment,
  log_begins_at: moment
    .nullable()
    .describe(
      'When the first event happened; of the time before nothing is known. Null: no event.',
    ),
  running_since: moment.describe(
    'When this process began; of the time before it tells what the log holds.',
  ),
  sentence: z.string(),
  chapters: z.array(
    z.strictObject({
      chapter: z.enum(reportChapters),
      counts: z.record(z.string(), count).describe('Events by type.'),
      at_least: z.boolean().describe('More happened than is counted.'),
      events: z
        .array(
          z.strictObject({
            event_id: z.int().min(1),
            at: moment,
            event_type: z.string(),
            entity_type: z.string(),
            entity_id: z.string(),
            actor: z.string(),
            summary: z.string(),
          }),
        )
        .describe('The newest 50.'),
    }),
  ),
  workers: z.array(
    z.strictObject({
      worker: z.string(),
      runs: count
        .nullable()
        .describe(
          'Runs that held it in that time. Null, as the hours, where more ran than a report looks at.',
        ),
      used_hours: z.number().min(0).nullable().describe('Hours with a run.'),
      idle_hours: z.number().min(0).nullable().describe('Hours without a run.'),
    }),
  ),
});
