/** The live processes of a run, and the end of one that was left behind: bodies and replies of the control plane. */
import * as z from 'zod';
import { processEndOutcomes } from '../../domain/process-end.ts';
import { runProcessesReplySchema } from '../../worker-wire/wire-processes.ts';
import { asked } from './fields.ts';
import { eventId, okReply, textOrNull } from './parts.ts';
import { planId, planOfDryRun } from './plans.ts';
import { toldByWorker } from './run-telemetry.ts';

/** One look at the process table of the run's worker. */
export const runProcessesReply = okReply.extend({
  ...runProcessesReplySchema.omit({ timestamp: true }).shape,
  ...toldByWorker,
});

/** Which process was seen; a dry run shows what the number stands for now. */
export const endProcessBody = z.strictObject({
  ...asked,
  dry_run: z.boolean().default(true),
  start_ticks: z
    .int()
    .nonnegative()
    .optional()
    .describe('As the list told it; with `dry_run` false it or a plan is needed.'),
  boot_id: z.string().min(1).max(100).optional().describe('As the list told it.'),
  plan_id: planId,
});

/** What was ended, or would be. */
export const endProcessReply = okReply.extend({
  dry_run: z.boolean(),
  run_id: z.string(),
  project_id: z.string(),
  worker_target: z.string(),
  pid: z.int(),
  name: textOrNull,
  rss_mib: z.number().nullable().describe('Memory it holds, or held when it was told to end'),
  started_at: textOrNull.describe('Of a dry run'),
  mark: textOrNull.describe('Of a dry run: by what it is known to be of the run'),
  message: z.string().describe('What came of it, or would, in words'),
  would_end: z.boolean().nullable().describe('Of a dry run'),
  consequence: textOrNull.describe('Of a dry run: what follows'),
  outcome: z
    .enum(processEndOutcomes)
    .nullable()
    .describe('`ended`, `killed` or `gone`; null for a dry run'),
  event_id: eventId,
  ...planOfDryRun,
});
