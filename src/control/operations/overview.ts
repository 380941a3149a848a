/** What an operator sees first: may it be left alone, what needs a person, what runs, what came out. */

import { reported } from '../../domain/freshness.ts';
import { type Automation, operatorLaneOf, operatorNextStep } from '../../domain/operator-lanes.ts';
import { queueItemSchema } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { type EntityRow, firstPage, newestEvents } from '../../store/ports/read-models.ts';
import {
  type Counts,
  judgeAutomation,
  type Needs,
  readCounts,
  readPump,
  readSwitch,
  stampOf,
} from '../common/index.ts';
import { type RelianceContext, readReliance } from '../reliance/index.ts';
import { preflightFreshness } from '../workers/index.ts';
import { readDayBudgets } from './budgets.ts';
import { foresee, readLengths } from './forecast.ts';
import { detailCounts, eventRow, runningRow, runOfItem, waitingRow } from './overview-rows.ts';

const topItemsMax = 20;

/** The body of `GET /control/api/v1/overview`, with at most so many active items and events. */
export async function readOverview(
  context: RelianceContext,
  options: { activeLimit: number; eventLimit: number },
) {
  const { reads } = context;
  const list = (filters: Readonly<Record<string, string | readonly string[]>>, pageSize: number) =>
    reads.list('queue_item', { ...firstPage, pageSize, filters });
  const [control, counts, active, attention, events, reliance, lengths, pump, budgets] =
    await Promise.all([
      readSwitch(context),
      readCounts(context),
      list({ status: activeQueueStatuses }, options.activeLimit),
      list({ queue_group: 'blocked' }, topItemsMax),
      reads.events({ ...newestEvents, limit: options.eventLimit }),
      readReliance(context),
      readLengths(context),
      readPump(context),
      readDayBudgets(context),
    ]);
  const automation = judgeAutomation(pump, control.status, context.settings);
  const pulse = pump.enabled ? await context.vitals.pump() : null;
  const { facts, leaveAlone, headline, trouble, reasons, needsSomebody, cautions } = reliance;
  const { next } = facts;
  return {
    ok: true,
    ...stampOf(context.clock, 'store'),
    log_epoch: context.lineage.epoch,
    plane: context.vitals.plane?.() ?? null,
    headline,
    leave_alone: leaveAlone,
    trouble,
    reasons,
    needs_somebody: needsSomebody,
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

async function activeRow(
  context: Needs<'clock' | 'reads' | 'settings'>,
  row: EntityRow,
  automation: Automation,
) {
  const item = queueItemSchema.parse(row);
  const run = await runOfItem(context, item);
  return {
    ...runningRow(context, item, run),
    freshness: reported(context.clock.now(), run, context.settings.staleAfterMs),
    next_step: operatorNextStep(item, 'running', automation),
  };
}
