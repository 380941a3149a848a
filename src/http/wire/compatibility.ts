/** Replies of the compatibility surfaces. */
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import {
  coreModes,
  paperStatuses,
  queueGroups,
  queueStatuses,
  workerHealths,
} from '../../domain/statuses.ts';
import { freshnessSchema } from './freshness.ts';
import { okReply, textOrNull, time } from './parts.ts';
import { statusReplySchema } from './readiness.ts';
import { eventRowSchema, paperRowSchema, queueRowSchema, runRowSchema } from './rows.ts';

const groupRows = z.strictObject({
  total: z.int().describe('Number of rows of the group, shown or not.'),
  rows: z.array(queueRowSchema),
});
const groupNames = Object.keys(queueGroups).filter((name) => name !== 'all');

/** The two limits of the query hold for each list; counts are of all there is. */
export const legacyDashboardReplySchema = okReply.extend({
  status: statusReplySchema.describe('As /control/api/status answers.'),
  queue: z.strictObject(Object.fromEntries(groupNames.map((name) => [name, groupRows]))),
  runs: z.array(runRowSchema).describe('Last changed first.'),
  papers: z.array(paperRowSchema).describe('Last changed first.'),
  events: z.array(eventRowSchema).describe('Newest first.'),
  workers: z.array(
    z.strictObject({
      target: z.string(),
      status: z.enum(workerHealths),
      reason: textOrNull,
      trouble: textOrNull,
      observed_at: time.nullable(),
      freshness: freshnessSchema,
    }),
  ),
  limits: z.strictObject({ limit: z.int(), event_limit: z.int() }),
  generated_at: time,
});

/** A snapshot as `snapshotBodySchema` takes it, with the members that our own export fills. */
export const exportedSnapshotSchema = z.strictObject({
  idempotency_key: z.string().describe('Another one for every export.'),
  source: z.string(),
  mode: z.enum(coreModes),
  captured_at: time,
  queue_rows: z.array(
    z.strictObject({
      project_id: z.string(),
      status: z.enum(queueStatuses),
      dispatch_priority: z.number(),
      manual_review_required: z.boolean(),
      current_run_id: textOrNull,
      machine_target: textOrNull,
      paper_id: textOrNull,
      gate_positive: z.boolean().optional().describe('Absent while there is no verdict.'),
      updated_at: time,
    }),
  ),
  paper_rows: z.array(
    z.strictObject({
      paper_id: z.string(),
      project_id: z.string(),
      run_id: z.string(),
      paper_status: z.enum(paperStatuses),
      updated_at: time,
    }),
  ),
});

const intakeObservation = z.strictObject({
  event_id: z.int(),
  observed_at: time,
  source: z.string(),
  created: z.int(),
  skipped: z.int(),
  requested_by: z.string(),
});

/** Answered where posting is switched off, too; `enabled` and `message` say so. */
export const legacyNotesReplySchema = okReply.extend({
  enabled: z.boolean().describe('Whether ideas can be posted here.'),
  message: z.string(),
  latest_observation: intakeObservation
    .nullable()
    .describe('The last batch that came through here; null: none did.'),
  queued_projects: z.strictObject({
    total: z.int(),
    rows: z
      .array(
        z.strictObject({
          project_id: z.string(),
          project_name: z.string(),
          dispatch_priority: z.number(),
          created_at: time,
        }),
      )
      .max(limits.legacyNotesRowsMax),
  }),
  skipped_reason_counts: z
    .record(z.string(), z.int())
    .describe('Why ideas of the recent batches became no project.'),
  recent_intake_events: z
    .array(intakeObservation)
    .max(limits.legacyNotesEventsMax)
    .describe('Of every source, newest first.'),
  generated_at: time,
});
