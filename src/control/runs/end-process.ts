/**
 * Ending one process that a run has left behind. A dry run shows what the number stands for now and leaves a plan of
 * exactly that; what is ended is the process that was seen, by its number, start and boot, or nothing.
 */
import { ServiceError } from '../../domain/errors.ts';
import type { ItemProcessEnd } from '../../machines/queue-item/events.ts';
import { ask, type Needs, type Once, type Planned, requireUnchanged } from '../common/index.ts';
import { consequence, requireEnded, whyNot, wouldEnd } from './end-process-words.ts';
import { requireRun, requireTarget, toldValue } from './run-telemetry.ts';

/** Which process; `start_ticks` and `boot_id` as they were seen, or a plan that has them. */
export interface EndProcessRequest extends Planned {
  readonly run_id: string;
  readonly pid: number;
  readonly start_ticks?: number | undefined;
  readonly boot_id?: string | undefined;
  readonly dry_run: boolean;
  readonly requested_by: string;
}
type Context = Needs<'actors' | 'entropy' | 'plans' | 'reads' | 'workers'>;

const command = 'end_process';

/** Throws where a live request does not say which process was seen, or names a run that there is not. */
export async function checkEndProcess(
  context: Needs<'reads'>,
  request: EndProcessRequest,
): Promise<void> {
  await requireRun(context, request.run_id);
  const { dry_run: isDry, plan_id: planId, start_ticks: start, boot_id: boot } = request;
  if (isDry || planId !== undefined || (start !== undefined && boot !== undefined)) return;
  const message = 'goes with boot_id, or with the plan_id of a dry run: a number alone is reused';
  throw new ServiceError('invalid_request', `start_ticks: ${message}`, {
    errors: [{ path: 'start_ticks', message }],
  });
}

/** Ends it, or says what would be ended. Once per `once.key`. */
export async function endProcess(
  context: Context,
  request: EndProcessRequest,
  once: Once | null = null,
) {
  await checkEndProcess(context, request);
  const run = await requireRun(context, request.run_id);
  const target = await requireTarget(context, run);
  const { run_id, pid } = request;
  const about = { run_id, project_id: run.project_id, worker_target: target.name, pid };
  if (request.dry_run) {
    const listed = toldValue(await target.client.listProcesses(run_id), target);
    const found = listed.processes.find((each) => each.pid === pid);
    const problem = whyNot(found, {
      ...request,
      now: listed.boot_id,
      isAll: listed.run_id === run_id,
    });
    const { name = null, rss_mib = null, started_at = null, mark = null } = found ?? {};
    const shown = { name, rss_mib, started_at, mark };
    const reply = { ok: true, dry_run: true, ...about, ...shown, outcome: null, event_id: null };
    if (found === undefined || problem !== null)
      return { ...reply, message: problem, would_end: false, consequence: null };
    const identity = { run_id, pid, start_ticks: found.start_ticks, boot_id: listed.boot_id };
    const values = { name, mark };
    const member = { kind: 'process', id: String(pid), version: null, act: 'end', values };
    const choice = { command, asked: identity, eligible: [member], skipped: [] };
    return {
      ...reply,
      message: `${wouldEnd(found, listed.timestamp)} on worker ${target.name}`,
      would_end: true,
      consequence,
      ...(await context.plans.keep(choice)),
    };
  }
  const { outcome } = await ask(
    context.actors,
    { kind: 'queue_item', id: run.project_id },
    {
      type: 'END_PROCESS',
      ...identityOf(request),
      worker_target: target.name,
      request_id: once?.key ?? context.entropy.id(),
    },
    {
      by: request.requested_by,
      ...(once === null ? {} : { idempotency: { key: `${once.key}:end`, payload: {} } }),
    },
  );
  if (outcome.refusal !== null) throw new ServiceError('not_eligible', outcome.refusal.message);
  const { name, rss_mib, ...end } = requireEnded(outcome.body as unknown as ItemProcessEnd, about);
  return {
    ok: true,
    dry_run: false,
    ...about,
    name,
    rss_mib,
    started_at: null,
    mark: null,
    outcome: end.outcome,
    message: end.message,
    would_end: null,
    consequence: null,
    event_id: outcome.event_id,
  };
}

function identityOf({ run_id, pid, plan, start_ticks = 0, boot_id = '' }: EndProcessRequest) {
  if (plan === undefined) return { run_id, pid, start_ticks, boot_id };
  const planned = {
    start_ticks: Number(plan.asked['start_ticks']),
    boot_id: String(plan.asked['boot_id']),
  };
  const identity = { run_id, pid, ...planned };
  requireUnchanged(plan, { asked: identity, members: plan.eligible });
  return identity;
}
