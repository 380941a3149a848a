/** Model of publication automation: canonical moves, legacy statuses, raw statuses from anywhere. */
import { type MachineModel, type Row, rowsFor } from './table.ts';

const every =
  'queued claimed blocked finalized deferred rejected triage_ready unreviewed in_review changes_requested approved_for_finalization';
const packageable =
  'queued claimed triage_ready unreviewed in_review changes_requested approved_for_finalization';
/** Where a refused package leads back to: also to finalized, when that was set by hand. */
const beforePackage = `${packageable} finalized`;
const known: Row = {
  PAPER_CHANGED: '=',
  EVALUATE: '=',
  EVALUATED: '=',
  SET_CHECKLIST: '=',
  EFFECT_FAILED: '=',
  SET_STATUS: every,
};
const open: Row = {
  ...known,
  BLOCK: 'blocked',
  REJECT: 'rejected',
  APPROVE: 'approved_for_finalization',
  PREPARE_PACKAGE: 'claimed',
};

export const paperReviewModel: MachineModel = {
  initial: 'new',
  rows: {
    new: { PAPER_CHANGED: 'queued' },
    queued: { ...open, CLAIM: 'claimed', DEFER: 'deferred' },
    claimed: {
      ...open,
      RELEASE: 'queued',
      PACKAGED: 'finalized',
      PACKAGE_REFUSED: beforePackage,
      EFFECT_FAILED: beforePackage,
    },
    blocked: { ...known, CLAIM: 'claimed', REJECT: 'rejected', REQUEUE: 'queued' },
    deferred: { ...known, REJECT: 'rejected', REQUEUE: 'queued' },
    finalized: { ...known, PAPER_CHANGED: '= queued', PREPARE_PACKAGE: 'claimed' },
    rejected: known,
    ...rowsFor(
      ['triage_ready', 'unreviewed', 'in_review', 'changes_requested', 'approved_for_finalization'],
      { ...open, CLAIM: 'claimed', DEFER: 'deferred', REQUEUE: 'queued' },
    ),
  },
  restingPlaces: {},
};
