/**
 * The epochs of the log: a new one begins where events were lost, or where the store was put back or
 * copied. The present one is the last. `begun` is what was seen then, as JSON; null for the first.
 * `is_kept` once the end of the log is kept beside the store.
 */
import type { Migration } from './migration.ts';

/** Begins the first epoch, with a random name of 16 hexadecimal digits, before event 1. */
export const logEpochsMigration: Migration = {
  number: 11,
  name: 'log epochs',
  sql: `
CREATE TABLE log_epochs (
  number INTEGER PRIMARY KEY,
  epoch TEXT NOT NULL UNIQUE,
  from_event_id INTEGER NOT NULL,
  begun_at TEXT NOT NULL,
  begun TEXT,
  is_kept INTEGER NOT NULL DEFAULT 0
);
INSERT INTO log_epochs (epoch, from_event_id, begun_at)
  VALUES (lower(hex(randomblob(8))), 0, strftime('%Y-%m-%dT%H:%M:%fZ'));
`,
};
