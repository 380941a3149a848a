/** Moves of one paper that an operator asks for: in publication automation, and of the paper itself. */
import type { PaperMove, ReviewMove } from '../../domain/paper-moves.ts';
import type { PaperEvent } from '../../machines/paper/events.ts';
import type { PaperReviewEvent } from '../../machines/paper-review/events.ts';
import { askAccepted, idempotencyOf, type Needs, type PaperTools } from '../common/index.ts';
import { requirePaper } from '../papers/index.ts';
import { type Decision, decide, withBody } from './reviews.ts';

type MoveRequest<Move> = Decision & { readonly move: Move; readonly note: string | null };

/** Moves one paper in publication automation; 409 with the reason where its status does not allow it. */
export async function moveReview(
  context: Needs<'actors' | 'reads'>,
  paperId: string,
  request: MoveRequest<ReviewMove>,
) {
  const { move, note } = request;
  const decided = await decide(context, 'review-move', paperId, request, reviewEvent(request));
  return withBody(decided, { move, note });
}

function reviewEvent({ move, note, requested_by }: MoveRequest<ReviewMove>): PaperReviewEvent {
  switch (move) {
    case 'claim':
      return { type: 'CLAIM', claimed_by: requested_by };
    case 'release':
      return { type: 'RELEASE' };
    case 'block':
      return { type: 'BLOCK', blocker: note ?? '' };
    case 'defer':
      return { type: 'DEFER', note };
    case 'requeue':
      return { type: 'REQUEUE', note };
    case 'evaluate':
      return { type: 'EVALUATE' };
    case 'reject':
      return { type: 'REJECT', note: note ?? '' };
  }
}

/**
 * Holds a paper for a person, lets it go on, puts it away or has it written no further; its review hears of it.
 * What becomes of a writing that is canceled, its own end says.
 */
export async function movePaper(
  context: Needs<'actors' | 'reads'>,
  papers: Pick<PaperTools, 'stopWriting'>,
  paperId: string,
  request: MoveRequest<PaperMove>,
) {
  await requirePaper(context, paperId);
  const { idempotency_key: key, ...payload } = request;
  const { move, note, requested_by } = payload;
  const { outcome, replayed } = await askAccepted(
    context.actors,
    { kind: 'paper', id: paperId },
    paperEvent(request),
    { by: requested_by, ...idempotencyOf('paper-move', key, { paper_id: paperId, ...payload }) },
  );
  if (move === 'cancel_writing' && !replayed) papers.stopWriting(paperId);
  return {
    body: {
      ok: true,
      paper_id: paperId,
      paper_status: outcome.status,
      requested_by,
      event_id: outcome.event_id,
      at: outcome.at,
      move,
      note,
    },
    replayed,
  };
}

function paperEvent({ move, note }: MoveRequest<PaperMove>): PaperEvent {
  switch (move) {
    case 'request_human_review':
      return { type: 'REQUEST_HUMAN_REVIEW', reason: note ?? '' };
    case 'end_human_review':
      return { type: 'END_HUMAN_REVIEW', reason: note };
    case 'archive':
      return { type: 'ARCHIVE', reason: note };
    case 'cancel_writing':
      return { type: 'CANCEL_WRITING', reason: note };
  }
}
