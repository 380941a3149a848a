/**
 * The moves between review statuses: what each changes, where it leads and what it records. Which
 * states take them is in `machine.ts`; the runtime adds to the record where they led from.
 */
import { type ReviewStatus, reviewStatuses } from '../../domain/statuses.ts';
import { decideItem } from './checklist.ts';
import { kit, perform, type ReviewContext, type ReviewMachineEvent } from './context.ts';
import { reviewSetup } from './setup.ts';

interface Reason {
  readonly note: string | null;
  readonly blocker?: string | null;
}

/** The audit event of a move: from, to, who and why. */
export const statusChanged = <E extends ReviewMachineEvent>(reason: (event: E) => Reason) =>
  kit.recordMove<E>('paper_review.status_changed', ({ event }) => ({
    note: reason(event).note,
    blocker: reason(event).blocker ?? null,
    who: event.by,
  }));

/** What holds in every status that is reached by a plain move. */
function settled(to: ReviewStatus): Partial<ReviewContext> {
  return {
    ready_for_finalization: to === 'approved_for_finalization' || to === 'finalized',
    ...(to === 'blocked' ? {} : { blocker: null }),
    ...(to === 'claimed' ? {} : { claimed_by: null }),
  };
}

/**
 * By event. `BLOCK` needs a blocker and `REJECT` a note; a raw status needs words where it says
 * something is wrong.
 */
export const moves = reviewSetup.createStateConfig({
  on: {
    CLAIM: {
      target: '#claimed',
      actions: [
        kit.change(({ event }) => ({ ...settled('claimed'), claimed_by: event.claimed_by })),
        statusChanged(() => ({ note: null })),
      ],
    },
    RELEASE: {
      target: '#queued',
      actions: [kit.change(() => settled('queued')), statusChanged(() => ({ note: null }))],
    },
    BLOCK: {
      guard: 'blockerGiven',
      target: '#blocked',
      actions: [
        kit.change(({ event }) => ({ ...settled('blocked'), blocker: event.blocker })),
        statusChanged(({ blocker }) => ({ note: null, blocker })),
      ],
    },
    DEFER: {
      target: '#deferred',
      actions: [
        kit.change(({ event }) => ({ ...settled('deferred'), note: event.note })),
        statusChanged(({ note }) => ({ note })),
      ],
    },
    REJECT: {
      guard: 'noteGiven',
      target: '#rejected',
      actions: [
        kit.change(({ event }) => ({ ...settled('rejected'), note: event.note })),
        statusChanged(({ note }) => ({ note })),
      ],
    },
    REQUEUE: {
      target: '#queued',
      actions: [
        kit.change(({ event }) => ({ ...settled('queued'), note: event.note })),
        statusChanged(({ note }) => ({ note })),
      ],
    },
    /** The person who says so gives the final approval. */
    APPROVE: {
      target: '#approved_for_finalization',
      actions: [
        kit.change(({ context, event }) => ({
          ...settled('approved_for_finalization'),
          note: event.note,
          checklist: decideItem(context.checklist, {
            item_id: 'final_approval',
            status: 'pass',
            note: event.note,
            by: event.by,
            at: event.at,
          }),
        })),
        kit.recordMove('paper_review.approved_for_finalization', ({ event }) => ({
          note: event.note,
          who: event.by,
        })),
      ],
    },
    SET_STATUS: reviewStatuses.map((status) => ({
      guard: { type: 'setsTo', params: { status } },
      target: `#${status}`,
      actions: [
        kit.change(({ event }) => ({
          ...settled(status),
          note: event.note,
          ...(status === 'blocked' ? { blocker: event.blocker ?? event.note } : {}),
          ...(status === 'finalized' ? { finalized_at: event.at } : {}),
        })),
        statusChanged((event) => event),
      ],
    })),
    PREPARE_PACKAGE: {
      target: '#packaging',
      actions: [
        kit.change(({ context, event }) => ({
          pending_request: event.request_key,
          claimed_by: context.claimed_by ?? event.by,
          last_error: null,
        })),
        kit.recordMove('paper_review.package_requested', ({ event }) => ({
          target_label: event.target_label,
          who: event.by,
        })),
        kit.perform(({ context, event }) =>
          perform('review.package', {
            paper_id: context.paper_id,
            project_id: context.project_id,
            run_id: context.run_id,
            target_label: event.target_label,
          }),
        ),
        kit.defer,
      ],
    },
  },
}).on;
