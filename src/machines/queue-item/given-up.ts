/** Runs of which an item was given to a person without a word that they are over: they may live on. Pure. */
import { activeQueueStatuses } from '../../domain/statuses.ts';
import type { QueueItemContext } from './context.ts';

const activeStatuses: ReadonlySet<unknown> = new Set(activeQueueStatuses);

/** Why a person is asked of a run whose worker stayed silent. */
export const silentReason = 'the worker could not be asked what became of the run';
/** How the reason begins where the worker does not know the run any more. */
export const lostReason = 'the run was started, and its worker does not know it';

/**
 * Whether a run of an item may live, as far as its store knows: it is the current one, and the item is active or was given
 * to a person because its worker stayed silent. Nobody has called that over until the person retries or cancels.
 */
export const mayLive = (
  item: Readonly<Record<string, unknown>> | undefined,
  runId: string,
): boolean =>
  item?.['current_run_id'] === runId &&
  (activeStatuses.has(item['status']) ||
    (item['manual_review_required'] === true && item['blocked_reason'] === silentReason));

/** Whether the last run of an item that is not active was given up, so that nobody has ended it. */
export const wasGivenUp = ({
  current_run_id: runId,
  manual_review_required: isFlagged,
  blocked_reason: reason,
}: QueueItemContext): boolean =>
  runId !== null &&
  isFlagged &&
  reason !== null &&
  (reason === silentReason || reason.startsWith(lostReason));
