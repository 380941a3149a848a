/**
 * Full text. The tables hold only the index, not the text again, and are not written by commits:
 * they follow the event log up to `search_progress`. Their rowid is that of the actor, or the event
 * id. `kind` is one made-up word per kind, so that a search can be limited to it.
 */
import type { Migration } from './migration.ts';

/** Begins with an empty index whose mark is event 0, so that the indexer takes the whole log. */
export const searchMigration: Migration = {
  number: 3,
  name: 'search',
  sql: `
CREATE VIRTUAL TABLE actor_search
  USING fts5 (kind, content, content = '', contentless_delete = 1, tokenize = 'unicode61');
CREATE VIRTUAL TABLE event_search
  USING fts5 (content, content = '', contentless_delete = 1, tokenize = 'unicode61');
CREATE TABLE search_progress (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  event_id INTEGER NOT NULL
);
INSERT INTO search_progress (only_row, event_id) VALUES (1, 0);
`,
};
