/** What was indexed of an actor goes with it: the index has only its row, and rows are numbered anew. */
import type { Migration } from './migration.ts';

/** A trigger; nothing was ever forgotten before. */
export const forgottenMigration: Migration = {
  number: 16,
  name: 'forgotten',
  sql: `
CREATE TRIGGER actor_search_delete AFTER DELETE ON actors BEGIN
  DELETE FROM actor_search WHERE rowid = OLD.rowid;
END;
`,
};
