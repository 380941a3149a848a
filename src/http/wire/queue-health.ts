/** The reply about the health of the queue. */
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import { runStates, workerHealths } from '../../domain/statuses.ts';
import { alertCheckReplySchema } from './alerts.ts';
import { okReply, textOrNull, time } from './parts.ts';
import { statusReplySchema } from './readiness.ts';
import { payloadBytes } from './rows.ts';

const freshness = statusReplySchema.shape.source_freshness.element;

/** All that is asked when the queue does not move, in one reply. */
export const queueHealthReplySchema = okReply.extend({
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
        freshness,
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
