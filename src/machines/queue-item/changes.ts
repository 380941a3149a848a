/** What the queue item's transitions change: pure patches of its context. */
import { limits } from '../../domain/limits.ts';
import type { CallbackBody } from '../../domain/records.ts';
import type { RunState } from '../../domain/statuses.ts';
import { isoAfter } from '../kit.ts';
import type { CallbackType, On, QueueItemContext } from './context.ts';
import type { EndedJob } from './events.ts';
import { hints } from './hints.ts';

type Patch = Partial<QueueItemContext>;

/** An item that is not active holds no lane and waits for no contact. */
export const released: Patch = {
  lane: null,
  lease_expires_at: null,
  stale_after: null,
  reconcile_attempts: 0,
};
/** The run was stopped on its worker, which perhaps never said that it had started. */
export const overByStop: Patch = { pending_dispatch: null, last_run_state: 'canceled' };
/** No operator wish stands in the way of the next dispatch. */
const cleared: Patch = {
  manual_review_required: false,
  blocked_reason: null,
  last_error: null,
  retry_count: 0,
  budget_stop: null,
  given_up: null,
};
/** The prompt of this dispatch has reached the worker. */
const consumed: Patch = { next_mode: 'exec', next_prompt: null, retry_count: 0 };

/** The item needs a person, who is told why. */
export function flagged(reason: string, hint: string): Patch {
  return {
    ...released,
    manual_review_required: true,
    blocked_reason: reason,
    given_up: null,
    next_action_hint: hint,
  };
}

/** The wishes of the request; its prompt is left out, since it is the project's. */
export function enqueue({ event }: On<'ENQUEUE'>): Patch {
  const { type: _type, at: _at, by: _by, request_key: _key, prompt: _prompt, ...wishes } = event;
  return { ...wishes, next_action_hint: hints.queued, last_event_type: 'queue_item.enqueued' };
}

/**
 * A new run takes the place of the last, of which nothing is kept but the session, where it is
 * resumed. Lease and staleness count from the claim.
 */
export function claim({ context, event }: On<'CLAIM'>): Patch {
  const hasBudgets = event.budgets !== undefined || context.budgets !== undefined;
  return {
    current_run_id: event.run_id,
    current_session_id: context.next_mode === 'resume' ? context.current_session_id : null,
    session_lane: event.lane,
    lane: event.lane,
    fencing: context.fencing + 1,
    lease_expires_at: isoAfter(event.at, event.lease_ms),
    reconcile_attempts: 0,
    last_run_state: 'dispatching',
    last_error: null,
    decision: null,
    gate_verdict: null,
    paper_id: null,
    ...(context.job == null ? {} : { job: null, job_retry: null }),
    ...(context.was_prepared === true ? { was_prepared: false } : {}),
    ...(context.gate_id == null ? {} : { gate_id: null }),
    ...heardOfGate(event),
    ...(hasBudgets ? { budgets: [...(event.budgets ?? [])] } : {}),
    ...registered(context, event.run_id),
    budget_stop: null,
    pending_dispatch: event.request_key,
    pending_cancel: null,
    given_up: null,
    last_dispatch_at: event.at,
    last_callback_at: null,
    stale_after: isoAfter(event.at, event.stale_after_ms),
    next_action_hint: hints.dispatching,
    last_event_type: 'queue_item.claimed',
  };
}

/** Which gate it is, where that says so. */
export const heardOfGate = ({ gate_id }: { readonly gate_id?: string }): Patch =>
  gate_id === undefined ? {} : { gate_id };

/** The first run with an evaluation fixes it; an item that never had one keeps nothing. */
const registered = (context: QueueItemContext, runId: string): Patch =>
  (context.evaluation ?? null) === null || (context.evaluation_run_id ?? null) !== null
    ? {}
    : { evaluation_run_id: runId };

/**
 * The worker was heard of at `at`: staleness starts anew. The window is what lies between the
 * stored `stale_after` and the contact before, so it stays what the claim said.
 */
export function contact(context: QueueItemContext, at: string): Patch {
  const before = heardMs(context, at);
  if (context.stale_after === null) return { last_callback_at: at };
  const windowMs = Date.parse(context.stale_after) - before;
  return { last_callback_at: at, stale_after: isoAfter(at, windowMs) };
}

/** When `stale_after` was last moved: by the run itself, or by a look at its job that waits. */
const heardMs = (
  { last_callback_at, job, last_dispatch_at }: QueueItemContext,
  at: string,
): number => Date.parse(last_callback_at ?? job?.seen_at ?? last_dispatch_at ?? at);

/** When a look at a job that brings nothing new is kept all the same: well before its run counts as silent. */
export function jobKeptUntilMs(context: QueueItemContext): number {
  const keptMs = heardMs(context, context.updated_at);
  const staleMs = Date.parse(context.stale_after ?? context.updated_at);
  return keptMs + Math.min(limits.clusterLookKeptMs, (staleMs - keptMs) / 2);
}

/** A job that is waited for is not silent: what it waits for may take days. */
export function seeJob({ context, event }: On<'JOB_SEEN'>): Patch {
  const windowMs = Date.parse(context.stale_after ?? event.at) - heardMs(context, event.at);
  return {
    job: { ...event.job, seen_at: event.at },
    job_retry: context.job_retry ?? {
      mode: context.next_mode,
      prompt: context.next_prompt,
      retry_count: context.retry_count,
    },
    pending_dispatch: null,
    stale_after: isoAfter(event.at, windowMs),
    last_error: event.job.phase === 'unclear' ? event.job.why : null,
    next_action_hint: goingOn(context, hints[`job_${event.job.phase}`]),
    last_event_type: 'queue_item.job_seen',
  };
}

/** Its cluster has answered: what was asked in vain before does not count any more. */
export const answeredByCluster = (): Patch => ({
  reconcile_attempts: 0,
  last_event_type: 'queue_item.job_seen',
});

/** Time to the next look at a job: as long as it has waited already, within bounds. */
export function untilNextLookMs({ last_dispatch_at }: QueueItemContext, at: string): number {
  const waitedMs = Date.parse(at) - Date.parse(last_dispatch_at ?? at);
  return Math.min(limits.clusterLookMsMax, Math.max(limits.clusterLookMsMin, waitedMs));
}

/** What is left of the job of a run once that is over. */
const endJob = (context: QueueItemContext, { reason, detail }: EndedJob, at: string): Patch =>
  context.job == null
    ? {}
    : { job: { ...context.job, phase: 'ended', code: reason, why: detail, seen_at: at } };

/** Its job is over and the run with it, for a person to look at. */
export function jobEnded({ context, event }: On<'JOB_ENDED'>, hint: string): Patch {
  return {
    ...flagged(event.detail, hint),
    ...endJob(context, event, event.at),
    pending_dispatch: null,
    last_run_state: wasStarted(context) ? 'gate_error' : 'dispatch_error',
    last_error: event.detail,
    last_event_type: 'queue_item.job_ended',
  };
}

/** The cluster took the run's job away: another run begins as that one did. */
export function runAgain({ context, event }: On<'JOB_ENDED'>): Patch {
  return {
    ...jobEnded({ context, event }, hints.queued),
    manual_review_required: false,
    blocked_reason: null,
    current_run_id: null,
    ...(context.job_retry == null
      ? {}
      : {
          next_mode: context.job_retry.mode,
          next_prompt: context.job_retry.prompt,
          retry_count: context.job_retry.retry_count + 1,
        }),
  };
}

/** Whether the worker has accepted the run, or told of it. */
export const wasStarted = ({ last_run_state }: Pick<QueueItemContext, 'last_run_state'>): boolean =>
  last_run_state !== 'dispatching';

/** As `wasStarted`, or a callback of it came before the worker's answer. */
export const wasHeardOf = (context: QueueItemContext): boolean =>
  wasStarted(context) || context.last_callback_at !== null;

/** Milliseconds from `at` to the item's `stale_after`, at least 1; no longer than its window where the clock was put back. */
export function untilStaleMs(context: QueueItemContext, at: string): number {
  const staleMs = Date.parse(context.stale_after ?? at);
  return Math.max(1, Math.min(staleMs - Date.parse(at), staleMs - heardMs(context, at)));
}

/**
 * The worker has started the run; the prompt of this dispatch is used up, so that the next one
 * begins anew.
 */
export function accept({ context, event }: On<'WORKER_ACCEPTED'>): Patch {
  return {
    ...consumed,
    ...heardOfGate(event),
    // What lies before belongs to the queue of its cluster.
    ...(context.job == null ? {} : contact(context, event.at)),
    current_session_id: event.session_id ?? context.current_session_id,
    last_run_state: 'running',
    last_error: null,
    pending_dispatch: null,
    next_action_hint: goingOn(context, hints.running),
    last_event_type: 'queue_item.dispatched',
  };
}

/** The run was certainly not started. */
export function notStarted(
  context: QueueItemContext,
  facts: { error: string; eventType: string; hint: string; usesUpRetry?: boolean },
): Patch {
  return {
    ...released,
    current_run_id: null,
    retry_count: context.retry_count + (facts.usesUpRetry === false ? 0 : 1),
    last_run_state: 'dispatch_error',
    last_error: facts.error,
    pending_dispatch: null,
    next_action_hint: facts.hint,
    last_event_type: facts.eventType,
  };
}

/** Nobody knows whether the run was started or still lives. */
export function loseSight(cause: string, eventType: string): Patch {
  return {
    pending_dispatch: null,
    reconcile_attempts: 0,
    last_error: cause,
    next_action_hint: hints.reconciling,
    last_event_type: eventType,
  };
}

/** The hint of a status in which the run goes on, unless it is being stopped. */
function goingOn(context: QueueItemContext, hint: string): string {
  return isEnding(context) ? hints.stopping : hint;
}

/** The run is being stopped, for a person or for a budget. */
export const isEnding = ({
  pending_cancel,
  cancel_wish,
  budget_stop,
}: Pick<QueueItemContext, 'pending_cancel' | 'cancel_wish' | 'budget_stop'>): boolean =>
  pending_cancel !== null || cancel_wish != null || budget_stop != null;

/** Why a worker is told to end the run of an item that is canceled. */
export const cancelReason = ({ cancel_wish: wish }: QueueItemContext): string =>
  wish?.reason ?? 'canceled by operator';

/** What every applied callback brings, whatever it is. */
export function hear(
  { context, event }: On<CallbackType>,
  runState: RunState,
  hint: string,
): Patch {
  return {
    ...consumed,
    ...contact(context, event.at),
    current_session_id: event.callback.session_id ?? context.current_session_id,
    reconcile_attempts: 0,
    last_run_state: runState,
    last_error: null,
    pending_dispatch: null,
    next_action_hint: goingOn(context, hint),
    last_event_type: `worker_callback.${event.callback.event_type}`,
  };
}

/** A callback's own words for what went wrong. */
export function troubleOf(callback: CallbackBody): string {
  return callback.reason ?? callback.event_type;
}

/** The worker answered that the run is still its business. */
export function findAgain(
  { context, event }: On<'RECONCILED'>,
  runState: RunState,
  hint: string,
): Patch {
  return {
    ...consumed,
    ...contact(context, event.at),
    current_session_id: event.session_id ?? context.current_session_id,
    reconcile_attempts: 0,
    last_run_state: runState,
    last_error: null,
    next_action_hint: goingOn(context, hint),
    last_event_type: 'queue_item.reconciled',
  };
}

/** The run is over and its lane is free; `decision` is null where there was no usable file. */
export function readDecision({ event }: On<'DECISION_READ'>): Patch {
  return {
    ...released,
    decision: event.decision,
    gate_verdict: event.gate_verdict,
    last_result_summary: event.decision?.summary ?? null,
  };
}

/** Why a decision goes to a person. */
export function reviewReason({ context, event }: On<'DECISION_READ'>): string {
  if (event.decision === null) {
    const problems = event.problems.join('; ');
    return `The run left no usable decision: ${problems === '' ? 'the file is missing' : problems}`;
  }
  if (event.decision.project_decision !== 'continue') {
    return event.decision.stop_reason ?? event.decision.summary ?? 'The agent asked for a review';
  }
  return context.auto_continue
    ? `The agent wants to continue, but did so ${context.continue_count} of ${context.max_continues} times already`
    : 'The agent wants to continue, but auto_continue is off for this item';
}

/** A decision goes to a person; one to continue is made ready, so that a retry resumes it. */
export function askReview(args: On<'DECISION_READ'>): Patch {
  const decision = args.event.decision;
  const wantsMore = decision?.project_decision === 'continue';
  const decided = wantsMore ? hints.continueByHand : hints.review;
  return {
    ...flagged(reviewReason(args), decision === null ? hints.noDecision : decided),
    ...(wantsMore
      ? { next_mode: 'resume', next_prompt: decision?.recommended_next_action ?? null }
      : {}),
  };
}

/** Back to the queue by an operator. */
export function requeue(eventType: string): Patch {
  return { ...released, ...cleared, next_action_hint: hints.queued, last_event_type: eventType };
}

/**
 * Canceled for good; a run that was still open is closed with it. Its session ends too: a retry
 * begins anew.
 */
export function canceled(runState: RunState | null): Patch {
  return {
    ...released,
    manual_review_required: false,
    last_run_state: runState,
    pending_dispatch: null,
    pending_cancel: null,
    cancel_wish: null,
    given_up: null,
    next_mode: 'exec',
    next_prompt: null,
    next_action_hint: hints.canceled,
    last_event_type: 'queue_item.canceled',
  };
}
