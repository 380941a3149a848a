/**
 * What the follow-up launcher and the alert check look for, each in an index that holds only that:
 * completed items whose decision recommends a follow-up and calls for no paper, projects by parent
 * and by source, and alerts that stand. Partial, so that other rows cost nothing to write.
 */
import type { Migration } from './migration.ts';

/** Indexes only: no row changes. */
export const followupsAndAlertsMigration: Migration = {
  number: 4,
  name: 'follow-ups and alerts',
  sql: `
CREATE INDEX queue_followup ON actors (updated_at, id)
  WHERE kind = 'queue_item' AND status = 'completed' AND (state->>'$.paper_id') IS NULL
    AND (state->>'$.gate_verdict.positive') IS NOT 1
    AND (state->>'$.decision.followup_recommended') = 1;
CREATE INDEX project_by_parent ON actors ((state->>'$.parent_project_id'), id)
  WHERE kind = 'project' AND (state->>'$.parent_project_id') IS NOT NULL;
CREATE INDEX project_by_source ON actors ((state->>'$.source_ref'), id)
  WHERE kind = 'project' AND (state->>'$.source_ref') IS NOT NULL;
CREATE INDEX alert_raised ON actors (id)
  WHERE kind = 'alert' AND (state->>'$.status') = 'raised';
`,
};
