/**
 * Sort columns and indexes of the lists. The columns are plain, filled by the statement that writes
 * the state (`projections.ts`) for the kinds that need them: measured, that costs half of what
 * computed columns or expression indexes do, and nothing at all for other kinds. The indexes are
 * partial for the same reason. Each ends with `id`, which makes its keys unique.
 */
import type { Migration } from './migration.ts';

/** Adds columns and indexes and fills no row: a column is null until its row is written. */
export const readModelsMigration: Migration = {
  number: 2,
  name: 'read models',
  sql: `
ALTER TABLE actors ADD COLUMN status;
ALTER TABLE actors ADD COLUMN project_id;
ALTER TABLE actors ADD COLUMN created_at;
ALTER TABLE actors ADD COLUMN updated_at;
ALTER TABLE actors ADD COLUMN started_at;
ALTER TABLE actors ADD COLUMN imported_at;
ALTER TABLE actors ADD COLUMN dispatch_priority;
ALTER TABLE actors ADD COLUMN selection_rank;
ALTER TABLE actors ADD COLUMN rank_score;
ALTER TABLE actors ADD COLUMN manual_review_required;
ALTER TABLE actors ADD COLUMN lane;

CREATE INDEX actors_by_updated ON actors (kind, updated_at, id)
  WHERE kind = 'queue_item' OR kind = 'project' OR kind = 'run' OR kind = 'paper'
    OR kind = 'paper_review' OR kind = 'gate_run';
CREATE INDEX actors_by_created ON actors (kind, created_at, id)
  WHERE kind = 'queue_item' OR kind = 'project';
CREATE INDEX actors_by_status ON actors (kind, status, updated_at, id)
  WHERE kind = 'project' OR kind = 'run' OR kind = 'paper' OR kind = 'worker_target'
    OR kind = 'corpus_entry' OR kind = 'gate_run';
CREATE INDEX actors_by_project ON actors (kind, project_id, updated_at, id)
  WHERE kind = 'run' OR kind = 'paper' OR kind = 'paper_review' OR kind = 'gate_run';

CREATE INDEX queue_by_priority ON actors (dispatch_priority, selection_rank, updated_at, id)
  WHERE kind = 'queue_item';
CREATE INDEX queue_by_status ON actors (status, dispatch_priority, selection_rank, updated_at, id)
  WHERE kind = 'queue_item';
CREATE INDEX queue_flagged ON actors (dispatch_priority, selection_rank, updated_at, id)
  WHERE kind = 'queue_item' AND manual_review_required = 1;
CREATE INDEX queue_draftable ON actors (updated_at, id)
  WHERE kind = 'queue_item' AND status = 'completed'
    AND (state->>'$.gate_verdict.positive') = 1 AND (state->>'$.paper_id') IS NULL;
CREATE INDEX queue_without_paper ON actors (updated_at, id)
  WHERE kind = 'queue_item' AND status = 'completed' AND (state->>'$.paper_id') IS NULL;
-- Lane exclusivity: the constraint that keeps two dispatches off one worker. The statuses are
-- those of activeQueueStatuses, spelled out because a migration never changes.
CREATE UNIQUE INDEX one_active_item_per_lane ON actors (lane)
  WHERE kind = 'queue_item' AND status IN
    ('dispatching', 'running', 'awaiting_wake', 'wake_received', 'reconciling');

CREATE INDEX run_by_started ON actors (started_at, id) WHERE kind = 'run';
CREATE INDEX review_by_rank ON actors (rank_score, id) WHERE kind = 'paper_review';
CREATE INDEX review_by_status ON actors (status, rank_score, id) WHERE kind = 'paper_review';
CREATE INDEX corpus_by_imported ON actors (imported_at, id) WHERE kind = 'corpus_entry';
`,
};
