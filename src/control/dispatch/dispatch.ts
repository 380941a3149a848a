/**
 * Dispatch: which item goes next, whether it may, and starting it. The claim is a turn of the queue
 * item under a store constraint (one active item per lane), so two dispatches at once start one run.
 */

import type { Outcome } from '../../actors/runtime/definition.ts';
import { ServiceError } from '../../domain/errors.ts';
import { createRunId } from '../../domain/ids.ts';
import { limits } from '../../domain/limits.ts';
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { ask, type ControlContext, type Once, readSwitch } from '../common/index.ts';

import type { RouteRule, WorkerTarget } from '../fleet/index.ts';
import {
  type PreflightReply,
  plannedChecks,
  runPreflight,
  troubleOfTarget,
  usualOptions,
} from '../workers/index.ts';

import { routeItem } from './session-route.ts';

export interface DispatchRequest {
  readonly dry_run: boolean;
  readonly requested_by: string;
  readonly force_preflight: boolean;
}

export interface Candidate {
  readonly item: QueueItem;
  readonly target: WorkerTarget;
  readonly routeRule: RouteRule;
  readonly routeReason: string;
}

type Selection =
  | { readonly found: Candidate; readonly activeCount: number }
  | { readonly found: null; readonly reason: string; readonly activeCount: number };

/** Selects and, unless it is a dry run, dispatches the next eligible item; once per `once.key`. */
export async function dispatchNext(
  context: ControlContext,
  request: DispatchRequest,
  once: Once | null = null,
) {
  const before = await claimedBefore(context, once);
  if (before !== null) return before;
  const closed = await whyClosed(context);
  const activeCount = (await context.reads.activeLanes()).length;
  if (closed !== null) return reply('paused', closed, activeCount);
  const selection = await selectNext(context);
  if (selection.found === null) return reply('noop', selection.reason, selection.activeCount);
  return request.dry_run
    ? dryRun(context, selection.found, activeCount)
    : live(context, selection.found, { ...request, once }, activeCount);
}

/** As `dispatchNext` for one named project: 404 when it is not queued anywhere, 409 when it may not go. */
export async function dispatchOne(
  context: ControlContext,
  request: DispatchRequest & { readonly project_id: string },
  once: Once | null = null,
) {
  const before = await claimedBefore(context, once);
  if (before !== null) return before;
  const row = await context.reads.get('queue_item', request.project_id);
  if (row === undefined) {
    throw new ServiceError(
      'queue_item_not_found',
      `project ${request.project_id} is not in the queue; create it or take it in first`,
    );
  }
  const closed = await whyClosed(context);
  const lanes = await context.reads.activeLanes();
  if (closed !== null) return reply('paused', closed, lanes.length);
  const item = queueItemSchema.parse(row);
  const judged = judge(context, item, new Set(lanes));
  if (!judged.ok)
    throw new ServiceError('not_eligible', judged.reason, { current_status: item.status });
  return request.dry_run
    ? dryRun(context, judged.candidate, lanes.length)
    : live(context, judged.candidate, { ...request, once }, lanes.length);
}

/** The item that `dispatchNext` would take now, for overviews; null with the reason when none. */
export async function previewNext(context: ControlContext) {
  const selection = await selectNext(context);
  return selection.found === null
    ? { candidate: null, reason: selection.reason }
    : { candidate: describe(context, selection.found), reason: selection.found.routeReason };
}

/** Why nothing is dispatched at all now; null while the queue is open. */
export async function whyClosed(context: ControlContext): Promise<string | null> {
  const { status, reason } = await readSwitch(context);
  if (status === 'open') return null;
  const what = status === 'maintenance' ? 'Maintenance mode is on' : 'The queue is paused';
  return `${what}${reason === null ? '' : ` (${reason})`}; POST /control/resume lets it go on`;
}

/**
 * How many queued items are looked at, step by step, when those before them have no open lane: a
 * long queue for one worker must not keep another worker's items waiting.
 */
const candidateSteps = [100, 1_000, 10_000] as const;

/**
 * The first candidate whose worker is not known to be in trouble, so that one broken worker does not
 * keep the others idle. Where only such ones are left the first of them is tried: its worker may be
 * well again, and if not the failure says what is wrong.
 */
async function selectNext(context: ControlContext): Promise<Selection> {
  const lanes = await context.reads.activeLanes();
  const busy = new Set(lanes);
  const allBusy = context.workers.targets.every((target) => busy.has(target.lane));
  let firstReason: string | null = null;
  let fallback: Candidate | null = null;
  const closedWays = new Set<string>();
  let seen = 0;
  for (const step of candidateSteps) {
    const rows = await context.reads.dispatchCandidates(step);
    for (const row of rows.slice(seen)) {
      // Where a candidate would go is all that can speak against it.
      const way = [
        row['machine_target'],
        row['workload_class'],
        row['next_mode'],
        row['session_lane'],
      ]
        .map(String)
        .join(' ');
      if (closedWays.has(way)) continue;
      const judged = judge(context, queueItemSchema.parse(row), busy);
      closedWays.add(way);
      if (!judged.ok) firstReason ??= judged.reason;
      else if ((await troubleOfTarget(context, judged.candidate.target)) === null)
        return { found: judged.candidate, activeCount: lanes.length };
      else fallback ??= judged.candidate;
    }
    seen = rows.length;
    if (seen < step || allBusy) break;
  }
  if (fallback !== null) return { found: fallback, activeCount: lanes.length };
  const reason =
    firstReason === null ? await nothingQueued(context) : `No queued item can go: ${firstReason}`;
  return { found: null, reason, activeCount: lanes.length };
}

/** Items flagged for a person are queued by status, but no candidates. */
async function nothingQueued(context: ControlContext): Promise<string> {
  const flagged = await context.reads.count('queue_item', {
    status: 'queued',
    manual_review_required: true,
  });
  if (flagged === 0) return 'Nothing is queued';
  return `Nothing can be dispatched: ${flagged} queued item${flagged === 1 ? ' is' : 's are'} flagged for manual review`;
}

/** Why an item may not go now: a stable code, the words, and what the verdict rests on. */
export interface Obstacle {
  readonly ok: false;
  readonly code: 'not_queued' | 'manual_review_required' | 'no_route' | 'lane_busy';
  readonly reason: string;
  readonly target: WorkerTarget | null;
}

/** Whether a dispatch may take the item now, and where to; the one judge of that. */
export function judge(
  context: ControlContext,
  item: QueueItem,
  busyLanes: ReadonlySet<string>,
): { readonly ok: true; readonly candidate: Candidate } | Obstacle {
  const no = (code: Obstacle['code'], reason: string, target: WorkerTarget | null = null) =>
    ({ ok: false, code, reason: `${item.project_id}${reason}`, target }) as const;
  if (item.status !== 'queued')
    return no('not_queued', ` is ${item.status}, only queued items are dispatched`);
  if (item.manual_review_required)
    return no('manual_review_required', ' is flagged for manual review');
  const routed = routeItem(context.workers, item);
  if (!routed.ok) return no('no_route', `: ${routed.reason}`);
  const { target } = routed;
  if (busyLanes.has(target.lane)) {
    const words = ` waits for its lane: worker ${target.name} has an active run`;
    return no('lane_busy', words, target);
  }
  return {
    ok: true,
    candidate: { item, target, routeRule: routed.rule, routeReason: routed.reason },
  };
}

/** Where the prompt of a run lies, relative to its project folder. */
export function promptFileOf(runId: string): string {
  return `prompts/${runId}.md`;
}

/** A candidate as replies name it. */
export function describe(
  context: ControlContext,
  { item, target, routeRule, routeReason }: Candidate,
) {
  const runId = createRunId(item.project_id, context.clock.now());
  return {
    project_id: item.project_id,
    project_name: item.project_name,
    project_dir: item.project_dir,
    dispatch_priority: item.dispatch_priority,
    selection_rank: item.selection_rank,
    mode: item.next_mode,
    workload_class: item.workload_class,
    worker_target: target.name,
    lane: target.lane,
    route_rule: routeRule,
    route_reason: routeReason,
    prompt_file: promptFileOf(runId),
  };
}

function reply(action: string, reason: string, activeCount: number) {
  return {
    ok: true,
    action,
    reason,
    candidate: null,
    active_count: activeCount,
    event_id: null,
    live: null,
    checks: [],
  };
}

function dryRun(context: ControlContext, candidate: Candidate, activeCount: number) {
  return {
    ...reply(
      'dry_run_dispatch',
      `${candidate.item.project_id} would be dispatched to ${candidate.target.name}`,
      activeCount,
    ),
    candidate: describe(context, candidate),
    /** What a live dispatch would check first. */
    checks: plannedChecks(),
  };
}

async function live(
  context: ControlContext,
  candidate: Candidate,
  request: DispatchRequest & { readonly once: Once | null },
  activeCount: number,
) {
  const { settings } = context;
  if (settings.storeBackend === 'hosted_readonly')
    throw new ServiceError('read_only', 'this control plane only reads its store');
  if (!settings.liveDispatchEnabled) {
    throw new ServiceError(
      'live_dispatch_disabled',
      'set live_dispatch_enabled to true in the configuration and restart; dry_run works meanwhile',
    );
  }
  // A worker that refused this item a moment ago is looked at again, or a stored pass would send
  // it again and again to a worker that has become busy since.
  const anew = request.force_preflight || candidate.item.last_run_state === 'dispatch_error';
  const options = usualOptions(candidate.target, anew ? 0 : limits.preflightReuseMs);
  const preflight = await runPreflight(context, candidate.target, options);
  if (!preflight.ok) failPreflight(candidate.target, preflight);
  const described = describe(context, candidate);
  const runId = createRunId(candidate.item.project_id, context.clock.now());
  const { outcome } = await ask(
    context.actors,
    { kind: 'queue_item', id: candidate.item.project_id },
    {
      type: 'CLAIM',
      run_id: runId,
      lane: candidate.target.lane,
      worker_target: candidate.target.name,
      lease_ms: settings.leaseMs,
      stale_after_ms: settings.staleAfterMs,
    },
    {
      by: request.requested_by,
      ...(request.once === null ? {} : { idempotency: claimKey(request.once) }),
    },
  );
  if (!outcome.accepted)
    throw new ServiceError('claim_lost', outcome.refusal?.message ?? 'the item was taken', {
      reason: outcome.refusal?.code,
    });
  return conclude(outcome, {
    described,
    runId,
    workerTarget: candidate.target.name,
    activeCount: activeCount + 1,
  });
}

/** What the worker made of a claim. */
function conclude(
  outcome: Outcome,
  facts: {
    readonly described: ReturnType<typeof describe> | null;
    readonly runId: string;
    readonly workerTarget: string;
    readonly activeCount: number;
  },
) {
  const { described, runId, workerTarget, activeCount } = facts;
  const result = asText(outcome.body?.['result'], 'unknown');
  if (result !== 'accepted') failDispatch(result, runId, outcome.body);
  const projectId = asText(outcome.body?.['project_id']);
  return {
    ...reply('live_dispatch', `${projectId} runs on ${workerTarget} as ${runId}`, activeCount),
    candidate:
      described === null
        ? { project_id: projectId, worker_target: workerTarget }
        : { ...described, prompt_file: promptFileOf(runId) },
    event_id: outcome.event_id,
    live: { run_id: runId, worker_target: workerTarget, ...outcome.body },
  };
}

const claimKey = (once: Once) => ({ key: `${once.key}:claim`, payload: {} });

/** The reply when an earlier attempt at this very command claimed an item already; else null. */
async function claimedBefore(context: ControlContext, once: Once | null) {
  if (once?.repeated !== true) return null;
  const kept = await context.actors.recall(claimKey(once).key);
  if (kept === undefined) return null;
  if (!kept.ok) throw new ServiceError('shutting_down', kept.detail);
  const { outcome } = kept;
  if (!outcome.accepted) return null;
  const lane = asText(outcome.body?.['lane']);
  return conclude(outcome, {
    described: null,
    runId: asText(outcome.body?.['run_id']),
    workerTarget: context.workers.byLane(lane)?.name ?? lane,
    activeCount: (await context.reads.activeLanes()).length,
  });
}

function failPreflight(target: WorkerTarget, preflight: PreflightReply): never {
  const unreachable = preflight.checks.some(
    (check) => check.name === 'wake_gate_healthz' && !check.ok,
  );
  throw new ServiceError(
    unreachable ? 'worker_unreachable' : 'preflight_failed',
    `worker ${target.name}: ${preflight.summary}`,
    { preflight },
  );
}

function failDispatch(
  result: string,
  runId: string,
  body: Readonly<Record<string, unknown>> | null,
): never {
  const error = asText(body?.['error'], 'no reason was given');
  const detail =
    result === 'unknown'
      ? `The worker's answer was lost (${error}); the run ${runId} is being looked for and is not started again meanwhile`
      : `The worker did not start ${runId}: ${error}`;
  throw new ServiceError(result === 'unknown' ? 'worker_unreachable' : 'worker_failed', detail, {
    run_id: runId,
    result,
    worker_code: body?.['code'] ?? null,
  });
}
