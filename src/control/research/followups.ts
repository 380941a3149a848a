/**
 * Launching one follow-up investigation from a finished run that made no paper. The launch is a turn
 * of the actor `followup/<parent>`, so a parent has one, whoever asks and whatever crashes.
 */
import type { Outcome } from '../../actors/runtime/definition.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { queueItemSchema } from '../../domain/records.ts';
import { assert } from '../../lib/assert.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import {
  ask,
  type Needs,
  type Once,
  type PlanMember,
  type Planned,
  requireUnchanged,
} from '../common/index.ts';
import { candidates, type Skipped } from './followup-candidates.ts';
import { type FollowupPlan, planOf } from './judge-followup.ts';

/** With `dry_run` it is only said which follow-up would be launched; with a plan, just that is. */
export interface FollowupRequest extends Planned {
  readonly dry_run: boolean;
  readonly requested_by: string;
  /** Only this parent is looked at. */
  readonly project_id?: string | undefined;
  /** A child deeper than this is not launched. */
  readonly max_followup_depth: number;
}

/**
 * Launches the follow-up of the oldest parent that has one to launch, or of the named one; once per
 * `once.key`. 404 when the named project is not in the queue.
 */
export async function launchNextFollowup(
  context: Needs<'actors' | 'plans' | 'reads' | 'settings' | 'workers'>,
  request: FollowupRequest,
  once: Once | null = null,
) {
  const before = await recallLaunch(context, once);
  if (before.launched !== null) return conclude(before.launched);
  if (!request.dry_run && context.settings.storeBackend === 'hosted_readonly')
    throw new ServiceError('read_only', 'this control plane only reads its store');
  if (request.plan !== undefined)
    return launchPlanned(context, request, { once, attempt: before.attempt });
  const skipped: Skipped[] = [];
  let { attempt } = before;
  for await (const plan of candidates(context, request)) {
    if ('reason' in plan) {
      skipped.push(plan);
      continue;
    }
    const { item } = plan;
    if (request.dry_run) {
      const { member } = await freezeFollowup(context, item.project_id, request);
      const choice = {
        command: 'launch_followup',
        asked: askedOf(request),
        eligible: [member],
        skipped: skips(skipped).skipped.map(({ project_id: id, reason }) => ({ id, reason })),
      };
      return {
        ...replyOf('dry_run_followup', plan, skipped),
        ...(member.act === 'none' ? {} : await context.plans.keep(choice)),
      };
    }
    const key = once === null ? null : launchKey(once, attempt);
    const outcome = await launch(context, plan, { by: request.requested_by, key, skipped });
    if (outcome.accepted) return conclude(outcome);
    attempt += 1;
    // Another request was quicker with this parent; the next one may still be free.
    skipped.push({ project_id: item.project_id, reason: refusalOf(outcome) });
  }
  return nothingToLaunch(request, skipped);
}

const askedOf = ({ project_id, max_followup_depth }: FollowupRequest) => ({
  project_id: project_id ?? null,
  max_followup_depth,
});

/** What a plan freezes of a follow-up; the plan is a text, why not, where there can be none now. */
async function freezeFollowup(
  context: Needs<'reads' | 'workers'>,
  projectId: string,
  { max_followup_depth: depthMax }: FollowupRequest,
): Promise<{ readonly member: PlanMember; readonly plan: FollowupPlan | string }> {
  const row = await context.reads.get('queue_item', projectId);
  const plan =
    row === undefined
      ? 'it is not in the queue'
      : await planOf(context, queueItemSchema.parse(row), depthMax);
  const version = row?.version ?? null;
  if (typeof plan === 'string') {
    const values = { obstacle: plan };
    return { plan, member: { kind: 'queue_item', id: projectId, version, act: 'none', values } };
  }
  const { fields, child } = plan;
  const values = {
    child_project_id: child.project_id,
    title: fields.title,
    followup_type: fields.type,
    lineage_depth: child.lineage_depth,
    dispatch_priority: child.enqueue.dispatch_priority,
    machine_target: child.enqueue.machine_target,
    workload_class: child.enqueue.workload_class,
  };
  const act = 'launch_followup';
  return { plan, member: { kind: 'queue_item', id: projectId, version, act, values } };
}

/** Launches what a dry run chose; 409 `plan_changed` where it would not be that any more. */
async function launchPlanned(
  context: Needs<'actors' | 'reads' | 'workers'>,
  request: FollowupRequest,
  { once, attempt }: { readonly once: Once | null; readonly attempt: number },
) {
  const [chosen] = request.plan?.eligible ?? [];
  assert(request.plan !== undefined && chosen !== undefined, 'a plan of a follow-up has a parent');
  const { member, plan } = await freezeFollowup(context, chosen.id, request);
  requireUnchanged(request.plan, { asked: askedOf(request), members: [member] });
  assert(typeof plan !== 'string', 'a plan that is unchanged can be carried out');
  const key = once === null ? null : launchKey(once, attempt);
  const outcome = await launch(context, plan, { by: request.requested_by, key, skipped: [] });
  if (outcome.accepted) return conclude(outcome);
  return nothingToLaunch({ ...request, project_id: chosen.id }, [
    { project_id: chosen.id, reason: refusalOf(outcome) },
  ]);
}

async function launch(
  context: Needs<'actors'>,
  plan: FollowupPlan,
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
  context: Needs<'actors'>,
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
  { item, fields, child }: FollowupPlan,
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
