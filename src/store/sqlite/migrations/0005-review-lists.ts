/**
 * Publication automation by paper status: a column with indexes in rank order, alone and within one
 * review status, so that the usual lists and the next item never read a row they do not show.
 */
import type { Migration } from './migration.ts';

/** Fills its column for the reviews that are there. */
export const reviewListsMigration: Migration = {
  number: 5,
  name: 'review lists',
  sql: `
ALTER TABLE actors ADD COLUMN paper_status;
UPDATE actors SET paper_status = state->>'$.paper_status' WHERE kind = 'paper_review';
CREATE INDEX review_by_paper_status ON actors (paper_status, rank_score, id)
  WHERE kind = 'paper_review';
CREATE INDEX review_by_both ON actors (status, paper_status, rank_score, id)
  WHERE kind = 'paper_review';
`,
};
