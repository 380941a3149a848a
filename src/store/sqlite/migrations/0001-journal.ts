/** Tables of the journal, as the actor runtime defines them. */
import { journalTables } from '../../../actors/journal/sqlite/schema.ts';
import type { Migration } from './migration.ts';

/** Makes the tables that every later migration changes or adds to. */
export const journalMigration: Migration = { number: 1, name: 'journal', sql: journalTables };
