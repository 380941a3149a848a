/**
 * Why a queue item is not dispatched: what an operator must lift first, or what the judge of dispatch has against it,
 * or that nothing has and others go first.
 */
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import { findHolds, type Needs, readAutomation, readSwitch } from '../common/index.ts';
import {
  judgeWithBudgets,
  previewNext,
  refusedLately,
  whatRuns,
  whyClosed,
} from '../dispatch/index.ts';
import { readWorkerHealth } from '../workers/index.ts';
import { type Finding, post, verbRequest } from './explanation.ts';

/** What an operator must lift first; null for an item that waits for its turn. */
export function heldBack(item: QueueItem): Finding | null {
  const { project_id: id, status } = item;
  const common = { question: 'not dispatched', blocked: true, since: item.updated_at } as const;
  const evidence = {
    status,
    manual_review_required: item.manual_review_required,
    blocked_reason: item.blocked_reason,
    last_error: item.last_error,
    run_id: item.current_run_id,
  };
  const because = item.blocked_reason ?? item.last_error ?? item.next_action_hint ?? 'unknown';
  const retry = { action: 'Look after the reason, then retry', request: verbRequest(id, 'retry') };
  if (status === 'paused') {
    const unblock = { action: 'Resume it', request: verbRequest(id, 'resume') };
    return { ...common, code: 'paused', reason: `${id} was paused`, evidence, unblock };
  }
  if (status === 'canceled') {
    const unblock = { action: 'Retry it', request: verbRequest(id, 'retry') };
    return { ...common, code: 'canceled', reason: `${id} was canceled`, evidence, unblock };
  }
  if (item.last_run_state === 'question_pending') {
    const request = verbRequest(id, 'answer', { answer: '<your answer>' });
    const unblock = { action: "Answer the agent's question", request };
    const reason = `the agent of ${id} asked: ${because}`;
    return { ...common, code: 'question_open', reason, evidence, unblock };
  }
  if (status === 'queued' && !item.manual_review_required) return null;
  if (status === 'needs_review' && (item.budget_stop ?? null) !== null) {
    const reason = `${id} waits for a person: ${because}`;
    const stopped = { ...evidence, budget_stop: item.budget_stop };
    return { ...common, code: 'budget_exceeded', reason, evidence: stopped, unblock: retry };
  }
  const code = status === 'queued' ? 'manual_review_required' : status;
  return {
    ...common,
    code,
    reason: `${id} is ${stateWord(status)}: ${because}`,
    evidence,
    unblock: retry,
  };
}

/** What stands against its dispatch now, from the switch of the queue to the worker. */
export async function whyNotDispatched(
  context: Needs<'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  item: QueueItem,
): Promise<Finding> {
  const common = { question: 'not dispatched', blocked: true } as const;
  const closed = await whyClosed(context);
  if (closed !== null) {
    const { updated_at: since, status, reason, changed_by } = await readSwitch(context);
    const unblock = { action: 'Resume the queue', request: post('/control/resume') };
    const evidence = { status, reason, changed_by };
    return { ...common, code: 'queue_closed', reason: closed, evidence, since, unblock };
  }
  const [hold] = findHolds(context);
  if (hold !== undefined) {
    const { code, reason, evidence, action } = hold;
    return { ...common, code, reason, evidence, since: null, unblock: { action } };
  }
  const lanes = await context.reads.activeLanes();
  const judged = await judgeWithBudgets(context, item, new Set(lanes));
  if (!judged.ok) return obstacle(context, item, judged);
  const { target, routeRule, routeReason } = judged.candidate;
  const evidence = {
    worker_target: target.name,
    lane: target.lane,
    route_rule: routeRule,
    route_reason: routeReason,
  };
  if (!context.settings.liveDispatchEnabled) {
    const unblock = { action: 'Set live_dispatch_enabled in the configuration and restart' };
    const reason = 'live dispatch is switched off in the configuration';
    return { ...common, code: 'live_dispatch_disabled', reason, evidence, since: null, unblock };
  }
  const health = await readWorkerHealth(context);
  const sick = health.find(({ worker, trouble }) => worker.target === target.name && trouble);
  if (sick?.trouble != null) {
    const unblock = {
      action: 'Look after the worker, then check it again',
      request: post('/control/api/preflight', {
        machine_target: target.name,
        require_paused: false,
      }),
    };
    const since = sick.worker.since ?? sick.worker.observed_at;
    return { ...common, code: 'worker_trouble', reason: sick.trouble, evidence, since, unblock };
  }
  return ready(context, item, evidence);
}

/** Nothing stands against it: it is first, or others go first. */
async function ready(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
  item: QueueItem,
  evidence: Finding['evidence'],
): Promise<Finding> {
  const id = item.project_id;
  const { candidate } = await previewNext(context);
  const request = post('/control/dispatch-one', { project_id: id, dry_run: false });
  const common = { question: 'not dispatched', blocked: false, since: item.updated_at } as const;
  if (candidate === null || candidate.project_id === id) {
    const { why } = await readAutomation(context);
    const unblock = {
      action: why === null ? 'Wait for the pump, or dispatch it' : 'Dispatch it',
      request,
    };
    const reason =
      why === null
        ? `${id} is next; the pump starts it when it looks next`
        : `${id} is next; it goes with the next dispatch, and nothing starts by itself: ${why}`;
    return { ...common, code: 'ready', reason, evidence, unblock };
  }
  const unblock = { action: 'Wait, raise its priority, or dispatch it by name', request };
  const refused = refusedLately(context, item);
  const why =
    refused === null
      ? `(priority ${candidate.dispatch_priority}, rank ${candidate.selection_rank})`
      : `until ${toIsoTime(refused.untilMs)}: ${refused.reason}`;
  return {
    ...common,
    code: 'behind_others',
    reason: `${candidate.project_id} goes first ${why}`,
    evidence: {
      ...evidence,
      first: candidate.project_id,
      dispatch_priority: item.dispatch_priority,
      selection_rank: item.selection_rank,
    },
    unblock,
  };
}

async function obstacle(
  context: Needs<'reads' | 'settings' | 'workers'>,
  item: QueueItem,
  {
    code,
    reason,
    target,
    trouble,
  }: Extract<Awaited<ReturnType<typeof judgeWithBudgets>>, { ok: false }>,
): Promise<Finding> {
  const common = { question: 'not dispatched', blocked: true, code, reason } as const;
  const wishes = { machine_target: item.machine_target, workload_class: item.workload_class };
  if (code === 'lane_busy' && target !== null) {
    const page = await context.reads.list('queue_item', {
      ...firstPage,
      pageSize: 1,
      filters: { lane: target.lane, status: activeQueueStatuses },
    });
    const [holder] = page.rows;
    const active = holder === undefined ? null : queueItemSchema.parse(holder);
    return {
      ...common,
      evidence: {
        ...wishes,
        lane: target.lane,
        held_by: active?.project_id ?? null,
        run_id: active?.current_run_id ?? null,
      },
      since: active?.last_dispatch_at ?? null,
      unblock: { action: 'Wait until that run is over, or name another worker in an edit' },
    };
  }
  if (trouble !== undefined) {
    const { budget, limit, spent, unknown_runs, freeAt: free_at } = trouble.budget;
    const running = whatRuns(context, budget);
    const evidence = { budget, limit, spent, unknown_runs, free_at, ...running };
    const raise = `raise budget_${budget} in the configuration and restart`;
    const action = free_at === null ? `R${raise.slice(1)}` : `Wait until ${free_at}, or ${raise}`;
    return { ...common, evidence, since: null, unblock: { action } };
  }
  return {
    ...common,
    evidence: wishes,
    since: item.updated_at,
    unblock: unblockRoute(context, item),
  };
}

/** A resumed session can go to its own worker only; anything else to any. */
function unblockRoute(
  { workers }: Needs<'workers'>,
  { project_id: id, next_mode: mode, session_lane: lane }: QueueItem,
): Finding['unblock'] {
  const hasSession = mode === 'resume' && typeof lane === 'string';
  const target = hasSession ? workers.byLane(lane) : workers.targets[0];
  if (hasSession && target === undefined) {
    return {
      action: 'Configure that worker again, or cancel and then retry the item without its session',
      request: verbRequest(id, 'cancel'),
    };
  }
  return {
    action: hasSession
      ? 'Name the worker that has its session'
      : 'Name a configured worker, or route the class in workload_machine_targets',
    request: verbRequest(id, 'edit', { fields: { machine_target: target?.name ?? null } }),
  };
}
