/**
 * Launching one follow-up investigation from a finished run that made no paper. The launch is a turn
 * of the actor `followup/<parent>`, so a parent has one, whoever asks and whatever crashes.
 */
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Outcome } from '../../actors/runtime/definition.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { projectSchema, type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { CreateEvent } from '../../machines/project/events.ts';
import { ask, type ControlContext, type Once } from '../common/index.ts';

import { projectsOfTitle } from '../intake/index.ts';
import { type FollowupFields, followupProject, readFollowup } from './followup-plan.ts';

/** With `dry_run` it is only said which follow-up would be launched. */
export interface FollowupRequest {
  readonly dry_run: boolean;
  readonly requested_by: string;
  /** Only this parent is looked at. */
  readonly project_id?: string | undefined;
  /** A child deeper than this is not launched. */
  readonly max_followup_depth: number;
}

interface Skipped {
  readonly project_id: string;
  readonly reason: string;
}

/** Candidates looked at, step by step, when those before them cannot be launched. */
const candidateSteps = [50, 500, 5_000] as const;

const yieldEvery = 50;

interface Plan {
  readonly item: QueueItem;
  readonly fields: FollowupFields;
  readonly child: CreateEvent;
}

/**
 * Launches the follow-up of the oldest parent that has one to launch, or of the named one; once per
 * `once.key`. 404 when the named project is not in the queue.
 */
export async function launchNextFollowup(
  context: ControlContext,
  request: FollowupRequest,
  once: Once | null = null,
) {
  const before = await recallLaunch(context, once);
  if (before.launched !== null) return conclude(before.launched);
  if (!request.dry_run && context.settings.storeBackend === 'hosted_readonly')
    throw new ServiceError('read_only', 'this control plane only reads its store');
  const skipped: Skipped[] = [];
  let { attempt } = before;
  for await (const item of candidates(context, request)) {
    const plan = await planOf(context, item, request.max_followup_depth);
    if (typeof plan === 'string') {
      skipped.push({ project_id: item.project_id, reason: plan });
      continue;
    }
    if (request.dry_run) return replyOf('dry_run_followup', plan, skipped);
    const key = once === null ? null : launchKey(once, attempt);
    const outcome = await launch(context, plan, { by: request.requested_by, key, skipped });
    if (outcome.accepted) return conclude(outcome);
    attempt += 1;
    // Another request was quicker with this parent; the next one may still be free.
    skipped.push({ project_id: item.project_id, reason: refusalOf(outcome) });
  }
  return nothingToLaunch(request, skipped);
}

async function* candidates(
  context: ControlContext,
  request: FollowupRequest,
): AsyncGenerator<QueueItem> {
  if (request.project_id !== undefined) {
    const row = await context.reads.get('queue_item', request.project_id);
    if (row === undefined) {
      throw new ServiceError(
        'queue_item_not_found',
        `project ${request.project_id} is not in the queue`,
      );
    }
    yield queueItemSchema.parse(row);
    return;
  }
  const seen = new Set<string>();
  for (const step of candidateSteps) {
    const rows = await context.reads.followupCandidates(step);
    for (const row of rows) {
      const item = queueItemSchema.parse(row);
      if (seen.has(item.project_id)) continue;
      seen.add(item.project_id);
      if (seen.size % yieldEvery === 0) await nextTick();
      yield item;
    }
    if (rows.length < step) return;
  }
}

/** What would be launched from an item, or why nothing can be. */
async function planOf(
  context: ControlContext,
  item: QueueItem,
  depthMax: number,
): Promise<Plan | string> {
  const objection = objectionTo(item);
  if (objection !== null) return objection;
  const read = readFollowup(item.decision!);
  if (!read.ok) return `the decision leaves out ${read.missing.join(', ')}`;
  const { fields } = read;
  const [parentRow, launched] = await Promise.all([
    context.reads.get('project', item.project_id),
    context.reads.get('followup', item.project_id),
  ]);
  if (launched !== undefined)
    return `its follow-up was launched already, as ${asText(launched['child_project_id'])}`;
  if (parentRow === undefined) return 'its project record does not exist, so its depth is unknown';
  const project = projectSchema.parse(parentRow);
  const depth = project.lineage_depth + 1;
  if (depth > depthMax)
    return `its follow-up would be at depth ${depth}, max_followup_depth is ${depthMax}`;
  const child = followupProject(fields, { item, project });
  const same = await findSame(context, child);
  if (same !== null) return `project ${same} has the title or id of its follow-up already`;
  const routed = context.workers.route(child.enqueue);
  // Where no worker takes the class an item waits; a target nobody knows is a mistake.
  if (!routed.ok && child.enqueue.machine_target !== null) return routed.reason;
  return { item, fields, child };
}

/** Why an item is no parent of a follow-up at all; null when it may be. Pure. */
function objectionTo(item: QueueItem): string | null {
  const { status, decision } = item;
  if (status !== 'completed') return `it is ${status}; only completed items are followed up`;
  if (item.paper_id !== null) return `it has a paper (${item.paper_id})`;
  if (item.current_run_id === null) return 'it has no run, so there is no evidence to go on from';
  if (decision === null) return 'it has no decision';
  if (item.gate_verdict?.positive === true)
    return 'its decision is positive: a paper is to be drafted of it';
  if (decision.followup_recommended !== true)
    return 'its decision does not recommend a follow-up (followup_recommended)';
  return null;
}

async function findSame(context: ControlContext, child: CreateEvent): Promise<string | null> {
  if ((await context.reads.get('project', child.project_id)) !== undefined) return child.project_id;
  const [row] = await projectsOfTitle(context, child.project_name, 1);
  return row === undefined ? null : asText(row['project_id']);
}

async function launch(
  context: ControlContext,
  plan: Plan,
  call: {
    readonly by: string;
    readonly key: string | null;
    readonly skipped: readonly Skipped[];
  },
): Promise<Outcome> {
  const { item, fields, child } = plan;
  const { outcome } = await ask(
    context.actors,
    { kind: 'followup', id: item.project_id },
    {
      type: 'LAUNCH',
      parent_run_id: item.current_run_id!,
      followup_type: fields.type,
      title: fields.title,
      child,
      reply: replyOf('followup_queued', plan, call.skipped) as unknown as JsonObject,
    },
    {
      by: call.by,
      // The child is there when the caller hears of it.
      settle: true,
      ...(call.key === null ? {} : { idempotency: { key: call.key, payload: {} } }),
    },
  );
  return outcome;
}

/** One key per attempt: a parent that another request was quicker with has used its own up. */
const launchKey = (once: Once, attempt: number): string => `${once.key}:launch:${attempt}`;

/** What earlier attempts at this very command came to: a launch, or the number of the next attempt. */
async function recallLaunch(
  context: ControlContext,
  once: Once | null,
): Promise<{ readonly launched: Outcome | null; readonly attempt: number }> {
  if (once?.repeated !== true) return { launched: null, attempt: 0 };
  for (let attempt = 0; ; attempt += 1) {
    const kept = await context.actors.recall(launchKey(once, attempt));
    if (kept === undefined) return { launched: null, attempt };
    if (!kept.ok) throw new ServiceError('shutting_down', kept.detail);
    if (kept.outcome.accepted) return { launched: kept.outcome, attempt };
  }
}

const conclude = (outcome: Outcome): ReturnType<typeof replyOf> => ({
  ...(outcome.body as unknown as ReturnType<typeof replyOf>),
  event_id: outcome.event_id,
});

const refusalOf = (outcome: Outcome): string =>
  outcome.refusal?.message ?? 'another request was quicker';

function replyOf(
  action: 'dry_run_followup' | 'followup_queued',
  { item, fields, child }: Plan,
  skipped: readonly Skipped[],
) {
  return {
    ok: true as const,
    action: action as 'noop' | typeof action,
    reason:
      action === 'dry_run_followup'
        ? `${child.project_id} would be queued as the follow-up of ${item.project_id}`
        : `${child.project_id} is queued as the follow-up of ${item.project_id}`,
    candidate: {
      project_id: item.project_id,
      project_name: item.project_name,
      run_id: item.current_run_id,
      project_decision: item.decision?.project_decision ?? null,
      research_outcome: item.decision?.research_outcome ?? null,
      evidence_strength: item.decision?.evidence_strength ?? null,
      lineage_depth: child.lineage_depth - 1,
    },
    followup: {
      ...fields,
      project_id: child.project_id,
      parent_project_id: item.project_id,
      lineage_depth: child.lineage_depth,
      dispatch_priority: child.enqueue.dispatch_priority,
      machine_target: child.enqueue.machine_target,
      workload_class: child.enqueue.workload_class,
      prompt: child.prompt,
    },
    event_id: null as number | null,
    ...skips(skipped),
  };
}

const skips = (skipped: readonly Skipped[]) => ({
  skipped: skipped.slice(0, limits.followupSkippedMax),
  skipped_count: skipped.length,
});

function nothingToLaunch(request: FollowupRequest, skipped: readonly Skipped[]) {
  const [first] = skipped;
  const reason =
    first === undefined
      ? 'No completed item without a paper recommends a follow-up that was not launched yet'
      : request.project_id === undefined
        ? `None of ${skipped.length} candidates can be launched; the first: ${first.reason}`
        : `${first.project_id} cannot be followed up: ${first.reason}`;
  return {
    ok: true as const,
    action: 'noop' as const,
    reason,
    candidate: null,
    followup: null,
    event_id: null,
    ...skips(skipped),
  };
}
