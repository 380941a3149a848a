/** The first item of each way that queued ones would go, found without a look at those behind it. */
import type { Migration } from './migration.ts';

/** Partial: only what may be dispatched is in it, which is what changes least often of an item's life. */
export const queueWaysMigration: Migration = {
  number: 19,
  name: 'queue ways',
  sql: `
CREATE INDEX queue_by_way ON actors (
  json_array(state->>'$.machine_target', state->>'$.workload_class', state->>'$.next_mode',
             state->>'$.session_lane'),
  dispatch_priority, selection_rank, updated_at, id)
  WHERE kind = 'queue_item' AND status = 'queued' AND manual_review_required = 0;
`,
};
