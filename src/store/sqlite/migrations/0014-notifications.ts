/**
 * Notifications by when they last changed, within a status, a channel, and both: so the last receipt of a
 * channel and what failed since are found without reading what was told in all the years before.
 */
import type { Migration } from './migration.ts';

/** A column and its indexes; there are no notifications yet. */
export const notificationsMigration: Migration = {
  number: 14,
  name: 'notifications',
  sql: `
ALTER TABLE actors ADD COLUMN channel;
CREATE INDEX notification_by_updated ON actors (updated_at, id) WHERE kind = 'notification';
CREATE INDEX notification_by_status ON actors (status, updated_at, id)
  WHERE kind = 'notification';
CREATE INDEX notification_by_channel ON actors (channel, updated_at, id)
  WHERE kind = 'notification';
CREATE INDEX notification_by_both ON actors (status, channel, updated_at, id)
  WHERE kind = 'notification';
`,
};
