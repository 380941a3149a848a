/** Model of the queue item: the table of its contract, with what overtakes and what is ignored. */
import type { MachineModel, Row } from './table.ts';

/** Callbacks are always answered; where they do not apply they change nothing. */
const ignoredCallbacks: Row = {
  SESSION_STARTED: '=',
  AGENT_YIELDED: '=',
  QUESTION_PENDING: '=',
  WAKE_READY: '=',
  SESSION_FINISHED_READY: '=',
  GATE_TIMEOUT: '=',
  GATE_ERROR: '=',
};
const anywhere: Row = {
  ...ignoredCallbacks,
  EDIT: '=',
  PAPER_DRAFTED: '=',
  EFFECT_FAILED: '=',
  USAGE_REPORTED: '=',
  CALL_OFF_DUE: '=',
  CALL_OFF_TOLD: '=',
  END_PROCESS: '=',
  PROCESS_END_TOLD: '=',
};
const active: Row = {
  ...anywhere,
  CANCEL: '=',
  BUDGET_DUE: '=',
  RUN_STOPPED: 'canceled',
  STOP_FAILED: '=',
  STOP_DUE: '=',
  QUESTION_PENDING: '= needs_review canceled',
  GATE_TIMEOUT: '= blocked canceled',
  GATE_ERROR: '= blocked canceled',
};
const runOver: Row = {
  WAKE_READY: '= wake_received canceled',
  SESSION_FINISHED_READY: '= wake_received canceled',
};
/** One that is stopped for its budget, or ends meanwhile, leaves its evidence. */
const spendable: Row = {
  DAY_BUDGET_SPENT: '=',
  RUN_STOPPED: 'wake_received canceled',
  GATE_TIMEOUT: '= blocked wake_received canceled',
  GATE_ERROR: '= blocked wake_received canceled',
};
const ofJob: Row = { JOB_ENDED: 'queued blocked needs_review canceled' };
const watched: Row = { ...ofJob, ...active, ...spendable, ...runOver, STALE_DUE: '= reconciling' };
const answers: Row = {
  WORKER_ACCEPTED: 'running',
  WORKER_REFUSED: 'queued dispatch_error needs_review canceled',
};
const attention: Row = { ...anywhere, RETRY: 'queued', PAUSE: 'paused', CANCEL: 'canceled' };

export const queueItemModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { ...anywhere, ENQUEUE: 'queued' },
    queued: { ...anywhere, CLAIM: 'dispatching', PAUSE: 'paused', CANCEL: 'canceled' },
    dispatching: {
      ...watched,
      ...answers,
      OUTCOME_UNKNOWN: 'reconciling',
      JOB_SEEN: '=',
      JOB_DUE: '=',
      EFFECT_FAILED: '= reconciling',
      SESSION_STARTED: '= running',
      AGENT_YIELDED: '= awaiting_wake',
    },
    running: { ...watched, RUN_MISSING: 'reconciling', AGENT_YIELDED: '= awaiting_wake' },
    awaiting_wake: { ...watched, RUN_MISSING: 'reconciling' },
    wake_received: {
      ...active,
      RUN_STOPPED: '= canceled',
      EFFECT_FAILED: '= needs_review canceled',
      DECISION_READ: 'completed queued blocked needs_review canceled',
    },
    reconciling: {
      ...active,
      ...spendable,
      ...runOver,
      ...answers,
      ...ofJob,
      JOB_SEEN: '= dispatching',
      SESSION_STARTED: '= running',
      AGENT_YIELDED: '= awaiting_wake',
      RECONCILE_DUE: '=',
      EFFECT_FAILED: '= needs_review canceled',
      RECONCILED:
        '= running awaiting_wake wake_received blocked needs_review queued dispatch_error canceled',
    },
    needs_review: { ...attention, ANSWER: 'queued' },
    blocked: attention,
    dispatch_error: attention,
    paused: { ...anywhere, RESUME: 'queued', CANCEL: 'canceled' },
    completed: anywhere,
    canceled: { ...anywhere, RETRY: 'queued' },
  },
  restingPlaces: { completed: 'the decision ended the project' },
};

/** Statuses that hold the lane. */
export const activeStatuses: readonly string[] = [
  'dispatching',
  'running',
  'awaiting_wake',
  'wake_received',
  'reconciling',
];
