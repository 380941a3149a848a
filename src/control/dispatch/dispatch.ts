/**
 * Dispatch: the next item or a named one, for real or as a dry run. Which item may go is in
 * `candidates.ts`, starting it in `start-run.ts`.
 */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { queueItemSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { assert } from '../../lib/assert.ts';
import { needsProjectPrompt, promptOfRun } from '../../worker-client/resume-prompt.ts';
import {
  type Needs,
  type Once,
  type Planned,
  refuseWhileHeld,
  requireUnchanged,
} from '../common/index.ts';
import { plannedChecks } from '../workers/index.ts';
import {
  type Candidate,
  judgeWithBudgets,
  type PassedOver,
  selectNext,
  whyClosed,
} from './candidates.ts';
import { freezeDispatch } from './frozen-dispatch.ts';
import { describe, newRunId, reply } from './replies.ts';
import { claimedBefore, claimRun, startRun, whyUnfit } from './start-run.ts';

/** With `dry_run` it is only said what would be started; with a plan, just that is. */
export interface DispatchRequest extends Planned {
  readonly dry_run: boolean;
  readonly requested_by: string;
  readonly force_preflight: boolean;
}

/**
 * Selects and, unless it is a dry run, dispatches the next eligible item; once per `once.key`. Where its worker turns
 * out to be unfit the next one is tried that goes to another. Once an item is claimed nothing else is started instead.
 */
export async function dispatchNext(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  request: DispatchRequest,
  once: Once | null = null,
) {
  const before = await claimedBefore(context, once);
  if (before !== null) return before;
  if (request.plan !== undefined) return dispatchPlanned(context, request, { asked: {}, once });
  const unfit = new Map<string, string>();
  let firstFailure: ServiceError | null = null;
  for (;;) {
    // Read anew each time: a look at a worker can take seconds.
    const closed = await whyClosed(context);
    const lanes = await context.reads.activeLanes();
    if (closed !== null) return reply('paused', closed, lanes.length);
    refuseWhileHeld(context, request);
    const selection = await selectNext(context, new Set(lanes), unfit);
    if (selection.found === null) {
      if (firstFailure !== null) throw firstFailure;
      return reply('noop', selection.reason, lanes.length);
    }
    const { found, passedOver } = selection;
    if (request.dry_run)
      return withPassedOver(
        await dryRun(context, found, { command: 'dispatch_next', asked: {} }, lanes.length),
        passedOver,
      );
    const failure = await whyUnfit(context, found, request);
    if (failure === null)
      return withPassedOver(
        await claimRun(context, found, { ...request, once }, lanes.length),
        passedOver,
      );
    firstFailure ??= failure;
    unfit.set(found.target.name, failure.message);
    if (unfit.size === limits.dispatchWorkersTriedMax) throw firstFailure;
  }
}

/** The reply says which items would have gone before. */
function withPassedOver<Reply extends { readonly reason: string }>(
  replied: Reply,
  passedOver: readonly PassedOver[],
): Reply {
  if (passedOver.length === 0) return replied;
  const named = passedOver.slice(0, limits.dispatchPassedOverNamedMax);
  const words = named.map(({ projectId, reason }) => `${projectId} (${reason})`);
  const more = passedOver.length - named.length;
  const others = more === 0 ? '' : ` and ${more} more`;
  return { ...replied, reason: `${replied.reason}; passed over: ${words.join(', ')}${others}` };
}

/** As `dispatchNext` for one named project: 404 when it is not queued anywhere, 409 when it may not go. */
export async function dispatchOne(
  context: Needs<'actors' | 'clock' | 'plans' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  request: DispatchRequest & { readonly project_id: string },
  once: Once | null = null,
) {
  const before = await claimedBefore(context, once);
  if (before !== null) return before;
  const asked = { project_id: request.project_id };
  if (request.plan !== undefined) return dispatchPlanned(context, request, { asked, once });
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
  refuseWhileHeld(context, request);
  const item = queueItemSchema.parse(row);
  const judged = await judgeWithBudgets(context, item, new Set(lanes));
  if (!judged.ok)
    throw new ServiceError('not_eligible', judged.reason, { current_status: item.status });
  const { candidate } = judged;
  if (request.dry_run)
    return dryRun(context, candidate, { command: 'dispatch_one', asked }, lanes.length);
  return startRun(context, candidate, { ...request, once }, lanes.length);
}

/** Starts what a dry run chose, to the same worker; 409 `plan_changed` where that is not so any more. */
async function dispatchPlanned(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
  request: DispatchRequest,
  { asked, once }: { readonly asked: Readonly<Record<string, string>>; readonly once: Once | null },
) {
  const { plan, force_preflight, requested_by } = request;
  const [chosen] = plan?.eligible ?? [];
  assert(plan !== undefined && chosen !== undefined, 'a plan of a dispatch has an item');
  refuseWhileHeld(context, request);
  const { member, candidate, activeCount } = await freezeDispatch(context, chosen.id);
  requireUnchanged(plan, { asked, members: [member] });
  assert(candidate !== null, 'a plan that is unchanged can be carried out');
  return startRun(context, candidate, { force_preflight, requested_by, once }, activeCount);
}

/** The item that `dispatchNext` would take now, for overviews; null with the reason when none. */
export async function previewNext(context: Needs<'clock' | 'reads' | 'settings' | 'workers'>) {
  const selection = await selectNext(context, new Set(await context.reads.activeLanes()));
  if (selection.found === null) return { candidate: null, reason: selection.reason };
  const { found } = selection;
  return { candidate: describe(found, newRunId(context, found)), reason: found.routeReason };
}

async function dryRun(
  context: Needs<'clock' | 'plans' | 'reads' | 'workers'>,
  candidate: Candidate,
  of: { readonly command: string; readonly asked: Readonly<Record<string, string>> },
  activeCount: number,
) {
  const { member } = await freezeDispatch(context, candidate.item.project_id);
  // What changed in between is no choice any more.
  const isSame = member.values['worker_target'] === candidate.target.name;
  return {
    ...reply(
      'dry_run_dispatch',
      `${candidate.item.project_id} would be dispatched to ${candidate.target.name}`,
      activeCount,
    ),
    candidate: describe(candidate, newRunId(context, candidate)),
    /** What a live dispatch would check first. */
    checks: plannedChecks(candidate.target.cluster !== undefined),
    prompt: await promptOf(context, candidate),
    ...(isSame ? await context.plans.keep({ ...of, eligible: [member], skipped: [] }) : {}),
  };
}

/** What the agent would be told; null where the project has nothing to tell it. */
async function promptOf({ reads }: Needs<'reads'>, { item }: Candidate): Promise<string | null> {
  const { next_mode: mode, current_session_id: session_id, next_prompt: prompt } = item;
  const { evaluation } = item;
  const wish = { mode, session_id, prompt, ...(evaluation == null ? {} : { evaluation }) };
  if (!needsProjectPrompt(wish)) return promptOfRun(wish, '');
  const project = await reads.get('project', item.project_id);
  const own = asText(project?.['prompt']);
  return own === '' ? null : promptOfRun(wish, own);
}
