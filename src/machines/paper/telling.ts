/** What others hear of a paper: its queue item that it was drafted, its review of every change. */
import type { PaperStatus } from '../../domain/statuses.ts';
import { telling } from '../kit.ts';
import type { PaperReviewEvent } from '../paper-review/events.ts';
import type { QueueItemEvent } from '../queue-item/events.ts';
import type { ReplicationEvent } from '../replication/events.ts';
import { kit } from './context.ts';

/**
 * Publication automation hears of the paper as it is; stands after the change. The status is given,
 * since the context does not hold it; unless told otherwise, the text is what it was.
 */
export const tellReview = (paperStatus: PaperStatus, isSameText = true) =>
  kit.tell(({ context }) =>
    telling<PaperReviewEvent>(
      { kind: 'paper_review', id: context.paper_id },
      {
        type: 'PAPER_CHANGED',
        paper_id: context.paper_id,
        project_id: context.project_id,
        run_id: context.run_id,
        title: context.title,
        paper_status: paperStatus,
        ...(isSameText ? { same_text: true } : {}),
      },
    ),
  );

/**
 * Lint, audit and rank are worked out again: a rewrite that failed may have brought other evidence, on
 * which all of them stand.
 */
export const askEvaluation = kit.tell(({ context }) =>
  telling<PaperReviewEvent>({ kind: 'paper_review', id: context.paper_id }, { type: 'EVALUATE' }),
);

/** The replication that the writer has planned, if it has one. */
export const tellReplication = kit.tellEach(({ context, event }) => {
  if (event.type !== 'DRAFTED' && event.type !== 'REWRITTEN') return [];
  const { replication } = event;
  if (replication === undefined) return [];
  const to = { kind: 'replication', id: context.paper_id };
  return [telling<ReplicationEvent>(to, replication)];
});

/** Its queue item hears of the draft, which counts there only for the current run. */
export const tellQueueItem = kit.tell(({ context }) =>
  telling<QueueItemEvent>(
    { kind: 'queue_item', id: context.project_id },
    { type: 'PAPER_DRAFTED', paper_id: context.paper_id, run_id: context.run_id },
  ),
);
