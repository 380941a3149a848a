/** Models of the machines with few statuses. */
import { type MachineModel, type Row, rowsFor } from './table.ts';

/** Heard of in every status of a run that there is. */
const reported: Row = { USAGE: '=', BUDGET_WARNED: '=' };
const ended: Row = {
  WAKE_READY: 'wake_ready',
  SESSION_FINISHED_READY: 'session_finished_ready',
  GATE_TIMEOUT: 'gate_timeout',
  GATE_ERROR: 'gate_error',
  DISPATCH_FAILED: 'dispatch_error',
  RECONCILED: 'reconciled',
  CANCELED: 'canceled',
};
const open: Row = {
  ...reported,
  ...ended,
  STARTED: 'running',
  AGENT_YIELDED: 'awaiting_wake',
  QUESTION_PENDING: 'question_pending',
};
export const runModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { PREPARE: 'prepared' },
    prepared: { ...open, DISPATCH: 'dispatching' },
    ...rowsFor(['dispatching', 'running', 'awaiting_wake'], open),
    question_pending: { ...reported, RECONCILED: 'reconciled', CANCELED: 'canceled' },
    ...rowsFor([...new Set(Object.values(ended))], reported),
  },
  restingPlaces: Object.fromEntries(Object.values(ended).map((s) => [s, 'the run is over'])),
};

export const controlModel: MachineModel = {
  initial: 'open',
  rows: {
    open: { PAUSE: 'paused maintenance' },
    paused: { PAUSE: 'paused maintenance', RESUME: 'open' },
    maintenance: { PAUSE: 'paused maintenance', RESUME: 'open' },
  },
  restingPlaces: {},
};

export const eventLogModel: MachineModel = {
  initial: 'whole',
  rows: {
    whole: { LOSS_FOUND: 'lost' },
    lost: { LOSS_FOUND: 'lost', ACKNOWLEDGE: 'whole' },
  },
  restingPlaces: {},
};

export const workerTargetModel: MachineModel = {
  initial: 'new',
  rows: rowsFor(['new', 'unknown', 'healthy', 'degraded', 'unreachable'], {
    OBSERVED: 'healthy degraded',
    UNREACHABLE: 'unreachable',
  }),
  restingPlaces: {},
  notEntered: { unknown: 'only shown for a worker without an observation' },
};

export const projectModel: MachineModel = {
  initial: 'new',
  rows: { new: { CREATE: 'recorded' }, recorded: {} },
  restingPlaces: { recorded: 'its queue item goes on' },
};

export const intakeModel: MachineModel = {
  initial: 'new',
  rows: { new: { RECORD: 'recorded' }, recorded: {} },
  restingPlaces: { recorded: 'a batch is recorded once' },
};

export const corpusEntryModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { IMPORT: 'importing' },
    importing: { IMPORTED: 'imported', IMPORT_FAILED: 'failed', EFFECT_FAILED: 'failed' },
    imported: {},
    failed: { IMPORT: 'importing' },
  },
  restingPlaces: { imported: 'the corpus holds it' },
};

export const commandModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { RUN: 'running' },
    running: { KEEP: '=', DONE: 'done', REFUSED: 'refused', EFFECT_FAILED: 'failed' },
    done: {},
    refused: {},
    failed: {},
  },
  restingPlaces: {
    done: 'its answer stays',
    refused: 'its answer stays',
    failed: 'its answer stays',
  },
};

/** A snapshot older than the projected one leaves the status as it is. */
export const coreSnapshotModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { RECORD: 'recorded clean diverged' },
    ...rowsFor(['recorded', 'clean', 'diverged'], { RECORD: 'recorded clean diverged' }),
  },
  restingPlaces: {},
};

export const followupModel: MachineModel = {
  initial: 'new',
  rows: { new: { LAUNCH: 'launched' }, launched: {} },
  restingPlaces: { launched: 'its child goes its own way' },
};

export const alertModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { OBSERVED: 'raised' },
    raised: { OBSERVED: '=', CLEARED: 'resolved', NOTIFIED: '=' },
    resolved: { OBSERVED: 'raised', NOTIFIED: '=', RECOVERY_NOTIFIED: '=' },
  },
  restingPlaces: {},
};

export const planModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { DRAW: 'drawn' },
    drawn: { EXECUTE: 'executing', EXPIRE: 'expired' },
    executing: { EXECUTED: 'executed', OUTDATED: 'outdated', EFFECT_FAILED: 'failed' },
    ...rowsFor(['executed', 'outdated', 'expired', 'failed'], {}),
  },
  restingPlaces: {
    executed: 'a plan is carried out once',
    outdated: 'nothing was done; a new one is drawn up',
    expired: 'a new one is drawn up',
    failed: 'a new one is drawn up',
  },
};

export const callbackDeliveryModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { ENQUEUE: 'delivering' },
    delivering: { ENQUEUE: '=', DELIVERED: 'delivering drained', REJECTED: 'parked' },
    parked: { ENQUEUE: '=', RETRY: 'delivering', RETRY_DUE: 'delivering' },
    drained: { ENQUEUE: 'delivering' },
  },
  restingPlaces: {},
};

export const paperModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { DRAFT: 'draft_generating' },
    eligible: { DRAFT: 'draft_generating', ARCHIVE: 'archived' },
    draft_generating: {
      DRAFTED: 'draft_review',
      GENERATION_FAILED: 'eligible',
      EFFECT_FAILED: 'eligible',
    },
    draft_review: {
      REWRITE: 'publication_generating',
      REQUEST_HUMAN_REVIEW: 'human_review_required',
      ARCHIVE: 'archived',
    },
    publication_generating: {
      REWRITTEN: 'publication_draft',
      GENERATION_FAILED: 'draft_review publication_draft',
      EFFECT_FAILED: 'draft_review publication_draft',
    },
    publication_draft: {
      REWRITE: 'publication_generating',
      REQUEST_HUMAN_REVIEW: 'human_review_required',
      ARCHIVE: 'archived',
    },
    human_review_required: { ARCHIVE: 'archived' },
    archived: {},
  },
  restingPlaces: { archived: 'put away' },
};
