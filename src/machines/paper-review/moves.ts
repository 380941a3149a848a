/** Moves between review statuses; each is recorded as `paper_review.status_changed`. */
import { type ReviewStatus, reviewStatuses } from '../../domain/statuses.ts';
import { decideItem } from './checklist.ts';
import { type EventOf, kit, type ReviewContext, type ReviewMachineEvent } from './context.ts';

type Patch<E> = (args: { context: ReviewContext; event: E }) => Partial<ReviewContext>;
interface Reason {
  readonly note: string | null;
  readonly blocker?: string | null;
}

/** The audit event of a move: from, to, who and why. */
export function statusChanged<E extends ReviewMachineEvent>(
  from: ReviewStatus,
  to: ReviewStatus,
  reason: (event: E) => Reason,
) {
  return kit.record<E>('paper_review.status_changed', ({ event }) => ({
    from,
    to,
    note: reason(event).note,
    blocker: reason(event).blocker ?? null,
    who: event.by,
  }));
}

/** What holds in every status that is reached by a plain move. */
function settled(to: ReviewStatus): Partial<ReviewContext> {
  return {
    ready_for_finalization: to === 'approved_for_finalization' || to === 'finalized',
    ...(to === 'blocked' ? {} : { blocker: null }),
    ...(to === 'claimed' ? {} : { claimed_by: null }),
  };
}

function move<E extends ReviewMachineEvent, To extends ReviewStatus>(
  from: ReviewStatus,
  to: To,
  patch: Patch<E>,
  reason: (event: E) => Reason,
) {
  return {
    guard: 'notPackaging',
    target: to,
    actions: [
      kit.change<E>((args) => ({ ...settled(to), ...patch(args) })),
      statusChanged<E>(from, to, reason),
    ],
  } as const;
}

const note = (event: { readonly note: string | null }): Reason => ({ note: event.note });

export const claimFrom = (from: ReviewStatus) =>
  move<EventOf<'CLAIM'>, 'claimed'>(
    from,
    'claimed',
    ({ event }) => ({ claimed_by: event.claimed_by }),
    () => ({ note: null }),
  );
export const releaseFrom = (from: ReviewStatus) =>
  move<EventOf<'RELEASE'>, 'queued'>(
    from,
    'queued',
    () => ({}),
    () => ({ note: null }),
  );
export const blockFrom = (from: ReviewStatus) => ({
  ...move<EventOf<'BLOCK'>, 'blocked'>(
    from,
    'blocked',
    ({ event }) => ({ blocker: event.blocker }),
    (event) => ({ note: null, blocker: event.blocker }),
  ),
  guard: 'blockerGiven' as const,
});
export const deferFrom = (from: ReviewStatus) =>
  move<EventOf<'DEFER'>, 'deferred'>(from, 'deferred', ({ event }) => note(event), note);
export const rejectFrom = (from: ReviewStatus) => ({
  ...move<EventOf<'REJECT'>, 'rejected'>(from, 'rejected', ({ event }) => note(event), note),
  guard: 'noteGiven' as const,
});
export const requeueFrom = (from: ReviewStatus) =>
  move<EventOf<'REQUEUE'>, 'queued'>(from, 'queued', ({ event }) => note(event), note);

/** `SET_STATUS`: one guarded transition per status, from anywhere to anywhere. */
export const setStatusFrom = (from: ReviewStatus) =>
  reviewStatuses.map((to) => ({
    guard: { type: 'setsTo' as const, params: { status: to } },
    target: to,
    actions: [
      kit.change<EventOf<'SET_STATUS'>>(({ event }) => ({
        ...settled(to),
        note: event.note,
        ...(to === 'blocked' ? { blocker: event.blocker ?? event.note } : {}),
        ...(to === 'finalized' ? { finalized_at: event.at } : {}),
      })),
      statusChanged<EventOf<'SET_STATUS'>>(from, to, (event) => event),
    ],
  }));

/** `APPROVE`: ready for finalization; the person who says so gives the final approval. */
export const approveFrom = (from: ReviewStatus) =>
  ({
    guard: 'notPackaging',
    target: 'approved_for_finalization',
    actions: [
      kit.change<EventOf<'APPROVE'>>(({ context, event }) => ({
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
      kit.record<EventOf<'APPROVE'>>('paper_review.approved_for_finalization', ({ event }) => ({
        from,
        to: 'approved_for_finalization',
        note: event.note,
        who: event.by,
      })),
    ],
  }) as const;
