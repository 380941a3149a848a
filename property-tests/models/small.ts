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
    whole: { LOSS_FOUND: 'lost', ARCHIVED: '=' },
    lost: { LOSS_FOUND: 'lost', ARCHIVED: '=', ACKNOWLEDGE: 'whole' },
  },
  restingPlaces: {},
};

export const upkeepModel: MachineModel = {
  initial: 'off',
  rows: {
    off: { CONFIGURE: 'backing_up' },
    waiting: { BACKUP_DUE: 'backing_up', CONFIGURE: 'waiting off' },
    backing_up: {
      BACKED_UP: 'waiting',
      BACKUP_FAILED: 'failed',
      EFFECT_FAILED: 'failed',
      CONFIGURE: 'backing_up off',
    },
    failed: { BACKUP_DUE: 'backing_up', CONFIGURE: 'backing_up off' },
  },
  restingPlaces: {},
};

const pumpOn: Row = {
  SWITCH_ON: '=',
  SWITCH_OFF: 'off',
  CONFIGURE: '= off',
  WAKE: '=',
  LOOK_DUE: '=',
  LOOKED: 'waiting stepping',
  EFFECT_FAILED: 'backing_off',
};
export const pumpModel: MachineModel = {
  initial: 'off',
  rows: {
    off: { SWITCH_ON: 'waiting', CONFIGURE: 'waiting off' },
    waiting: pumpOn,
    backing_off: pumpOn,
    stepping: {
      SWITCH_ON: '=',
      SWITCH_OFF: '=',
      CONFIGURE: '=',
      STEPPED: 'waiting backing_off off',
      EFFECT_FAILED: 'backing_off off',
    },
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
  rows: { new: { CREATE: 'recorded' }, recorded: { LABEL: '=' } },
  restingPlaces: { recorded: 'its queue item goes on' },
};

export const intakeModel: MachineModel = {
  initial: 'new',
  rows: { new: { RECORD: 'recorded' }, recorded: { FORGET: '=' } },
  restingPlaces: { recorded: 'a batch is recorded once' },
};

export const corpusEntryModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { IMPORT: 'importing' },
    importing: { IMPORTED: 'imported', IMPORT_FAILED: 'failed', EFFECT_FAILED: 'failed' },
    imported: { REMOVE: 'removing', FILES_READ: '=' },
    failed: { IMPORT: 'importing' },
    removing: { REMOVED: 'removed', REMOVAL_FAILED: 'imported', EFFECT_FAILED: 'imported' },
    removed: { IMPORT: 'importing' },
  },
  restingPlaces: {},
};

export const paperWatchModel: MachineModel = {
  initial: 'off',
  rows: {
    off: { START: 'watching' },
    watching: { LOOK_DUE: '=', LOOKED: '=', EFFECT_FAILED: '=' },
  },
  restingPlaces: { watching: 'it goes on for as long as the store' },
};

/** A request of another number, and what is heard of an earlier one, are refused. */
export const replicationModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { REQUEST: 'waiting', IMPOSSIBLE: 'failed' },
    waiting: { RUN_ENDED: '= comparing failed' },
    comparing: { COMPARED: 'agreed disagreed', COMPARE_FAILED: 'failed', EFFECT_FAILED: 'failed' },
    agreed: { REQUEST: 'waiting' },
    disagreed: { REQUEST: 'waiting' },
    failed: { REQUEST: 'waiting', RUN_ENDED: 'comparing' },
  },
  restingPlaces: {},
};

/** The last paper ends it; a word about another paper than the current one is refused. */
export const rewriteBatchModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { START: 'running' },
    running: { PAPER_ENDED: '= done', EFFECT_FAILED: '= done', CANCEL: 'canceling' },
    canceling: { PAPER_ENDED: 'canceled', EFFECT_FAILED: 'canceled' },
    done: {},
    canceled: {},
  },
  restingPlaces: { done: 'every paper has its result', canceled: 'what is left stays as it was' },
};

export const commandModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { RUN: 'running' },
    running: { KEEP: '=', DONE: 'done', REFUSED: 'refused', EFFECT_FAILED: 'failed' },
    ...rowsFor(['done', 'refused', 'failed'], { FORGET: '=' }),
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
    ...rowsFor(['new', 'recorded', 'clean', 'diverged'], {
      RECORD: 'recorded clean diverged applying',
    }),
    applying: { APPLIED: 'clean diverged', EFFECT_FAILED: 'diverged' },
  },
  restingPlaces: {},
};

export const followupModel: MachineModel = {
  initial: 'new',
  rows: { new: { LAUNCH: 'launched' }, launched: {} },
  restingPlaces: { launched: 'its child goes its own way' },
};

const alertFound = 'pending firing suppressed';
export const alertModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { OBSERVED: alertFound },
    pending: { OBSERVED: '= firing suppressed', CLEARED: 'resolved' },
    firing: { OBSERVED: '= suppressed', CLEARED: 'resolved' },
    suppressed: { OBSERVED: '= pending', CLEARED: 'resolved' },
    resolved: { OBSERVED: alertFound, FORGET: '=' },
  },
  restingPlaces: {},
};

export const alertWatchModel: MachineModel = {
  initial: 'off',
  rows: {
    off: { START: 'watching' },
    watching: {
      START: '=',
      STOP: 'off',
      WAKE: '=',
      CHECK_DUE: '=',
      CHECKED: '=',
      EFFECT_FAILED: '=',
    },
  },
  restingPlaces: {},
};

/** A test has few attempts, so the same failure may end it. */
export const notificationModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { SEND: 'sending' },
    sending: {
      ACKNOWLEDGED: 'delivered',
      FAILED: 'waiting undeliverable',
      REFUSED: 'undeliverable',
    },
    waiting: { RETRY_DUE: 'sending' },
    delivered: { FORGET: '=' },
    undeliverable: {},
  },
  restingPlaces: {
    delivered: 'its receipt stays',
    undeliverable: 'its reason stays',
  },
};

export const heartbeatModel: MachineModel = {
  initial: 'new',
  rows: {
    ...rowsFor(['new', 'off'], { START: 'beating' }),
    beating: { START: '=', STOP: 'off', BEAT_DUE: '=', ANSWERED: '=', MISSED: 'late' },
    late: { START: '=', STOP: 'off', BEAT_DUE: '=', ANSWERED: 'beating', MISSED: '= failing' },
    failing: { START: '=', STOP: 'off', BEAT_DUE: '=', ANSWERED: 'beating', MISSED: '=' },
  },
  restingPlaces: {},
};

export const retentionModel: MachineModel = {
  initial: 'off',
  rows: {
    off: { START: 'keeping' },
    keeping: { START: '=', SWEEP_DUE: '=', SWEPT: '=', EFFECT_FAILED: '=' },
  },
  restingPlaces: { keeping: 'it goes on for as long as the store' },
};

const answers: Row = { DELIVERED: '=', UNDELIVERABLE: '=' };
export const incidentModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { MEMBERS: 'opening open' },
    opening: { MEMBERS: '= closed open', SAY_DUE: 'open' },
    open: { ...answers, MEMBERS: '= quiet', SAY_DUE: '=' },
    quiet: { ...answers, MEMBERS: 'open', QUIET_OVER: 'closed' },
    closed: { ...answers, FORGET: '=' },
  },
  restingPlaces: { closed: 'the next trouble of its group is another incident' },
};

export const planModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { DRAW: 'drawn' },
    drawn: { EXECUTE: 'executing', EXPIRE: 'expired' },
    executing: { EXECUTED: 'executed', OUTDATED: 'outdated', EFFECT_FAILED: 'failed' },
    ...rowsFor(['executed', 'outdated', 'expired', 'failed'], { FORGET: '=' }),
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
    drained: { ENQUEUE: 'delivering', FORGET: '=' },
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
      GENERATION_FAILED: 'eligible human_review_required',
      EFFECT_FAILED: 'eligible',
      CANCEL_WRITING: '=',
    },
    draft_review: {
      REWRITE: 'publication_generating',
      REQUEST_HUMAN_REVIEW: 'human_review_required',
      ARCHIVE: 'archived',
    },
    publication_generating: {
      REWRITTEN: 'publication_draft',
      GENERATION_FAILED: 'draft_review publication_draft human_review_required',
      EFFECT_FAILED: 'draft_review publication_draft',
      CANCEL_WRITING: '=',
    },
    publication_draft: {
      REWRITE: 'publication_generating',
      REQUEST_HUMAN_REVIEW: 'human_review_required',
      ARCHIVE: 'archived',
    },
    human_review_required: {
      END_HUMAN_REVIEW: 'draft_review publication_draft eligible',
      ARCHIVE: 'archived',
    },
    archived: {},
  },
  restingPlaces: { archived: 'put away' },
};
