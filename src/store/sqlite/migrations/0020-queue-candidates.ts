/** The first candidates of the queue in their order, with the version of each, found without a look at their states. */
import type { Migration } from './migration.ts';

/** Covers what `candidate-reads.ts` lists: whether an item is flagged stands behind its state, pages away. */
export const queueCandidatesMigration: Migration = {
  number: 20,
  name: 'queue candidates',
  sql: `
CREATE INDEX queue_candidates ON actors (dispatch_priority, selection_rank, updated_at, id, version,
  kind, status, manual_review_required)
  WHERE kind = 'queue_item' AND status = 'queued' AND manual_review_required = 0;
`,
};
