/** Runs of which an item was given to a person without a word that they are over: they may live on. Pure. */
import type { QueueItem } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';

/** Why a run was given up: its worker stayed silent, or does not know it any more. */
export type GivenUp = NonNullable<QueueItem['given_up']>;
type Stored = Readonly<Record<string, unknown>>;

const activeStatuses: ReadonlySet<unknown> = new Set(activeQueueStatuses);

/**
 * Why the last run of an item was given up; null: it was not, or somebody has settled it since. An item of an earlier
 * version has no such member, and is told by the end of its run, which was found out by asking. That is also the end of one
 * that was stopped on its worker: calling it off harms nothing, and its worker says at once that it is over.
 */
function givenUpAs({
  given_up: why,
  manual_review_required: isFlagged,
  last_run_state: end,
}: Stored): unknown {
  if (why !== undefined) return why;
  return isFlagged === true && end === 'reconciled' ? ('silent' satisfies GivenUp) : null;
}

/**
 * Whether a run of an item may live, as far as its store knows: it is the current one, and the item is active or was given
 * to a person because its worker stayed silent. Nobody has called that over until the person retries or cancels.
 */
export const mayLive = (item: Stored | undefined, runId: string): boolean =>
  item?.['current_run_id'] === runId &&
  (activeStatuses.has(item['status']) || givenUpAs(item) === 'silent');

/** Whether the last run of an item that is not active was given up, so that nobody has ended it. */
export const wasGivenUp = (item: Stored): boolean =>
  item['current_run_id'] !== null && givenUpAs(item) !== null;
