/** Replies of the compatibility surfaces, and of the health of the queue. */
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import {
  coreModes,
  paperStatuses,
  queueGroups,
  queueStatuses,
  runStates,
  workerHealths,
} from '../../domain/statuses.ts';
import { alertCheckReplySchema } from './alerts.ts';
import { statusReplySchema } from './readiness.ts';
import {
  eventRowSchema,
  paperRowSchema,
  payloadBytes,
  queueRowSchema,
  runRowSchema,
} from './rows.ts';

const time = z.iso.datetime();
const textOrNull = z.string().nullable();
const freshness = statusReplySchema.shape.source_freshness.element;

/** All that is asked when the queue does not move, in one reply. */
export const queueHealthReplySchema = z.strictObject({
  ok: z.literal(true),
  summary: z.string().describe('The state of the queue in one sentence.'),
  queue: z.strictObject({
    status: z.enum(['open', 'paused', 'maintenance']),
    reason: textOrNull,
    counts: z.record(z.string(), z.int()).describe('Items by status; none: left out.'),
    queue_total: z.int(),
    active: z.int(),
    attention: z.int().describe('Items that need a person.'),
  }),
  workers: z
    .array(
      z.strictObject({
        target: z.string(),
        status: z.enum(workerHealths),
        reason: textOrNull,
        trouble: textOrNull.describe('Why no run could start there; null: nothing is wrong.'),
        consecutive_failures: z.int(),
        observed_at: time.nullable().describe('Null when it was never asked.'),
        preflight: freshness.nullable(),
        telemetry: freshness.nullable(),
      }),
    )
    .describe('Every configured worker.'),
  active_runs: z
    .array(
      z.strictObject({
        project_id: z.string(),
        project_name: z.string(),
        run_id: textOrNull,
        status: z.string(),
        run_state: z.enum(['new', ...runStates]).nullable(),
        worker_target: textOrNull,
        lane: textOrNull,
        since: time.nullable().describe('When the run started, or was sent to its worker.'),
        last_contact_at: time.nullable().describe('Its last callback; null: there was none.'),
        stale_after: time.nullable().describe('Silence past this time is asked about.'),
        stale: z.boolean(),
        gate_state: textOrNull,
        current_activity: textOrNull,
        reconcile_attempts: z.int(),
        last_error: textOrNull,
        next_step: textOrNull,
      }),
    )
    .max(limits.queueHealthActiveMax),
  alert_check: alertCheckReplySchema.describe(
    'What an alert check finds now; nothing is recorded.',
  ),
  recent_callbacks: z
    .array(
      z.strictObject({
        event_id: z.int(),
        event_type: z.string(),
        project_id: z.string(),
        run_id: textOrNull,
        applied: z.boolean(),
        ignore_reason: textOrNull,
        gate_state: textOrNull,
        reason: textOrNull,
        seen_at: textOrNull,
        received_at: time,
        payload_bytes: payloadBytes,
      }),
    )
    .max(limits.queueHealthCallbacksMax)
    .describe('Newest first.'),
  undelivered: z
    .strictObject({
      pending_effects: z.int().describe('Work in the outbox of the control plane.'),
      capped: z.boolean().describe('True when there are more than were counted.'),
      oldest: textOrNull,
      oldest_at: time.nullable(),
      retrying: z.int(),
      last_error: textOrNull,
      dead_letters: z.int(),
      quarantined_actors: z.int(),
    })
    .describe('What the control plane has not finished; workers keep their own callbacks.'),
  generated_at: time,
});

const groupRows = z.strictObject({
  total: z.int().describe('Number of rows of the group, shown or not.'),
  rows: z.array(queueRowSchema),
});
const groupNames = Object.keys(queueGroups).filter((name) => name !== 'all');

/** The two limits of the query hold for each list; counts are of all there is. */
export const legacyDashboardReplySchema = z.strictObject({
  ok: z.literal(true),
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
export const legacyNotesReplySchema = z.strictObject({
  ok: z.literal(true),
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
