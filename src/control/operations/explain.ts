/**
 * Why something does not move: the reason the deciding functions themselves give, what it rests on,
 * since when, and the smallest act that unblocks it. There is no second opinion here: dispatch asks
 * the judge of dispatch, papers ask the gates that decide about papers.
 */
import { ServiceError } from '../../domain/errors.ts';
import { type QueueItem, queueItemSchema, type Run, runSchema } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { type CommandContext, type Needs, readAutomation, readSwitch } from '../common/index.ts';

import { judgeWithBudgets, previewNext, whatRuns, whyClosed } from '../dispatch/index.ts';
import { verbsNow } from '../queue/index.ts';
import { readWorkerHealth } from '../workers/index.ts';
import { explainPaper } from './explain-paper.ts';
import { explainAlert, explainWorker } from './explain-worker.ts';
import {
  type ExplainableKind,
  type Explanation,
  type Finding,
  intakePath,
  openRunStates,
  post,
  verbRequest,
} from './explanation.ts';

/** Explains one entity; 404 when it does not exist. */
export async function explain(
  context: CommandContext,
  kind: ExplainableKind,
  id: string,
): Promise<Explanation> {
  const finding = await findingOf(context, kind, id);
  return {
    ok: true,
    kind,
    id,
    ...finding,
    generated_at: toIsoTime(context.control.clock.now()),
    source: 'store',
  };
}

function findingOf(context: CommandContext, kind: ExplainableKind, id: string): Promise<Finding> {
  switch (kind) {
    case 'queue_item':
      return explainItem(context, id);
    case 'run':
      return explainRun(context.control, id);
    case 'paper':
      return explainPaper(context, id);
    case 'worker':
      return explainWorker(context.control, id);
    case 'alert':
      return explainAlert(context.control, id);
  }
}

async function explainItem(context: CommandContext, id: string): Promise<Finding> {
  const row = await context.control.reads.get('queue_item', id);
  if (row === undefined) {
    throw new ServiceError(
      'queue_item_not_found',
      `project ${id} is not in the queue; take it in with POST ${intakePath}`,
    );
  }
  const item = queueItemSchema.parse(row);
  return { ...(await explainStatus(context, item)), verbs: verbsNow(item) };
}

async function explainStatus(context: CommandContext, item: QueueItem): Promise<Finding> {
  if (item.status === 'completed') return explainDraft(context, item);
  if ((activeQueueStatuses as readonly string[]).includes(item.status)) {
    const run =
      item.current_run_id === null
        ? undefined
        : await readRun(context.control, item.current_run_id);
    return { ...(await whyNotOver(context.control, run, item)), question: 'not over' };
  }
  const held = heldBack(item);
  return held ?? whyNotDispatched(context.control, item);
}

/** What an operator must lift first; null for an item that waits for its turn. */
function heldBack(item: QueueItem): Finding | null {
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
  return { ...common, code, reason: `${id} is ${status}: ${because}`, evidence, unblock: retry };
}

async function whyNotDispatched(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
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
  return {
    ...common,
    code: 'behind_others',
    reason: `${candidate.project_id} goes first (priority ${candidate.dispatch_priority}, rank ${candidate.selection_rank})`,
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
      cursor: null,
      pageSize: 1,
      sort: null,
      filters: { lane: target.lane, status: activeQueueStatuses },
      search: '',
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

async function readRun({ reads }: Needs<'reads'>, id: string): Promise<Run | undefined> {
  const row = await reads.get('run', id);
  return row === undefined ? undefined : runSchema.parse(row);
}

async function explainRun(context: Needs<'reads' | 'workers'>, id: string): Promise<Finding> {
  const run = await readRun(context, id);
  if (run === undefined) throw new ServiceError('run_not_found', `no run has the id ${id}`);
  const item = await context.reads.get('queue_item', run.project_id);
  if (openRunStates.has(run.status)) {
    const parsed = item === undefined ? null : queueItemSchema.parse(item);
    return { ...(await whyNotOver(context, run, parsed)), question: 'not over' };
  }
  return {
    question: 'not over',
    blocked: false,
    code: 'over',
    reason: `the run ended as ${run.status}`,
    evidence: { exit_code: run.exit_code, last_error: run.last_error, receipt: run.idle_verdict },
    since: run.ended_at,
    unblock: { action: 'Nothing: it is over' },
  };
}

const waitsFor: Readonly<Record<string, string>> = {
  dispatching: 'the worker has not yet said that it started the run',
  prepared: 'the worker has not yet said that it started the run',
  running: 'the agent is at work',
  awaiting_wake: 'the agent has exited, its workload is not yet quiet',
  wake_received: 'the run is over; evidence and decision are being read',
  reconciling: 'contact is lost; the worker is asked until it answers',
  question_pending: 'the agent asked a question',
};

/** An open run as the worker itself sees it now; a worker that is down is said to be. */
async function whyNotOver(
  context: Needs<'workers'>,
  run: Run | undefined,
  item: QueueItem | null,
): Promise<Omit<Finding, 'question'>> {
  const status = item?.status ?? run?.status ?? 'unknown';
  const projectId = item?.project_id ?? run?.project_id ?? '';
  const runId = item?.current_run_id ?? run?.run_id ?? '';
  const client = context.workers.byName(run?.worker_target ?? '')?.client;
  const seen = await client?.findRun(runId);
  const worker =
    seen === undefined
      ? { reached: false, why: 'its worker is not configured any more' }
      : seen.kind === 'ok'
        ? {
            reached: true,
            status: seen.value.run.status,
            idle_state: seen.value.run.idle_state,
            idle_window: seen.value.idle_window,
            process_tree: seen.value.process_tree,
          }
        : seen.kind === 'refused'
          ? { reached: true, answered: seen.code, why: seen.detail }
          : { reached: false, why: seen.error };
  const reached = whatWorkerSays(worker);
  const asked = status === 'question_pending' || item?.last_run_state === 'question_pending';
  return {
    blocked: status === 'reconciling' || asked,
    code: asked ? 'question_open' : status,
    reason: `${runId} is not over: ${waitsFor[status] ?? status}${reached}`,
    evidence: {
      run_id: runId,
      gate_state: run?.gate_state ?? null,
      current_activity: run?.current_activity ?? null,
      last_callback_at: run?.last_callback_at ?? null,
      stale_after: item?.stale_after ?? null,
      worker,
    },
    since: run?.started_at ?? item?.last_dispatch_at ?? null,
    unblock: asked
      ? {
          action: "Answer the agent's question",
          request: verbRequest(projectId, 'answer', { answer: '<your answer>' }),
        }
      : { action: 'Wait, or cancel to stop the run', request: verbRequest(projectId, 'cancel') },
  };
}

/** What the worker adds in words, where it is not the run itself. */
function whatWorkerSays(worker: { readonly reached: boolean; readonly why?: string }): string {
  if (worker.why === undefined) return '';
  return worker.reached
    ? `; its worker answers: ${worker.why}`
    : `; the worker cannot say more (${worker.why})`;
}

/** Why a completed item has no paper. */
async function explainDraft({ papers }: CommandContext, item: QueueItem): Promise<Finding> {
  const common = { question: 'not drafted', since: item.updated_at } as const;
  const { gate_verdict: verdict, project_id: id } = item;
  const evidence = { gate_verdict: verdict, run_id: item.current_run_id };
  if (item.paper_id !== null) {
    const unblock = {
      action: `Explain the paper at /control/api/v1/explain/paper/${item.paper_id}`,
    };
    const reason = `${id} has the paper ${item.paper_id}`;
    return { ...common, blocked: false, code: 'drafted', reason, evidence, unblock };
  }
  if (verdict?.positive !== true) {
    const reason =
      verdict === null
        ? `${id} was completed without a verdict of the decision gate`
        : `the decision gate says no: ${verdict.field} is ${verdict.value} (${verdict.reason})`;
    const unblock = { action: 'Nothing: the decision calls for no paper' };
    return { ...common, blocked: true, code: 'gate_negative', reason, evidence, unblock };
  }
  const missing = await papers.checkEvidence(item.project_dir);
  const draft = (more: object): ReturnType<typeof post> =>
    post('/control/papers/draft-next', { dry_run: false, ...more });
  if (missing !== null) {
    const unblock = missing.fatal
      ? { action: 'Bring the evidence back; there is nothing to write from' }
      : { action: 'Draft all the same', request: draft({ force: true }) };
    const { reason } = missing;
    return { ...common, blocked: true, code: 'evidence_missing', reason, evidence, unblock };
  }
  const unblock = { action: 'Draft the next paper', request: draft({}) };
  const reason = `${id} waits for the next draft`;
  return { ...common, blocked: false, code: 'draft_pending', reason, evidence, unblock };
}
