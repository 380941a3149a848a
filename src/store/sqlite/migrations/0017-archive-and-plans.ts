/**
 * The archive of old events: which ranges of payloads lie in which file, and the daily looks at the log by which
 * an event is known to be old whatever the clock says. And the plans of dry runs, which are no part of the log.
 */
import type { Migration } from './migration.ts';

/** Moves nothing by itself. */
export const archiveAndPlansMigration: Migration = {
  number: 17,
  name: 'archive-and-plans',
  sql: `
CREATE TABLE event_archives (
  first_id INTEGER PRIMARY KEY,
  last_id INTEGER NOT NULL,
  -- The hash before the first event, and that of the last.
  head_before TEXT NOT NULL,
  head_after TEXT NOT NULL,
  file TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  -- Payloads of the range that the table has as well: something may need them.
  kept INTEGER NOT NULL,
  archived_at TEXT NOT NULL
);
CREATE TABLE archive_looks (
  look INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Last event there was.
  event_id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
);
CREATE TABLE dry_run_plans (
  plan_id TEXT PRIMARY KEY,
  -- JSON text of what was chosen.
  choice TEXT NOT NULL,
  until_ms INTEGER NOT NULL
) WITHOUT ROWID;
`,
};
