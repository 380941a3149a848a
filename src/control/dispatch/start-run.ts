/**
 * Starting a run: preflight, the claim, and the worker's answer. The claim is a turn of the queue item
 * under a store constraint (one active item per lane), so two dispatches at once start one run.
 */
import type { Outcome } from '../../actors/runtime/definition.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { asText } from '../../lib/as-text.ts';
import { ask, type Needs, type Once } from '../common/index.ts';
import type { WorkerTarget } from '../fleet/index.ts';
import { isReached, type PreflightReply, runPreflight, usualOptions } from '../workers/index.ts';
import { budgetsOfClaim } from './budgets.ts';
import type { Candidate } from './candidates.ts';
import { type CandidateReply, describe, newRunId, reply } from './replies.ts';

/** Who asks for a run, and how. */
export interface StartRequest {
  readonly requested_by: string;
  /** Asks the worker again, however fresh the last look is. */
  readonly force_preflight: boolean;
  readonly once: Once | null;
}

type StartContext = Needs<'actors' | 'clock' | 'reads' | 'settings' | 'workers'>;

/** Checks the worker, claims the item for a new run, and answers what the worker made of it. */
export async function startRun(
  context: StartContext,
  candidate: Candidate,
  request: StartRequest,
  activeCount: number,
) {
  const unfit = await whyUnfit(context, candidate, request);
  if (unfit !== null) throw unfit;
  return claimRun(context, candidate, request, activeCount);
}

/**
 * Why its worker cannot take the candidate, by a look at it; null: it can. Nothing of the item was sent there, so that
 * another may be tried.
 */
export async function whyUnfit(
  context: StartContext,
  candidate: Candidate,
  request: Pick<StartRequest, 'force_preflight'>,
): Promise<ServiceError | null> {
  const { settings } = context;
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
  return preflight.ok ? null : failedPreflight(candidate.target, preflight);
}

/** Claims the item, and answers what the worker made of it; from here on it goes nowhere else. */
export async function claimRun(
  context: StartContext,
  candidate: Candidate,
  request: StartRequest,
  activeCount: number,
) {
  const { settings } = context;
  const budgets = await budgetsOfClaim(context, candidate.item);
  const runId = newRunId(context, candidate);
  const gateId = context.workers.sightings.gateAt(candidate.target.lane);
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
      ...(gateId === undefined ? {} : { gate_id: gateId }),
      ...(budgets === undefined ? {} : { budgets }),
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
    described: describe(candidate, runId),
    runId,
    workerTarget: candidate.target.name,
    activeCount: activeCount + 1,
  });
}

/** What the worker made of a claim. */
function conclude(
  outcome: Outcome,
  facts: {
    readonly described: CandidateReply | null;
    readonly runId: string;
    readonly workerTarget: string;
    readonly activeCount: number;
  },
) {
  const { described, runId, workerTarget, activeCount } = facts;
  const result = asText(outcome.body?.['result'], 'unknown');
  if (result !== 'accepted' && result !== 'submitted') failDispatch(result, runId, outcome.body);
  const projectId = asText(outcome.body?.['project_id']);
  const how = result === 'accepted' ? 'runs' : 'waits for its job';
  return {
    ...reply('live_dispatch', `${projectId} ${how} on ${workerTarget} as ${runId}`, activeCount),
    candidate: described ?? { project_id: projectId, worker_target: workerTarget },
    event_id: outcome.event_id,
    live: { run_id: runId, worker_target: workerTarget, ...outcome.body },
  };
}

const claimKey = (once: Once) => ({ key: `${once.key}:claim`, payload: {} });

/** The reply when an earlier attempt at this very command claimed an item already; else null. */
export async function claimedBefore(
  context: Needs<'actors' | 'reads' | 'workers'>,
  once: Once | null,
) {
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

function failedPreflight(target: WorkerTarget, preflight: PreflightReply): ServiceError {
  const unreachable = !isReached(preflight.checks);
  return new ServiceError(
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
