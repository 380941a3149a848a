/** What an operator sees first: may it be left alone, what needs a person, what runs, what came out. */

import { reported } from '../../domain/freshness.ts';
import { type Automation, operatorLaneOf, operatorNextStep } from '../../domain/operator-lanes.ts';
import { type QueueItem, queueItemSchema, type Run, runSchema } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { EntityRow, ListedEvent } from '../../store/ports/read-models.ts';
import {
  type Counts,
  judgeAutomation,
  type Needs,
  readCounts,
  readPump,
  readSwitch,
} from '../common/index.ts';

import { describeEvent } from '../reading/index.ts';
import { preflightFreshness } from '../workers/index.ts';
import { readDayBudgets } from './budgets.ts';
import { foresee, readLengths } from './forecast.ts';
import { type RelianceContext, readReliance } from './reliance.ts';

const topItemsMax = 20;

/** The body of `GET /control/api/v1/overview`, with at most so many active items and events. */
export async function readOverview(
  context: RelianceContext,
  options: { activeLimit: number; eventLimit: number },
) {
  const { reads } = context;
  const list = (filters: Readonly<Record<string, string | readonly string[]>>, pageSize: number) =>
    reads.list('queue_item', { cursor: null, pageSize, sort: null, filters, search: '' });
  const [control, counts, active, attention, events, reliance, lengths, pump, budgets] =
    await Promise.all([
      readSwitch(context),
      readCounts(context),
      list({ status: activeQueueStatuses }, options.activeLimit),
      list({ queue_group: 'blocked' }, topItemsMax),
      reads.events({
        before: null,
        limit: options.eventLimit,
        entityType: '',
        entityId: '',
        eventType: '',
        search: '',
      }),
      readReliance(context),
      readLengths(context),
      readPump(context),
      readDayBudgets(context),
    ]);
  const automation = judgeAutomation(pump, control.status, context.settings);
  const pulse = pump.enabled ? await context.vitals.pump() : null;
  const { facts, leaveAlone, headline, trouble, reasons, cautions } = reliance;
  const { next } = facts;
  return {
    ok: true,
    generated_at: toIsoTime(context.clock.now()),
    source: 'store',
    log_epoch: context.lineage.epoch,
    plane: context.vitals.plane?.() ?? null,
    headline,
    leave_alone: leaveAlone,
    trouble,
    reasons,
    cautions,
    forecast: foresee(facts, lengths, context.clock.now()),
    control: { status: control.status, reason: control.reason, changed_by: control.changed_by },
    pump: {
      status: pump.status,
      enabled: pump.enabled,
      dispatches: automation.why === null,
      why_not: automation.why,
      next_look_at: pulse?.next_at ?? null,
      changed_by: pump.changed_by,
      changed_at: pump.changed_at,
    },
    budgets,
    operator_counts: counts.operator,
    operator_detail_counts: detailCounts(counts),
    paper_pipeline: counts.pipeline,
    cards: cards(counts, automation),
    top_items: attention.rows.map((row) => attentionRow(row, automation)),
    active: await Promise.all(active.rows.map((row) => activeRow(context, row, automation))),
    workers: facts.alerts.workers.map((health) => ({
      target: health.worker.target,
      status: health.worker.status,
      trouble: health.trouble,
      observed_at: health.worker.observed_at,
      freshness: preflightFreshness(context, health.worker.target, health),
    })),
    next_candidate: next.candidate,
    next_reason: next.reason,
    live_dispatch_enabled: context.settings.liveDispatchEnabled,
    recent_events: events.map(eventRow),
  };
}

/** Numbers by status. */
export const detailCounts = (counts: Counts) => ({
  queue: counts.byStatus,
  papers: counts.papersByStatus,
  reviews: counts.reviewsByStatus,
  queue_total: counts.queueTotal,
});

/** An event as the overviews list it. */
export const eventRow = (event: ListedEvent) => ({
  event_id: event.event_id,
  event_type: event.event_type,
  entity_type: event.entity_type,
  entity_id: event.entity_id,
  actor: event.actor,
  created_at: event.created_at,
  summary: describeEvent(event),
});

function cards(counts: Counts, { why }: Automation) {
  const { operator, pipeline } = counts;
  const card = (id: string, title: string, value: number, detail: string) => ({
    id,
    title,
    value,
    detail,
  });
  return [
    card(
      'attention',
      'Needs a person',
      operator.attention,
      'blocked, failed or flagged for review',
    ),
    card('running', 'Running', operator.running, 'on a worker, or waiting for its quiet window'),
    card(
      'queued',
      'Queued',
      operator.queued,
      why === null ? 'waiting for a free lane' : `nothing starts by itself: ${why}`,
    ),
    card('write', 'Write', operator.write, 'positive decision, no paper yet'),
    card('finalize', 'Finalize', operator.finalize, 'drafted, package not prepared'),
    card('publish', 'Publish', pipeline.publish_ready, 'finalized, not in the corpus'),
    card('imported', 'In the corpus', operator.imported, 'imported'),
    card(
      'done_no_paper',
      'Done, no paper',
      operator.done_no_paper,
      'none is called for, or it was turned down',
    ),
  ];
}

function attentionRow(row: EntityRow, automation: Automation) {
  const item = queueItemSchema.parse(row);
  return {
    ...waitingRow(item),
    next_step: operatorNextStep(item, operatorLaneOf(item, null), automation),
  };
}

/** An item that needs a person, and why. */
export const waitingRow = (item: QueueItem) => ({
  project_id: item.project_id,
  project_name: item.project_name,
  status: item.status,
  operator_lane: operatorLaneOf(item, null),
  reason: item.blocked_reason ?? item.last_error ?? 'flagged for manual review',
  since: item.updated_at,
});

async function activeRow(
  context: Needs<'clock' | 'reads' | 'settings'>,
  row: EntityRow,
  automation: Automation,
) {
  const item: QueueItem = queueItemSchema.parse(row);
  const run = await runOfItem(context, item);
  return {
    ...runningRow(context, item, run),
    freshness: reported(context.clock.now(), run, context.settings.staleAfterMs),
    next_step: operatorNextStep(item, 'running', automation),
  };
}

/** The run that an item has under way; null where it has none. */
export async function runOfItem(
  { reads }: Needs<'reads'>,
  { current_run_id: id }: QueueItem,
): Promise<Run | null> {
  const stored = id === null ? undefined : await reads.get('run', id);
  return stored === undefined ? null : runSchema.parse(stored);
}

/** An item that runs, where and for how long. */
export function runningRow({ clock }: Needs<'clock'>, item: QueueItem, run: Run | null) {
  const startedAt = run?.started_at ?? item.last_dispatch_at;
  return {
    project_id: item.project_id,
    project_name: item.project_name,
    run_id: item.current_run_id,
    status: item.status,
    worker_target: run?.worker_target ?? null,
    started_at: startedAt,
    age_seconds:
      startedAt === null
        ? null
        : Math.max(0, Math.round((clock.now() - Date.parse(startedAt)) / 1000)),
    gate_state: run?.gate_state ?? null,
  };
}
