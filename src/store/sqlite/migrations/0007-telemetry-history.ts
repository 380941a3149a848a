/**
 * Telemetry kept for later. A point is one row: the names of its readings stand once, in its series,
 * and their values are 32-bit floats in a blob, not-a-number for unknown. Keys begin with the time,
 * because thinning and deleting go by time alone and few subjects are recorded at once.
 */
import type { Migration } from './migration.ts';

/** Points, minutes and the series whose readings they hold; `telemetry-floats.ts` reads the blobs. */
export const telemetryHistoryMigration: Migration = {
  number: 7,
  name: 'telemetry history',
  sql: `
CREATE TABLE telemetry_series (
  series_id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  readings TEXT NOT NULL,
  last_ms INTEGER NOT NULL,
  UNIQUE (subject, readings)
);
CREATE TABLE telemetry_points (
  at_ms INTEGER NOT NULL,
  series_id INTEGER NOT NULL,
  floats BLOB NOT NULL,
  PRIMARY KEY (at_ms, series_id)
) WITHOUT ROWID;
CREATE TABLE telemetry_minutes (
  at_ms INTEGER NOT NULL,
  series_id INTEGER NOT NULL,
  floats BLOB NOT NULL,
  PRIMARY KEY (at_ms, series_id)
) WITHOUT ROWID;
`,
};
