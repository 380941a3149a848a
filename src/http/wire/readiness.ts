/** What readiness and status replies look like on the wire. */
import * as z from 'zod';
import { readinessCheckNames } from '../../control/readiness/index.ts';
import { alertSeverities } from '../../domain/records.ts';
import { queueStatuses } from '../../domain/statuses.ts';
import { freshnessSchema } from './freshness.ts';
import { okReply, time } from './parts.ts';
import { cautionsSchema, reasonsSchema } from './reliance.ts';

const data = z.record(z.string(), z.unknown());

const findingSchema = z.strictObject({
  severity: z.enum(alertSeverities),
  source: z.string(),
  authority: z.string().describe('Whose word it is: the store, a worker, the configuration.'),
  message: z.string(),
  observed_at: time,
  suggested_action: z.string(),
  data,
});

/** What older clients ask before they dispatch; workers' replies use its freshness, too. */
export const statusReplySchema = okReply.extend({
  dispatch_safe: z
    .boolean()
    .describe('True when there is no blocker and no critical conflict; a busy lane is neither.'),
  dispatch_blockers: z.array(z.string()),
  flags: z.strictObject({ queue_paused: z.boolean(), maintenance_mode: z.boolean() }),
  counts: z
    .strictObject({
      ...Object.fromEntries(queueStatuses.map((status) => [status, z.int().optional()])),
      papers: z.int(),
      queue_total: z.int(),
    })
    .describe('Items by status (a status without items is left out), papers, and all items.'),
  active_items: z.array(z.looseObject({ project_id: z.string(), status: z.string() })),
  source_freshness: z.array(freshnessSchema),
  warnings: z.array(findingSchema),
  conflicts: z.array(findingSchema).describe('Where the store contradicts itself.'),
  live_dispatch_enabled: z.boolean(),
  generated_at: time,
});

/** READY only where every check is known to be ok. */
export const readinessReplySchema = okReply.extend({
  readiness: z.enum(['READY', 'BLOCKED']),
  first_failing: z
    .enum(readinessCheckNames)
    .nullable()
    .describe('The first check that is not ok; null when all are.'),
  reason: z.string().nullable().describe('Its detail.'),
  leave_alone: z
    .boolean()
    .describe('READY, nobody needed, and what is queued starts by itself: what the overview says.'),
  reasons: reasonsSchema,
  cautions: cautionsSchema,
  checks: z.array(
    z.strictObject({
      name: z.enum(readinessCheckNames),
      ok: z.boolean(),
      status: z
        .enum(['ok', 'failing', 'unknown'])
        .describe('unknown: nobody has looked, or not lately; it counts as not ok.'),
      detail: z.string(),
      evidence: data,
      since: time.nullable().describe('Since when it is not ok, where that is known.'),
      action: z.string().nullable().describe('The smallest act that would make it ok.'),
      judged_by: z
        .string()
        .nullable()
        .describe('Which control plane has looked, where this one does not; null where it does.'),
    }),
  ),
  generated_at: time,
});
