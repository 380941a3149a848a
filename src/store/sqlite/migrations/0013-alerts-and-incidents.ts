/**
 * Lists of alerts and incidents, each in indexes of its own, and what an evaluation of the alerts
 * looks for: the alerts that stand, the incidents that are not over, the last incident of a group.
 * Alerts of the first edition stood as `raised`; their states stay as they are and are read as
 * `firing` (see `alertLift`).
 */
import type { Migration } from './migration.ts';

/** Fills the columns of the alerts that are there; incidents are new. */
export const alertsAndIncidentsMigration: Migration = {
  number: 13,
  name: 'alerts and incidents',
  sql: `
UPDATE actors SET
    status = iif((state->>'$.status') = 'raised', 'firing', state->>'$.status'),
    updated_at = coalesce(state->>'$.updated_at', '')
  WHERE kind = 'alert';
DROP INDEX alert_raised;
CREATE INDEX alert_standing ON actors (id)
  WHERE kind = 'alert' AND status IN ('pending', 'firing', 'suppressed');
CREATE INDEX alert_by_updated ON actors (updated_at, id) WHERE kind = 'alert';
CREATE INDEX alert_by_status ON actors (status, updated_at, id) WHERE kind = 'alert';
CREATE INDEX incident_going_on ON actors (id)
  WHERE kind = 'incident' AND status IN ('opening', 'open', 'quiet');
CREATE INDEX incident_by_updated ON actors (updated_at, id) WHERE kind = 'incident';
CREATE INDEX incident_by_status ON actors (status, updated_at, id) WHERE kind = 'incident';
CREATE INDEX incident_by_group
  ON actors ((state->>'$.group_key'), (state->>'$.generation'), id) WHERE kind = 'incident';
`,
};
