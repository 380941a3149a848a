/** Replies about a run that its worker gave: history of telemetry, and a piece of its log. */
import * as z from 'zod';
import { idleStates, workloadClasses } from '../../domain/statuses.ts';
import { historyReplySchema } from '../../worker-wire/wire-telemetry.ts';
import { freshnessSchema } from './freshness.ts';
import { okReply } from './parts.ts';
import { moment } from './rows.ts';

/** Who told it, and when. */
export const toldByWorker = {
  source: z.literal('worker'),
  worker_target: z.string(),
  observed_at: moment.describe("When the worker's answer came."),
  freshness: freshnessSchema,
};

/** What the worker answered, with who told it and when. */
export const runHistoryReply = okReply.extend({
  ...historyReplySchema.omit({ timestamp: true, run_id: true }).shape,
  run_id: z.string(),
  ...toldByWorker,
});

/** The idle gate played over the history of a run's waiting; nothing is decided by it. */
export const runReckoningReply = okReply.extend({
  run_id: z.string(),
  profile: z.enum(workloadClasses),
  sustain_sec: z.number().positive(),
  from: moment.describe("Begin of the waiting that was played, by the worker's clock."),
  to: moment.describe('End of it: the verdict there was. Nothing after it is known of the run.'),
  bucket_sec: z.number().positive(),
  readings: z.int().min(0),
  is_coarse: z
    .boolean()
    .describe('True where several readings became one, the highest: the end may be earlier.'),
  state: z.enum(idleStates).describe('idle or timed_out; any other: no verdict by the end.'),
  at: moment.nullable().describe('When it would have ended; null: not by the end.'),
  quiet_sec: z.number().min(0).describe('How long quiet had lasted by then.'),
  required_sec: z.number().min(0).describe('How long it had to last, evidence considered.'),
  reasons: z.array(z.string()),
  actual: z.strictObject({
    verdict: z.enum(['idle', 'timed_out']),
    at: moment,
    sustain_sec: z.number().positive(),
  }),
  ...toldByWorker,
});

/** Offsets are of the log as it was written, whatever was dropped of it since. */
export const runLogReply = okReply.extend({
  run_id: z.string(),
  offset: z.int().min(0).describe('Where the text begins, in bytes.'),
  next_offset: z.int().min(0).describe('Where to read on.'),
  size_bytes: z.int().min(0),
  eof: z.boolean(),
  text: z.string(),
  dropped: z
    .strictObject({ from: z.int().min(0), to: z.int().min(0) })
    .nullable()
    .describe('The part asked for that was dropped to keep the log within its bound.'),
  run_over: z
    .boolean()
    .nullable()
    .describe('True when nothing more can come; null when the worker does not say.'),
  ...toldByWorker,
});
