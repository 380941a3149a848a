/** Replies of the pump. */
import * as z from 'zod';
import { pumpParts, pumpSchema, pumpStepSchema } from '../../domain/records.ts';
import { count, okReply } from './parts.ts';
import { moment } from './rows.ts';

const { status, tried } = pumpSchema.shape;
const whyNot = z.string().nullable();

/** What is known of the pump and of what it may do. */
export const pumpReply = okReply.extend({
  status: status.describe(
    'off; waiting for something to do; backing_off while steps get nothing done; stepping while it does one.',
  ),
  enabled: z.boolean().describe('What was last wished; a step under way ends before it is off.'),
  configured: z.boolean().describe('What queue_pump_enabled said at the last start it was told.'),
  changed_by: z.string().nullable(),
  changed_at: moment.nullable(),
  reason: z.string().nullable().describe('Why it was switched.'),
  interval_seconds: z
    .number()
    .describe('Pause after a look that found nothing; it grows while that stays so.'),
  dispatches: z.boolean().describe('Whether what is queued starts by itself.'),
  why_not: whyNot.describe('Why it does not, as half a sentence.'),
  parts: z
    .array(z.strictObject({ part: z.enum(pumpParts), enabled: z.boolean(), why_not: whyNot }))
    .describe('What the configuration lets it do, in the order in which it is tried.'),
  next_look_at: moment.nullable().describe('Null while it is off, looks or does a step.'),
  busy: z.boolean().describe('A look or a step is under way.'),
  quiet_since: moment.nullable().describe('Since when there is nothing to do; null: there may be.'),
  failing_since: moment.nullable().describe('Since when steps get nothing done.'),
  last_error: z.string().nullable(),
  tried: tried.describe('What the last look or step that was noted found, part by part.'),
  last_step: pumpStepSchema.nullable(),
  counts: z
    .strictObject({
      steps: count,
      drafted: count,
      dispatched: count,
      published: count.describe('Steps of publication: rewrites, packages and imports.'),
      followed_up: count,
      fruitless: count.describe('Steps that got nothing done.'),
    })
    .describe('Since the store began.'),
  generated_at: moment,
  source: z.string(),
});

/** The switch as it is now; `stepping` while a step under way ends first. */
export const pumpSwitchReply = okReply.extend({
  enabled: z.boolean(),
  status,
  event_id: z.int().nullable().describe('Null where nothing changed.'),
});
