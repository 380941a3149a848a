/** Conditions of the queue item's transitions. Pure; named as they read in the drawn statechart. */
import { limits } from '../../domain/limits.ts';
import { editableFieldNames } from '../../domain/operator-verbs.ts';
import type { QueueItemContext, QueueItemMachineEvent } from './context.ts';

interface Given {
  readonly context: QueueItemContext;
  readonly event: QueueItemMachineEvent;
}

/** What `EDIT` may change. */
export const editableFields: ReadonlySet<string> = new Set(editableFieldNames);

const finalDecisions: ReadonlySet<string> = new Set([
  'finalize_positive',
  'finalize_negative',
  'branch_new_project',
]);

/** The run an event is about; null when it names none. */
export function runIdOf(event: QueueItemMachineEvent): string | null {
  if ('callback' in event) return event.callback.run_id;
  return 'run_id' in event ? event.run_id : null;
}

const currentRun = ({ context, event }: Given): boolean =>
  context.current_run_id !== null && runIdOf(event) === context.current_run_id;
const beingCanceled = (given: Given): boolean =>
  currentRun(given) && given.context.pending_cancel !== null;
const lastRetry = ({ context }: Given): boolean => context.retry_count + 1 >= context.max_retries;
/** A worker that refuses because it is busy says nothing about the item. */
export function usesUpRetry(event: QueueItemMachineEvent): boolean {
  return !(event.type === 'WORKER_REFUSED' && event.code === 'worker_busy');
}
/** The request itself is wrong: the same one again would be refused again. */
const isHopeless = (event: QueueItemMachineEvent): boolean =>
  event.type === 'WORKER_REFUSED' && event.code === 'invalid_request';
const found = (given: Given, finding: string): boolean =>
  currentRun(given) && given.event.type === 'RECONCILED' && given.event.finding === finding;
const failedEffect = ({ event }: Given, effect: string): boolean =>
  event.type === 'EFFECT_FAILED' && event.effect === effect;
const decided = (given: Given): string | null =>
  currentRun(given) && given.event.type === 'DECISION_READ'
    ? (given.event.decision?.project_decision ?? null)
    : null;
const lastAttempt = ({ context }: Given): boolean =>
  context.reconcile_attempts + 1 >= limits.reconcileAttemptsMax;

/** A resumed session lives on the worker of the last claim and nowhere else. */
export function sessionElsewhere({ context, event }: Given): boolean {
  const home = context.session_lane ?? null;
  return (
    event.type === 'CLAIM' && context.next_mode === 'resume' && home !== null && event.lane !== home
  );
}

/** Findings after which the run is certainly over or never was. */
const endedFindings: ReadonlySet<string> = new Set([
  'ready',
  'timed_out',
  'failed',
  'stopped',
  'absent',
]);

export const queueItemGuards = {
  claimable: (given: Given) =>
    !given.context.manual_review_required &&
    runIdOf(given.event) !== given.context.current_run_id &&
    !sessionElsewhere(given),
  currentRun,
  beingCanceled,
  noCancelPending: ({ context }: Given) => context.pending_cancel === null,
  refusedForGood: (given: Given) =>
    currentRun(given) &&
    (isHopeless(given.event) || (usesUpRetry(given.event) && lastRetry(given))),
  staleNow: (given: Given) =>
    currentRun(given) &&
    given.context.stale_after !== null &&
    Date.parse(given.context.stale_after) <= Date.parse(given.event.at),
  foundLive: (given: Given) => found(given, 'live'),
  foundAwaiting: (given: Given) => found(given, 'awaiting'),
  foundReady: (given: Given) => found(given, 'ready'),
  foundTimedOut: (given: Given) => found(given, 'timed_out'),
  foundFailed: (given: Given) => found(given, 'failed'),
  foundStopped: (given: Given) => found(given, 'stopped'),
  foundAbsent: (given: Given) => found(given, 'absent'),
  foundAbsentOnceMore: (given: Given) => found(given, 'absent') && lastRetry(given),
  foundEndedWhileCanceling: (given: Given) =>
    beingCanceled(given) &&
    given.event.type === 'RECONCILED' &&
    endedFindings.has(given.event.finding),
  unreachable: (given: Given) => found(given, 'unreachable'),
  unreachableTooOften: (given: Given) => found(given, 'unreachable') && lastAttempt(given),
  startRunFailed: (given: Given) => failedEffect(given, 'worker.start_run'),
  stopRunFailed: (given: Given) => failedEffect(given, 'worker.stop_run'),
  findRunFailed: (given: Given) => failedEffect(given, 'worker.find_run'),
  findRunFailedTooOften: (given: Given) =>
    failedEffect(given, 'worker.find_run') && lastAttempt(given),
  evidenceFailedWhileCanceling: (given: Given) =>
    failedEffect(given, 'evidence.collect') && given.context.pending_cancel !== null,
  evidenceFailed: (given: Given) => failedEffect(given, 'evidence.collect'),
  decidedFinal: (given: Given) => finalDecisions.has(decided(given) ?? ''),
  decidedBlocked: (given: Given) => decided(given) === 'blocked',
  decidedAndMayContinue: (given: Given) =>
    decided(given) === 'continue' &&
    given.context.auto_continue &&
    given.context.continue_count < given.context.max_continues,
  questionOpen: ({ context }: Given) => context.last_run_state === 'question_pending',
  known: ({ context }: Given) => context.created_at !== '',
  editable: ({ context, event }: Given) =>
    context.created_at !== '' &&
    event.type === 'EDIT' &&
    Object.keys(event.fields).length > 0 &&
    Object.keys(event.fields).every((field) => editableFields.has(field)),
  paperOfCurrentRun: currentRun,
};
