/** Replies about a run that its worker gave: history of telemetry, and a piece of its log. */
import * as z from 'zod';
import { historyReplySchema } from '../../worker-wire/wire-telemetry.ts';
import { freshnessSchema } from './freshness.ts';
import { okReply } from './parts.ts';
import { moment } from './rows.ts';

const toldByWorker = {
  source: z.literal('worker'),
  worker_target: z.string(),
  observed_at: moment.describe("When the worker's answer came."),
};

/** What the worker answered, with who told it and when. */
export const runHistoryReply = okReply.extend({
  ...historyReplySchema.omit({ timestamp: true, run_id: true }).shape,
  run_id: z.string(),
  ...toldByWorker,
  freshness: freshnessSchema,
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
