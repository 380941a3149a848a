/** Which papers of publication automation a request means: its filters as those of the read port. */
import { type ReviewStatus, reviewStatuses } from '../../domain/statuses.ts';
import type { ListQuery } from '../../store/ports/read-models.ts';

/** Empty text: any. */
export interface ReviewFilters {
  readonly review_status: string;
  readonly paper_status: string;
}

const closedStatuses: readonly ReviewStatus[] = ['finalized', 'rejected'];
/** Statuses in which something is still to be done. */
const openReviewStatuses: readonly ReviewStatus[] = reviewStatuses.filter(
  (status) => !closedStatuses.includes(status),
);

/** What was asked for, and nothing else. */
export function exactFilters(filters: ReviewFilters): ListQuery['filters'] {
  return {
    ...(filters.review_status === '' ? {} : { review_status: filters.review_status }),
    ...(filters.paper_status === '' ? {} : { paper_status: filters.paper_status }),
  };
}

/** As `exactFilters`, never finalized or rejected ones. */
export function openFilters(filters: ReviewFilters): ListQuery['filters'] {
  const wanted = openReviewStatuses.filter(
    (status) => filters.review_status === '' || filters.review_status === status,
  );
  return { ...exactFilters(filters), review_status: wanted };
}
