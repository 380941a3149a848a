/** What the queue item asks of others: effects on the worker, words to its run, answers to callers. */

import type { PerformParams, TellParams } from '../../actors/machine/durable-actions.ts';
import { registrationOf } from '../../domain/entities/evaluation.ts';
import { labelsOf } from '../../domain/entities/labels.ts';
import { limits } from '../../domain/limits.ts';
import type { CallbackBody } from '../../domain/records.ts';
import { backOffDelayMs } from '../../lib/back-off.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { telling } from '../kit.ts';
import type { PaperReviewEvent } from '../paper-review/events.ts';
import type { ProjectEvent } from '../project/events.ts';
import type { ReplicationEvent } from '../replication/events.ts';
import type { RunEvent, RunFacts } from '../run/events.ts';
import { budgetReason, dueSec, untilBudgetDueMs, warningOf } from './budgets.ts';
import { cancelReason, untilNextLookMs, untilStaleMs, wasHeardOf } from './changes.ts';
import type { QueueItemMachineEvent } from './context.ts';
import { type CallbackType, kit, type On, perform, type QueueItemContext } from './context.ts';
import { runIdOf } from './guards.ts';

/** Growing pause between two questions to a silent worker; 80 tries take half a day, 20 about two hours. */
const reconcileBackOff = { baseMs: 5_000, maxMs: 600_000, factor: 2 };

type Given = { readonly context: QueueItemContext; readonly event: QueueItemMachineEvent };

const noFacts: RunFacts = {
  session_id: null,
  gate_state: null,
  current_activity: null,
  idle_verdict: null,
  exit_code: null,
  last_error: null,
  is_callback: false,
};

/** The run the event is about, or the current one. */
function runOf({ context, event }: Given): string {
  return runIdOf(event) ?? context.current_run_id ?? '';
}

type RunFact = Extract<RunEvent, { readonly facts: RunFacts }>['type'];

/** Tells the run of the event a fact; `facts` adds to what is known of it. */
export function tellRun<E extends QueueItemMachineEvent>(
  fact: RunFact | ((args: { context: QueueItemContext; event: E }) => RunFact),
  facts: (args: { context: QueueItemContext; event: E }) => Partial<RunFacts> = () => ({}),
) {
  return kit.tell<E>(
    (args): TellParams =>
      telling<RunEvent>(
        { kind: 'run', id: runOf(args) },
        {
          type: typeof fact === 'string' ? fact : fact(args),
          facts: { ...noFacts, ...facts(args) },
        },
      ),
  );
}

function callbackFacts(callback: CallbackBody, trouble: string | null): Partial<RunFacts> {
  return {
    session_id: callback.session_id,
    gate_state: callback.gate_state,
    current_activity: callback.reason,
    idle_verdict: callback.telemetry,
    exit_code: callback.exit_code,
    last_error: trouble,
    is_callback: true,
  };
}

/** Tells the run what its callback said; `isTrouble` also makes the reason its error. */
export function tellRunOfCallback(type: CallbackType, isTrouble = false) {
  const event = type === 'SESSION_STARTED' ? 'STARTED' : type;
  return tellRun<On<CallbackType>['event']>(event, ({ event: { callback } }) =>
    callbackFacts(callback, isTrouble ? (callback.reason ?? callback.event_type) : null),
  );
}

/** PREPARE then DISPATCH, in this order, for a run that begins with this claim. */
export const tellNewRun = [
  kit.tell<On<'CLAIM'>['event']>(({ context, event }) =>
    telling<RunEvent>(
      { kind: 'run', id: event.run_id },
      {
        type: 'PREPARE',
        run_id: event.run_id,
        project_id: context.project_id,
        project_name: context.project_name,
        ...labelsOf(context),
        attempt: context.fencing,
        dispatch_mode: context.next_mode,
        worker_target: event.worker_target,
        workload_class: context.workload_class,
        session_id: context.current_session_id,
        ...(context.evaluation == null ? {} : { registration: registrationOf(context.evaluation) }),
        ...(context.replicates == null ? {} : { replicates: context.replicates.run_id }),
        ...(event.budgets === undefined ? {} : { budgets: event.budgets }),
      },
    ),
  ),
  tellRun<On<'CLAIM'>['event']>('DISPATCH'),
];

/** What an edit gives of what the project has, too; what it hears in this order ends as the item does. */
export const tellProject = kit.tell<On<'EDIT'>['event']>(({ context, event }) =>
  telling<ProjectEvent>(
    { kind: 'project', id: context.project_id },
    {
      type: 'LABEL',
      labels: labelsOf(event.fields),
      ...(event.fields.evaluation === undefined ? {} : { evaluation: event.fields.evaluation }),
      note: event.note ?? null,
    },
  ),
);

/** All that a worker needs to start the current run. */
function startInput(
  context: QueueItemContext,
  of: {
    readonly run_id: string;
    readonly worker_target: string;
    readonly lane: string;
    readonly gate_id?: string;
  },
): PerformParams {
  return perform('worker.start_run', {
    ...of,
    project_id: context.project_id,
    project_name: context.project_name,
    project_dir: context.project_dir,
    fencing: context.fencing,
    mode: context.next_mode,
    session_id: context.current_session_id,
    prompt: context.next_prompt,
    ...(context.evaluation == null ? {} : { evaluation: context.evaluation }),
    workload_class: context.workload_class,
    model: context.model,
    reasoning_effort: context.reasoning_effort,
    sandbox: context.sandbox,
  });
}

/** Stands after the change of the claim, whose fencing number and session it sends. */
export const startRun = kit.perform<On<'CLAIM'>['event']>(
  ({ context, event: { run_id, worker_target, lane, gate_id } }) =>
    startInput(context, {
      run_id,
      worker_target,
      lane,
      ...(gate_id === undefined ? {} : { gate_id }),
    }),
);

/** The same once more, for a job that was not there to take the run; nothing of it was used up meanwhile. */
export const startRunAgain = kit.perform(({ context }) =>
  startInput(context, {
    run_id: context.current_run_id ?? '',
    worker_target: context.job?.worker_target ?? '',
    lane: context.lane ?? '',
  }),
);

function where(context: QueueItemContext) {
  return {
    run_id: context.current_run_id ?? '',
    project_id: context.project_id,
    lane: context.lane ?? '',
  };
}
/** Asks the lane that the run was claimed for; back comes `RECONCILED`. */
export const findRun = kit.perform(({ context }) =>
  perform('worker.find_run', {
    ...where(context),
    ...(context.was_prepared === true ? { was_prepared: true } : {}),
    ...(wasHeardOf(context) ? { was_started: true } : {}),
    ...(context.gate_id == null ? {} : { gate_id: context.gate_id }),
  }),
);
/** Asks the lane that the run was claimed for; after the change that says why. */
export const stopRun = kit.perform(({ context }) =>
  perform('worker.stop_run', {
    ...where(context),
    reason: cancelReason(context),
    for_good: true,
  }),
);
/** As `stopRun`, because a budget is spent; after the change that says which. */
export const stopOverBudget = kit.perform(({ context }) =>
  perform('worker.stop_run', { ...where(context), reason: budgetReason(context) }),
);
/** Tells the run that the event is about what its agent has used. */
export const tellRunOfUsage = kit.tell<On<'USAGE_REPORTED'>['event']>(({ event }) =>
  telling<RunEvent>({ kind: 'run', id: event.run_id }, { type: 'USAGE', usage: event.usage }),
);
/** Tells the current run that a budget of it is nearly used up; before the change that notes it. */
export const tellRunOfWarning = kit.tell<On<'BUDGET_DUE' | 'USAGE_REPORTED'>['event']>((args) =>
  telling<RunEvent>(
    { kind: 'run', id: runOf(args) },
    { type: 'BUDGET_WARNED', warned: warningOf(args) },
  ),
);
/**
 * Where an item with a paper begins or ceases to need a person, the rank of that paper is worked out anew: it
 * counts against a paper. Stands in the states whose entering can change that.
 */
export const rankPaperAnew = kit.tellEach(({ context: { paper_id: id } }) =>
  id === null
    ? []
    : [telling<PaperReviewEvent>({ kind: 'paper_review', id }, { type: 'EVALUATE' })],
);
type Ended = Extract<ReplicationEvent, { readonly type: 'RUN_ENDED' }>;
/** Where it does another run again, the replication of that paper hears how it ended. */
export const tellReplication = (how: Ended['how']) =>
  kit.tellEach(({ context }) => {
    const { replicates, current_run_id: runId, blocked_reason, last_error } = context;
    if (replicates == null) return [];
    return [
      telling<ReplicationEvent>(
        { kind: 'replication', id: replicates.paper_id },
        {
          type: 'RUN_ENDED',
          number: replicates.number,
          run_id: runId,
          how,
          reason: blocked_reason ?? last_error,
        },
      ),
    ];
  });
/** What does a run again has the paper of that run, and none of its own. */
export const keepToPaper = kit.change(({ context: { replicates } }) =>
  replicates == null ? {} : { paper_id: replicates.paper_id },
);
/** Stands before the change that gives the lane back, or in a status that keeps it. */
export const collectEvidence = kit.perform(({ context }) =>
  perform('evidence.collect', { ...where(context), project_dir: context.project_dir }),
);

/** A timer up to `stale_after`; stands after the change that moved it. */
export const watchForStale = kit.schedule('stale', ({ context, event }) => ({
  delay_ms: untilStaleMs(context, event.at),
  event: {
    type: 'STALE_DUE',
    run_id: context.current_run_id ?? '',
    stale_after: context.stale_after,
  },
}));
/** After the change that counted the attempt. */
export const askAgainLater = kit.schedule('reconcile', ({ context }) => ({
  delay_ms: backOffDelayMs(reconcileBackOff, context.reconcile_attempts, 1),
  event: { type: 'RECONCILE_DUE', run_id: context.current_run_id ?? '' },
}));
/** As often as a job is looked at that has waited for long. */
export const askAboutJobLater = kit.schedule('reconcile', ({ context }) => ({
  delay_ms: limits.clusterLookMsMax,
  event: { type: 'RECONCILE_DUE', run_id: context.current_run_id ?? '' },
}));
/** A timer up to the next moment at which time alone may use up a budget, or nearly. */
export const watchBudget = kit.schedule('budget', (args) => ({
  delay_ms: untilBudgetDueMs(args),
  event: { type: 'BUDGET_DUE', run_id: args.context.current_run_id ?? '', ...dueSec(args) },
}));
/** The same while the run is being ended, which may fail. */
export const watchBudgetLater = kit.schedule('budget', ({ context }) => ({
  delay_ms: limits.stopRetryMs,
  event: { type: 'BUDGET_DUE', run_id: context.current_run_id ?? '' },
}));
/** While the worker is being asked, silence means nothing. */
export const stopWatching = kit.cancel('stale');
/** The worker was heard of, so the next question is not asked. */
export const stopAsking = kit.cancel('reconcile');
/**
 * A job that waits is looked at now and then; soon while it is new, since it may begin at once, and on some clusters
 * only when it is looked at.
 */
export const lookAtJobLater = kit.schedule('job', ({ context, event }) => ({
  delay_ms: untilNextLookMs(context, event.at),
  event: { type: 'JOB_DUE', run_id: context.current_run_id ?? '' },
}));
/** Nobody waits for its gate any more. */
export const stopLookingAtJob = kit.cancel('job');
/** A cancel that stands is tried again, of a run that is in sight. */
export const stopAgainLater = kit.schedule('stop', ({ context }) => ({
  delay_ms: limits.stopRetryMs,
  event: { type: 'STOP_DUE', run_id: context.current_run_id ?? '' },
}));
/** It is tried now. */
export const stopNow = kit.cancel('stop');
/** No timer outlives the active statuses. */
export const stopTimers = [
  stopWatching,
  stopAsking,
  stopLookingAtJob,
  stopNow,
  kit.cancel('budget'),
];

type Result =
  | 'accepted'
  | 'submitted'
  | 'refused'
  | 'unknown'
  | 'canceled'
  | 'kept'
  | 'called_off'
  | 'failed';
/** Answers the live dispatch that waits, if any. Before the change that clears it. */
export function answerDispatch<E extends QueueItemMachineEvent>(
  result: Result,
  more: (args: { context: QueueItemContext; event: E }) => JsonObject = () => ({}),
) {
  return kit.answer<E>(
    (context) => context.pending_dispatch,
    (args) => ({
      result,
      project_id: args.context.project_id,
      run_id: args.context.current_run_id,
      lane: args.context.lane,
      ...more(args),
    }),
  );
}
/** Answers the cancel that waits, if any. Before the change that clears it. */
export function answerCancel<E extends QueueItemMachineEvent>(
  result: Result,
  more: (args: { context: QueueItemContext; event: E }) => JsonObject = () => ({}),
) {
  return kit.answer<E>(
    (context) => context.pending_cancel,
    (args) => ({
      result,
      project_id: args.context.project_id,
      run_id: args.context.current_run_id,
      ...more(args),
    }),
  );
}

/** Records a callback and answers the worker; an ignored one says why and changes nothing. */
export function heard(applied: boolean) {
  const ignoreReason = ({ context, event }: On<CallbackType>): string | null => {
    if (applied) return null;
    return event.callback.run_id === context.current_run_id
      ? 'not_applicable_now'
      : 'not_current_run';
  };
  return [
    kit.recordAs<On<CallbackType>['event']>((args) => {
      const { callback } = args.event;
      return {
        event_type: `worker_callback.${callback.event_type}`,
        payload: {
          run_id: callback.run_id,
          sequence: callback.sequence,
          callback_key: callback.idempotency_key,
          seen_at: callback.seen_at,
          session_id: callback.session_id,
          gate_state: callback.gate_state,
          reason: callback.reason,
          exit_code: callback.exit_code,
          applied,
          ignore_reason: ignoreReason(args),
        },
      };
    }),
    kit.reply<On<CallbackType>['event']>((args) =>
      applied ? { applied } : { applied, ignore_reason: ignoreReason(args) },
    ),
  ];
}
