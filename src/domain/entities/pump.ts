/** The pump: the part of the service that takes the next step by itself. */
import * as z from 'zod';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** What one step may do, in the order in which it is tried. */
export const pumpParts = ['draft', 'dispatch', 'publish', 'followup'] as const;
/** Drafting a paper, dispatching an item, the next step of publication, launching a follow-up. */
export type PumpPart = (typeof pumpParts)[number];

/**
 * What came of one part. `off`: it is not allowed to now; `nothing`: there is nothing to do; `found`:
 * there is, and a step begins; `left`: not tried, since one before it had something to do; `done` and
 * `refused`: it was tried.
 */
export const pumpOutcomes = ['off', 'nothing', 'found', 'left', 'done', 'refused'] as const;

/** One part of a look or step, with the reason in the words of the use case. */
export const pumpTriedSchema = z.object({
  part: z.enum(pumpParts),
  outcome: z.enum(pumpOutcomes),
  /** Error code of what was refused; `passed_over` where something waits and none of it can be done. */
  code: textOrNull,
  reason: text,
});
/** Kept in the order in which they were tried. */
export type PumpTried = z.infer<typeof pumpTriedSchema>;

/** What a step did; ids that do not apply are null. */
export const pumpDoneSchema = z.object({
  part: z.enum(pumpParts),
  project_id: textOrNull,
  run_id: textOrNull,
  paper_id: textOrNull,
});
/** One bounded deed. */
export type PumpDone = z.infer<typeof pumpDoneSchema>;

/** A text that a step began and that nobody waits for. */
const pumpWritingSchema = z.object({ part: z.enum(['draft', 'publish']), paper_id: text });
/** The first draft of a paper, or its rewrite. */
export type PumpWriting = z.infer<typeof pumpWritingSchema>;

/** A step that is over; `done` is null where every part was refused or had nothing left to do. */
export const pumpStepSchema = z.object({
  tick: count,
  at: time,
  done: pumpDoneSchema.nullable(),
  tried: z.array(pumpTriedSchema),
});

/** The only id is `main`. */
export const pumpSchema = z.object({
  status: z.enum(['off', 'waiting', 'backing_off', 'stepping']),
  /** What was last wished; a step under way ends before the pump is off. */
  enabled: z.boolean(),
  /** What `queue_pump_enabled` said at the last start; false before the first. */
  configured: z.boolean(),
  changed_by: textOrNull,
  changed_at: timeOrNull,
  reason: textOrNull,
  /** Pause after a look that found nothing, ms; it grows while that stays so. */
  interval_ms: count,
  /** Number of the last step begun: its requests are made under keys with this number. */
  tick: count,
  /** Since when there is nothing to do, and why; null while that is not so. */
  quiet_since: timeOrNull,
  tried: z.array(pumpTriedSchema),
  /** Since when steps get nothing done, and the last reason; null while that is not so. */
  failing_since: timeOrNull,
  last_error: textOrNull,
  last_step: pumpStepSchema.nullable(),
  /** Begun, and not yet seen to have ended; absent in states from before this was kept. */
  writing: z.array(pumpWritingSchema).optional(),
  drafted_count: count,
  dispatched_count: count,
  published_count: count,
  followed_up_count: count,
  fruitless_count: count,
  created_at: time,
  updated_at: time,
});
/** State of the one actor that steps; where it was never touched, readers take `off`. */
export type Pump = z.infer<typeof pumpSchema>;
