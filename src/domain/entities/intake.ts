/** The intake: one batch of ideas, and its answer. */
import * as z from 'zod';
import { count, text, time } from './parts.ts';

/** An intake batch: kept so that its answer is repeated as given. */
export const intakeSchema = z.object({
  status: z.enum(['new', 'recorded']),
  source: text,
  created: count,
  skipped: count,
  created_at: time,
  updated_at: time,
});
/** State of the actor of one batch; both counts are of its ideas. */
export type Intake = z.infer<typeof intakeSchema>;
