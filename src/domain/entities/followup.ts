/** The follow-up: what a project led to. */
import * as z from 'zod';
import { followupTypes } from '../statuses.ts';
import { count, text, textOrNull, time } from './parts.ts';

/** The one follow-up launched from a parent project; the id is the parent's. */
export const followupSchema = z.object({
  status: z.enum(['new', 'launched']),
  parent_project_id: text,
  parent_run_id: textOrNull,
  child_project_id: textOrNull,
  followup_type: z.enum(followupTypes).nullable(),
  title: textOrNull,
  lineage_depth: count,
  launched_by: textOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor of one parent. Nulls stand until the launch, after which nothing changes any more. */
export type Followup = z.infer<typeof followupSchema>;
