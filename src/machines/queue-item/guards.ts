/** Conditions of the queue item's transitions. Pure; named as they read in the drawn statechart. */
import { and, or, stateIn } from 'xstate';
import { labelNames } from '../../domain/entities/labels.ts';
import { type EditFields, editableFieldNames } from '../../domain/entities/queue-item.ts';
import { limits } from '../../domain/limits.ts';
import { spentNow, warningNow } from './budgets.ts';
import { isEnding, wasHeardOf } from './changes.ts';
import type { QueueItemContext, QueueItemMachineEvent } from './context.ts';
import type { ReconcileFinding } from './events.ts';
import { wasGivenUp } from './given-up.ts';
import { isJobNews, mayJobGoAgain } from './job-guards.ts';

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
type Guard = (given: Given) => boolean;
/** As `guard`, while the item is in that state too. */
function whileIn(state: string, guard: Guard): Guard {
  // XState's combined guards are functions with its own, narrower types.
  return and([guard as never, stateIn(state) as never]) as never;
}
/** As `guard`, and somebody asked to cancel the item. */
const whileCanceling = (guard: Guard): Guard =>
  or([whileIn('#cancel_asked', guard) as never, whileIn('#cancel_kept', guard) as never]) as never;
/** As `guard`, and nobody knows what became of the run. */
const whileUnseen = (guard: Guard): Guard => whileIn('#reconciling', guard);
/** As `guard`, and the run is being stopped because a budget of it is spent. */
const whileOverBudget = (guard: Guard): Guard => whileIn('#over_budget', guard);
const lastRetry = ({ context }: Given): boolean => context.retry_count + 1 >= context.max_retries;
/** Refusals that say nothing about the item: the worker is busy, or was not reached at all. */
const notOfTheItem: ReadonlySet<string> = new Set(['worker_busy', 'worker_unreachable']);
/** False for a refusal that would have met any item; true for everything else. */
export function usesUpRetry(event: QueueItemMachineEvent): boolean {
  return !(event.type === 'WORKER_REFUSED' && notOfTheItem.has(event.code));
}
/** The request itself is wrong: the same one again would be refused again. */
const isHopeless = (event: QueueItemMachineEvent): boolean =>
  event.type === 'WORKER_REFUSED' && event.code === 'invalid_request';
const found = (given: Given, finding: ReconcileFinding): boolean =>
  currentRun(given) && given.event.type === 'RECONCILED' && given.event.finding === finding;
const failedEffect = ({ event }: Given, effect: string): boolean =>
  event.type === 'EFFECT_FAILED' && event.effect === effect;
const decided = (given: Given): string | null =>
  currentRun(given) && given.event.type === 'DECISION_READ'
    ? (given.event.decision?.project_decision ?? null)
    : null;
const lastAttempt = ({ context }: Given): boolean =>
  context.reconcile_attempts + 1 >=
  (isEnding(context) ? limits.reconcileAttemptsStoppingMax : limits.reconcileAttemptsMax);

/** A resumed session lives on the worker of the last claim and nowhere else. */
export function sessionElsewhere({ context, event }: Given): boolean {
  const home = context.session_lane ?? null;
  return (
    event.type === 'CLAIM' && context.next_mode === 'resume' && home !== null && event.lane !== home
  );
}

/** Findings after which the run is certainly over or never was. */
const endedFindings: ReadonlySet<ReconcileFinding> = new Set([
  'ready',
  'timed_out',
  'failed',
  'stopped',
  'absent',
]);

const foundEnded = (given: Given): boolean =>
  currentRun(given) && given.event.type === 'RECONCILED' && endedFindings.has(given.event.finding);
/** Those of `endedFindings` after which it may have left something. */
const overFindings: ReadonlySet<ReconcileFinding> = new Set(['timed_out', 'failed', 'stopped']);
const foundOver = (given: Given): boolean =>
  currentRun(given) && given.event.type === 'RECONCILED' && overFindings.has(given.event.finding);
const evidenceFailed = (given: Given): boolean => failedEffect(given, 'evidence.collect');
const calledOffInVain = ({ context, event }: Given): boolean =>
  context.created_at !== '' &&
  event.type === 'CALL_OFF_DUE' &&
  event.attempt > limits.callOffAttemptsMax;
/** Accepted or heard of before: a worker that does not know it has forgotten it. */
const absentThoughStarted = (given: Given): boolean =>
  found(given, 'absent') && wasHeardOf(given.context);
const silentTooOften = (given: Given): boolean => found(given, 'unreachable') && lastAttempt(given);
const findRunFailedTooOften = (given: Given): boolean =>
  failedEffect(given, 'worker.find_run') && lastAttempt(given);
const stopRunFailed = (given: Given): boolean => failedEffect(given, 'worker.stop_run');
/** Whoever asked to cancel it was told that this stands, and does not wait. */
const wasKept = ({ context }: Given): boolean =>
  context.cancel_wish != null && context.cancel_wish.stage !== 'asked';
/** The run is in sight again, or its cluster is: they can be told. */
const seenAgain = (given: Given): boolean => found(given, 'live') || found(given, 'awaiting');

/** A criterion that a run was registered with is not changed behind that run. */
export const editsRegistered = (
  context: Pick<QueueItemContext, 'evaluation_run_id'>,
  fields: EditFields,
): boolean => Object.hasOwn(fields, 'evaluation') && (context.evaluation_run_id ?? null) !== null;

const editable = ({ context, event }: Given): boolean =>
  context.created_at !== '' &&
  event.type === 'EDIT' &&
  Object.keys(event.fields).length > 0 &&
  Object.keys(event.fields).every((field) => editableFields.has(field)) &&
  !editsRegistered(context, event.fields);
const claimable = (given: Given): boolean =>
  !given.context.manual_review_required &&
  runIdOf(given.event) !== given.context.current_run_id &&
  !sessionElsewhere(given);

/** By the names that the transitions have. Of an effect that failed they do not ask whose run it was for. */
export const queueItemGuards = {
  claimable,
  claimableWithBudgets: (given: Given) =>
    claimable(given) && given.event.type === 'CLAIM' && (given.event.budgets ?? []).length > 0,
  currentRun,
  budgetSpent: whileIn('#open', (given) => currentRun(given) && spentNow(given) !== null),
  budgetToWarn: whileIn('#open', (given) => currentRun(given) && warningNow(given) !== null),
  endsOverBudget: whileOverBudget(currentRun),
  foundOverWhileOverBudget: whileOverBudget(foundOver),
  absentWhileOverBudget: whileOverBudget((given) => found(given, 'absent')),
  evidenceFailedOverBudget: whileOverBudget(evidenceFailed),
  endsWhileCanceling: whileCanceling(currentRun),
  endsOpenRun: whileIn('#open', currentRun),
  /** Of this very claim the worker knows better, so that another one would only go round that. */
  claimFenced: (given: Given) =>
    currentRun(given) && given.event.type === 'WORKER_REFUSED' && given.event.code === 'run_fenced',
  refusedForGood: (given: Given) =>
    currentRun(given) &&
    (isHopeless(given.event) || (usesUpRetry(given.event) && lastRetry(given))),
  staleNow: (given: Given) =>
    currentRun(given) &&
    given.context.stale_after !== null &&
    (Date.parse(given.context.stale_after) <= Date.parse(given.event.at) ||
      // Waited for by a clock that never jumps: one that was put back does not put it off.
      (given.event.type === 'STALE_DUE' && given.event.stale_after === given.context.stale_after)),
  foundAs: (given: Given, { findings }: { readonly findings: readonly ReconcileFinding[] }) =>
    findings.some((finding) => found(given, finding)),
  absentThoughStarted,
  lostWhileCanceling: whileCanceling((given) => found(given, 'lost') || absentThoughStarted(given)),
  /** It waits for its job. */
  jobDue: (given: Given) => currentRun(given) && given.context.job != null,
  jobIsNews: (given: Given) =>
    currentRun(given) && given.event.type === 'JOB_SEEN' && isJobNews(given.context, given.event),
  jobNotStarted: (given: Given) =>
    currentRun(given) && given.context.last_run_state === 'dispatching',
  askedInVain: (given: Given) => currentRun(given) && given.context.reconcile_attempts > 0,
  jobGoesAgain: (given: Given) =>
    currentRun(given) &&
    given.event.type === 'JOB_ENDED' &&
    mayJobGoAgain(given.context, given.event),
  absentForGood: (given: Given) => found(given, 'absent') && lastRetry(given),
  foundEndedWhileCanceling: whileCanceling(foundEnded),
  silentTooOften,
  silentTooOftenWhileCanceling: whileCanceling(silentTooOften),
  startRunFailed: (given: Given) => failedEffect(given, 'worker.start_run'),
  stopRunFailed,
  /** Of a run in sight, or its cluster, that is to be stopped. */
  seenAgain,
  unseen: whileUnseen(currentRun),
  stopRunFailedUnseen: whileUnseen(stopRunFailed),
  keptBefore: (given: Given) => currentRun(given) && wasKept(given),
  stopRunFailedKeptBefore: (given: Given) => stopRunFailed(given) && wasKept(given),
  findRunFailed: (given: Given) => failedEffect(given, 'worker.find_run'),
  findRunFailedTooOften,
  findRunFailedTooOftenWhileCanceling: whileCanceling(findRunFailedTooOften),
  evidenceFailedWhileCanceling: whileCanceling(evidenceFailed),
  evidenceFailed,
  decidedFinal: (given: Given) => finalDecisions.has(decided(given) ?? ''),
  decidedBlocked: (given: Given) => decided(given) === 'blocked',
  decidedAndMayContinue: (given: Given) =>
    decided(given) === 'continue' &&
    given.context.auto_continue &&
    given.context.continue_count < given.context.max_continues,
  wasGivenUp: ({ context }: Given) => wasGivenUp(context),
  calledOffInVain,
  /** That run is the last one of an item which is canceled. */
  canceledRun: whileIn('#canceled', currentRun),
  canceledRunInVain: whileIn('#canceled', (given) => currentRun(given) && calledOffInVain(given)),
  /** Never one that goes on. */
  mayCallOff: (given: Given) =>
    given.context.created_at !== '' && !(currentRun(given) && given.context.lane !== null),
  questionOpen: ({ context }: Given) => context.last_run_state === 'question_pending',
  known: ({ context }: Given) => context.created_at !== '',
  /** Nobody knows whether the process was ended, and it was not looked up yet. */
  endUnclear: ({ context, event }: Given) =>
    context.created_at !== '' &&
    event.type === 'PROCESS_END_TOLD' &&
    event.end.outcome === 'unknown' &&
    !event.wish.looking_up,
  editable,
  /** Its project has to hear of it. */
  editsLabels: ({ context, event }: Given) =>
    editable({ context, event }) &&
    event.type === 'EDIT' &&
    [...labelNames, 'evaluation'].some((name) => Object.hasOwn(event.fields, name)),
};
