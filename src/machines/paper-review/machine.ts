/**
 * Publication automation of one paper. Statuses are what an operator set or a package reached;
 * lint, audit, rank and checklist ride along in the context and never move the status.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | the paper | `PAPER_CHANGED` |
 * | `queued` | the paper appeared, or it was put back | an operator or automation | claim, block, defer, reject, approve, package |
 * | `claimed` | somebody works on it, or a package is prepared | that work | release, block, reject, approve, package |
 * | `blocked` | something is wrong, named in `blocker` | its removal | requeue, claim, reject |
 * | `deferred` | put off | a requeue | requeue, reject |
 * | `finalized` | its package exists | nothing | a raw status, or to `queued` when the paper is rewritten |
 * | `rejected` | turned down with a note | nothing | only a raw status |
 * | `triage_ready`, `unreviewed`, `in_review`, `changes_requested`, `approved_for_finalization` | set raw, or kept from older rows; the last by approval | an operator | as `queued`, or requeue |
 *
 * A finalized paper that is written anew no longer equals its package: it is put back into the queue,
 * without package and final approval. `SET_STATUS` leads from every status to every status. While a package is prepared
 * (`resume_status` is set) no move is accepted, so that its result meets the item as it was.
 */
import { setup } from 'xstate';
import type { ReviewStatus } from '../../domain/statuses.ts';
import { durableActions } from '../durable-actions.ts';
import { decideItem, mergeEvaluation } from './checklist.ts';
import {
  type EventOf,
  initialPaperReview,
  isBlank,
  kit,
  notedDecisions,
  notedStatuses,
  perform,
  type ReviewContext,
  type ReviewMachineEvent,
} from './context.ts';
import * as moves from './moves.ts';
import { packaged, packageFailed, packageRefused, prepareFrom } from './packaging.ts';

interface Given {
  readonly context: ReviewContext;
  readonly event: ReviewMachineEvent;
}
interface StatusParam {
  readonly status: ReviewStatus;
}

const { status: _status, ...initialContext } = initialPaperReview('');
const packaging = ({ context }: Given): boolean => context.resume_status !== null;
const noteMissing = (status: string, event: EventOf<'SET_STATUS'>): boolean =>
  notedStatuses.has(status) && isBlank(event.note) && isBlank(event.blocker);

const guards = {
  packaging,
  notPackaging: (given: Given) => !packaging(given),
  noteGiven: (given: Given) =>
    !packaging(given) && given.event.type === 'REJECT' && !isBlank(given.event.note),
  blockerGiven: (given: Given) =>
    !packaging(given) && given.event.type === 'BLOCK' && !isBlank(given.event.blocker),
  setsTo: (given: Given, { status }: StatusParam) =>
    !packaging(given) &&
    given.event.type === 'SET_STATUS' &&
    given.event.review_status === status &&
    !noteMissing(status, given.event),
  resumesTo: ({ context }: Given, { status }: StatusParam) => context.resume_status === status,
  packageFailedFrom: ({ context, event }: Given, { status }: StatusParam) =>
    context.resume_status === status &&
    event.type === 'EFFECT_FAILED' &&
    event.effect === 'review.package',
  known: ({ context }: Given) => context.created_at !== '',
  rewritten: ({ event }: Given) =>
    event.type === 'PAPER_CHANGED' && event.paper_status === 'publication_draft',
  itemDecided: ({ context, event }: Given) =>
    context.created_at !== '' &&
    event.type === 'SET_CHECKLIST' &&
    context.checklist.some((entry) => entry.item_id === event.item_id) &&
    !(notedDecisions.has(event.status) && isBlank(event.note)),
};

const putBackNote =
  'The paper was written anew after it was finalized; its package no longer equals it.';
const evaluate = kit.perform(({ context }) =>
  perform('review.evaluate', {
    paper_id: context.paper_id,
    project_id: context.project_id,
    run_id: context.run_id,
    paper_status: context.paper_status,
  }),
);

/** The paper as it is now; what was found out about the paper before is unknown again. */
const paperChanged = (eventType: string) => [
  kit.change<EventOf<'PAPER_CHANGED'>>(({ event }) => ({
    paper_id: event.paper_id,
    project_id: event.project_id,
    run_id: event.run_id,
    title: event.title,
    paper_status: event.paper_status,
    lint_passes: null,
    lint_finding_count: null,
    audit_verdict: null,
    evaluated_at: null,
  })),
  kit.record<EventOf<'PAPER_CHANGED'>>(eventType, ({ event }) => ({
    paper_status: event.paper_status,
    project_id: event.project_id,
    run_id: event.run_id,
  })),
  evaluate,
];

/** Of a finalized paper that was written anew. */
const putBack = [
  kit.change<EventOf<'PAPER_CHANGED'>>(({ context, event }) => ({
    note: putBackNote,
    ready_for_finalization: false,
    package_dir: null,
    package_archive: null,
    package_sha256: null,
    finalized_at: null,
    checklist: decideItem(context.checklist, {
      item_id: 'final_approval',
      status: 'pending',
      note: null,
      by: event.by,
      at: event.at,
    }),
  })),
  moves.statusChanged<EventOf<'PAPER_CHANGED'>>('finalized', 'queued', () => ({
    note: putBackNote,
  })),
  ...paperChanged('paper_review.paper_changed'),
];

const evaluated = [
  kit.change<EventOf<'EVALUATED'>>(({ context, event }) => ({
    lint_passes: event.lint_passes,
    lint_finding_count: event.lint_finding_count,
    audit_verdict: event.audit_verdict,
    rank_score: event.rank_score,
    rank_reasons: event.rank_reasons,
    checklist: mergeEvaluation(context.checklist, event.checklist),
    evaluated_at: event.at,
    last_error: null,
  })),
  kit.record<EventOf<'EVALUATED'>>('paper_review.evaluated', ({ event }) => ({
    lint_passes: event.lint_passes,
    lint_finding_count: event.lint_finding_count,
    audit_verdict: event.audit_verdict,
    rank_score: event.rank_score,
  })),
];

const checklistUpdated = [
  kit.record<EventOf<'SET_CHECKLIST'>>('paper_review.checklist_updated', ({ context, event }) => ({
    item_id: event.item_id,
    from: context.checklist.find((entry) => entry.item_id === event.item_id)?.status ?? null,
    to: event.status,
    note: event.note,
    who: event.by,
  })),
  kit.change<EventOf<'SET_CHECKLIST'>>(({ context, event }) => ({
    checklist: decideItem(context.checklist, {
      item_id: event.item_id,
      status: event.status,
      note: event.note,
      by: event.by,
      at: event.at,
    }),
  })),
];

const effectFailed = [
  kit.change<EventOf<'EFFECT_FAILED'>>(({ event }) => ({ last_error: event.error })),
  kit.record<EventOf<'EFFECT_FAILED'>>('paper_review.effect_failed', ({ event }) => ({
    effect: event.effect,
    error: event.error,
  })),
];

/** A status kept from older rows: open, and led on like a queued one. */
const legacy = <Status extends ReviewStatus>(status: Status, description: string) => ({
  description,
  on: {
    CLAIM: moves.claimFrom(status),
    BLOCK: moves.blockFrom(status),
    DEFER: moves.deferFrom(status),
    REJECT: moves.rejectFrom(status),
    REQUEUE: moves.requeueFrom(status),
    APPROVE: moves.approveFrom(status),
    SET_STATUS: moves.setStatusFrom(status),
    PREPARE_PACKAGE: prepareFrom(status),
  },
});

export const paperReviewMachine = setup({
  types: { context: {} as ReviewContext, events: {} as ReviewMachineEvent },
  actions: durableActions,
  guards,
}).createMachine({
  id: 'paper_review',
  context: initialContext,
  initial: 'new',
  on: {
    PAPER_CHANGED: { guard: 'known', actions: paperChanged('paper_review.paper_changed') },
    EVALUATE: {
      guard: 'known',
      actions: [kit.record<EventOf<'EVALUATE'>>('paper_review.evaluation_requested'), evaluate],
    },
    EVALUATED: { guard: 'known', actions: evaluated },
    SET_CHECKLIST: { guard: 'itemDecided', actions: checklistUpdated },
    EFFECT_FAILED: { guard: 'known', actions: effectFailed },
  },
  states: {
    new: {
      description: 'Never stored; the paper makes it.',
      on: {
        PAPER_CHANGED: { target: 'queued', actions: paperChanged('paper_review.queued') },
      },
    },
    queued: {
      description: 'Waits to be claimed or packaged.',
      on: {
        CLAIM: moves.claimFrom('queued'),
        BLOCK: moves.blockFrom('queued'),
        DEFER: moves.deferFrom('queued'),
        REJECT: moves.rejectFrom('queued'),
        APPROVE: moves.approveFrom('queued'),
        SET_STATUS: moves.setStatusFrom('queued'),
        PREPARE_PACKAGE: prepareFrom('queued'),
      },
    },
    claimed: {
      description: 'Somebody works on it, or its package is being prepared.',
      on: {
        RELEASE: moves.releaseFrom('claimed'),
        BLOCK: moves.blockFrom('claimed'),
        REJECT: moves.rejectFrom('claimed'),
        APPROVE: moves.approveFrom('claimed'),
        SET_STATUS: moves.setStatusFrom('claimed'),
        PREPARE_PACKAGE: prepareFrom('claimed'),
        PACKAGED: packaged,
        PACKAGE_REFUSED: packageRefused,
        EFFECT_FAILED: packageFailed,
      },
    },
    blocked: {
      description: 'Something is wrong; blocker says what.',
      on: {
        CLAIM: moves.claimFrom('blocked'),
        REJECT: moves.rejectFrom('blocked'),
        REQUEUE: moves.requeueFrom('blocked'),
        SET_STATUS: moves.setStatusFrom('blocked'),
      },
    },
    deferred: {
      description: 'Put off until somebody requeues it.',
      on: {
        REJECT: moves.rejectFrom('deferred'),
        REQUEUE: moves.requeueFrom('deferred'),
        SET_STATUS: moves.setStatusFrom('deferred'),
      },
    },
    finalized: {
      description: 'Its finalization package exists.',
      tags: ['terminal'],
      on: {
        SET_STATUS: moves.setStatusFrom('finalized'),
        PAPER_CHANGED: [
          { guard: 'rewritten', target: 'queued', actions: putBack },
          { guard: 'known', actions: paperChanged('paper_review.paper_changed') },
        ],
      },
    },
    rejected: {
      description: 'Turned down; the note says why.',
      tags: ['terminal'],
      on: { SET_STATUS: moves.setStatusFrom('rejected') },
    },
    triage_ready: legacy('triage_ready', 'Legacy: ready to be triaged.'),
    unreviewed: legacy('unreviewed', 'Legacy: nobody has looked yet.'),
    in_review: legacy('in_review', 'Legacy: somebody looks at it.'),
    changes_requested: legacy('changes_requested', 'Legacy: changes were asked for.'),
    approved_for_finalization: legacy(
      'approved_for_finalization',
      'Approved; ready to be packaged.',
    ),
  },
});
