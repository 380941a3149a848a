/**
 * Counts that are kept instead of counted, and indexes that hold what lists sort by. `actor_counts`
 * has one row per kind, status and facet and is maintained by triggers, in the transaction that
 * changes a row. A facet is a set of letters: for queue items `f` flagged for a person, `n` without
 * a paper, `p` with a positive decision; for reviews `l` not linted yet, `a` not audited yet.
 * The indexes end with columns that other orders need: a page in such an order is then sorted from
 * the index alone, and only the rows it shows are read.
 */
import type { Migration } from './migration.ts';

/** Kinds whose counts are kept. */
export const counted = `('queue_item', 'project', 'run', 'paper', 'paper_review', 'corpus_entry')`;

/** SQL that gives the facet of a row of `actors`, or of a trigger's row before or after the change. */
export const facetOf = (row: 'NEW' | 'OLD' | 'actors'): string => `CASE ${row}.kind
    WHEN 'queue_item' THEN iif(${row}.manual_review_required = 1, 'f', '')
      || iif((${row}.state->>'$.paper_id') IS NULL, 'n', '')
      || iif((${row}.state->>'$.gate_verdict.positive') = 1, 'p', '')
    WHEN 'paper_review' THEN iif((${row}.state->>'$.lint_passes') IS NULL, 'l', '')
      || iif((${row}.state->>'$.audit_verdict') IS NULL, 'a', '')
    ELSE '' END`;

const add = (row: 'NEW' | 'OLD', by: 1 | -1): string =>
  `INSERT INTO actor_counts (kind, status, facet, count)
     VALUES (${row}.kind, coalesce(${row}.status, ''), ${facetOf(row)}, ${by})
     ON CONFLICT (kind, status, facet) DO UPDATE SET count = count + (${by});`;

/** Counts what is there once; from then on triggers keep the counts. */
export const countsMigration: Migration = {
  number: 6,
  name: 'counts',
  sql: `
CREATE TABLE actor_counts (
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  facet TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, status, facet)
) WITHOUT ROWID;
INSERT INTO actor_counts (kind, status, facet, count)
  SELECT kind, coalesce(status, ''), ${facetOf('actors')} AS facet, count(*) FROM actors
  WHERE kind IN ${counted} GROUP BY kind, status, facet;
CREATE TRIGGER actor_counts_insert AFTER INSERT ON actors WHEN NEW.kind IN ${counted} BEGIN
  ${add('NEW', 1)}
END;
CREATE TRIGGER actor_counts_update AFTER UPDATE OF status, state ON actors
WHEN NEW.kind IN ${counted}
  AND (OLD.status IS NOT NEW.status OR ${facetOf('OLD')} IS NOT ${facetOf('NEW')}) BEGIN
  ${add('OLD', -1)}
  ${add('NEW', 1)}
END;
CREATE TRIGGER actor_counts_delete AFTER DELETE ON actors WHEN OLD.kind IN ${counted} BEGIN
  ${add('OLD', -1)}
END;

-- Its rows were only counted.
DROP INDEX IF EXISTS queue_without_paper;
DROP INDEX queue_by_status;
CREATE INDEX queue_by_status
  ON actors (status, dispatch_priority, selection_rank, updated_at, id, created_at)
  WHERE kind = 'queue_item';
DROP INDEX queue_flagged;
CREATE INDEX queue_flagged
  ON actors (dispatch_priority, selection_rank, updated_at, id, created_at, status,
    manual_review_required)
  WHERE kind = 'queue_item' AND manual_review_required = 1;
DROP INDEX actors_by_status;
CREATE INDEX actors_by_status ON actors (kind, status, updated_at, id, started_at, imported_at)
  WHERE kind = 'project' OR kind = 'run' OR kind = 'paper' OR kind = 'worker_target'
    OR kind = 'corpus_entry' OR kind = 'gate_run';
DROP INDEX review_by_status;
CREATE INDEX review_by_status ON actors (status, rank_score, id, updated_at)
  WHERE kind = 'paper_review';
DROP INDEX review_by_paper_status;
CREATE INDEX review_by_paper_status ON actors (paper_status, rank_score, id, updated_at)
  WHERE kind = 'paper_review';
DROP INDEX review_by_both;
CREATE INDEX review_by_both ON actors (status, paper_status, rank_score, id, updated_at)
  WHERE kind = 'paper_review';
`,
};
