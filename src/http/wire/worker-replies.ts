/** Replies about workers: what a preflight saw, and what became of a completion callback. */
import * as z from 'zod';
import { queueStatuses } from '../../domain/statuses.ts';
import { freshnessSchema } from './freshness.ts';
import { moment } from './rows.ts';

/** What the checks saw; a worker that fails them is an answer, not an error. */
export const preflightReply = z.strictObject({
  ok: z.boolean().describe('True when a run could be started there now.'),
  target: z.string(),
  summary: z.string(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      ok: z.boolean(),
      detail: z.string().describe('What was seen, in words.'),
      data: z.record(z.string(), z.json()).describe('What was seen, for programs.'),
    }),
  ),
  observed_at: moment,
  cached: z.boolean().describe('True when a result of the last minute is repeated.'),
  freshness: freshnessSchema,
});

/** That it was taken, and what it changed. */
export const callbackReply = z.strictObject({
  accepted: z.literal(true),
  applied: z.boolean().describe('False when it came too late to change anything; it is recorded.'),
  ignore_reason: z.string().nullable(),
  run_id: z.string(),
  event_id: z.int().min(1).nullable(),
  queue_status: z.enum(['new', ...queueStatuses]),
});
