/** Reply: what an operator sees first. */
import * as z from 'zod';
import { alertSeverities, standingAlertStatuses } from '../../domain/entities/alert.ts';
import { operatorLanes } from '../../domain/operator-lanes.ts';
import { controlSchema, pumpSchema } from '../../domain/records.ts';
import { activeQueueStatuses, queueStatuses, workerHealths } from '../../domain/statuses.ts';
import { momentShown } from './as-of.ts';
import { dayBudgetsSchema } from './budgets.ts';
import { dispatchCandidate } from './dispatch.ts';
import { freshnessSchema } from './freshness.ts';
import { count, okReply } from './parts.ts';
import { planeSchema } from './plane.ts';
import { cautionsSchema, forecastSchema, reasonsSchema } from './reliance.ts';
import { moment } from './rows.ts';

const countsByStatus = z.record(z.string(), count);

const operatorCountsSchema = z
  .strictObject({
    attention: count.describe('Blocked, failed or flagged: a person must look.'),
    running: count,
    queued: count,
    paused: count,
    write: count.describe('Completed with a positive decision, without a paper.'),
    finalize: count.describe('Drafted; the finalization package is not prepared.'),
    publish: count.describe('Finalized, not in the corpus.'),
    imported: count,
    done_no_paper: count.describe('Over, and no paper is called for, or it was turned down.'),
  })
  .meta({ id: 'OperatorCounts', description: 'Number of items in each lane of the dashboard.' });

const detailCountsSchema = z.strictObject({
  queue: countsByStatus,
  papers: countsByStatus,
  reviews: countsByStatus,
  queue_total: count,
});

const controlState = z.strictObject({
  status: controlSchema.shape.status,
  reason: z.string().nullable(),
  changed_by: z.string().nullable(),
});

const pipelineCountsSchema = z
  .strictObject({
    write_needed: count.describe('Completed, positive and without a paper: work to do.'),
    raw_completed_no_paper_candidates: count.describe('Completed without a paper, in all.'),
    not_writable_by_decision_gate: count.describe('Of those, where no paper is called for.'),
    publish_ready: count,
    published_imported: count,
  })
  .meta({ id: 'PipelineCounts', description: 'Number of items along the way to publication.' });

const attentionRow = z.strictObject({
  project_id: z.string(),
  project_name: z.string(),
  status: z.enum(queueStatuses),
  operator_lane: z.enum(operatorLanes),
  reason: z.string(),
  next_step: z.string(),
  since: moment,
});

const activeRow = z.strictObject({
  project_id: z.string(),
  project_name: z.string(),
  run_id: z.string().nullable(),
  status: z.enum(activeQueueStatuses),
  worker_target: z.string().nullable(),
  started_at: moment.nullable(),
  age_seconds: count.nullable().describe('Seconds since the start; null when that is unknown.'),
  gate_state: z.string().nullable().describe('What the worker gate last said of the run.'),
  freshness: freshnessSchema.describe('Of what the worker said.'),
  next_step: z.string(),
});

const workerRow = z.strictObject({
  target: z.string(),
  status: z.enum(['new', ...workerHealths]),
  trouble: z.string().nullable().describe('Why no run could start there; null when nothing is.'),
  observed_at: moment.nullable().describe('Last preflight; null when there was none.'),
  freshness: freshnessSchema,
});

const recentEvent = z.strictObject({
  event_id: z.int().min(1),
  event_type: z.string(),
  entity_type: z.string(),
  entity_id: z.string(),
  actor: z.string(),
  created_at: moment,
  summary: z.string().describe('The payload in a few words; may be empty.'),
});

/** What the log alone tells of a moment; what was only known then, such as whether a worker answered, it does not. */
export const pastOverviewReplySchema = okReply
  .extend({
    generated_at: moment,
    source: z.string().describe('What answered: `log`.'),
    as_of: momentShown,
    operator_counts: operatorCountsSchema,
    operator_detail_counts: detailCountsSchema,
    control: controlState,
    pump: z.strictObject({
      status: pumpSchema.shape.status,
      enabled: z.boolean(),
      changed_by: z.string().nullable(),
      changed_at: moment.nullable(),
    }),
    top_items: z
      .array(attentionRow.omit({ next_step: true }))
      .describe('The first 20 that needed a person.'),
    active: z.array(activeRow.omit({ next_step: true })).describe('The first 50 that ran.'),
    workers: z.array(
      z.strictObject({
        target: z.string(),
        status: z.enum(['new', ...workerHealths]),
        reason: z.string().nullable().describe('Why it was not healthy.'),
        since: moment.nullable().describe('Since when it was so; null when that was not kept.'),
        observed_at: moment.nullable().describe('Last preflight; null when there was none.'),
        freshness: freshnessSchema.describe('How old that was then.'),
      }),
    ),
    alerts: z
      .array(
        z.strictObject({
          alert_id: z.string(),
          status: z.enum(standingAlertStatuses),
          severity: z.enum(alertSeverities),
          subject: z.string(),
          message: z.string(),
          since: moment.nullable(),
        }),
      )
      .describe('The first 50 that stood.'),
    recent_events: z.array(recentEvent).describe('The last ones up to then, newest first.'),
  })
  .meta({ id: 'PastOverview', description: 'The plane as it was after one event.' });

/** Lists are bounded by the query and by `limits`, counts are of all there is. */
export const overviewReplySchema = okReply.extend({
  generated_at: moment,
  source: z.string().describe('What answered: `store`.'),
  log_epoch: z
    .string()
    .describe('Which log the ids of events are of; another one after events were lost.'),
  plane: planeSchema,
  headline: z.string().describe('Whether the service may be left alone, in one or two sentences.'),
  leave_alone: z
    .boolean()
    .describe('True only where no reason speaks against it and nothing is unknown.'),
  trouble: z
    .string()
    .nullable()
    .describe('What keeps it from being left alone, as a sentence; null when nothing does.'),
  reasons: reasonsSchema,
  needs_somebody: count.describe(
    'How much needs somebody: items that wait for a person, and every other reason that is known.',
  ),
  cautions: cautionsSchema,
  forecast: forecastSchema,
  control: controlState,
  pump: z.strictObject({
    status: pumpSchema.shape.status,
    enabled: z.boolean(),
    dispatches: z.boolean().describe('Whether what is queued starts by itself.'),
    why_not: z.string().nullable().describe('Why it does not, as half a sentence.'),
    next_look_at: moment
      .nullable()
      .describe('When it looks next; null while it is off, looks or does a step.'),
    changed_by: z.string().nullable(),
    changed_at: moment.nullable(),
  }),
  budgets: dayBudgetsSchema,
  operator_counts: operatorCountsSchema,
  operator_detail_counts: detailCountsSchema,
  paper_pipeline: pipelineCountsSchema,
  cards: z.array(
    z.strictObject({ id: z.string(), title: z.string(), value: count, detail: z.string() }),
  ),
  top_items: z.array(attentionRow).describe('The first 20 that need a person.'),
  active: z.array(activeRow),
  workers: z.array(workerRow),
  next_candidate: dispatchCandidate.nullable().describe('Null when nothing can be dispatched now.'),
  next_reason: z.string().describe('Why that one, or why none.'),
  live_dispatch_enabled: z.boolean(),
  recent_events: z.array(recentEvent).describe('Newest first.'),
});
