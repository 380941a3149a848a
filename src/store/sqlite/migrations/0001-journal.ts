/** Tables of the journal, as the actor runtime defines them. */
import { journalTables } from '../../../actors/journal/sqlite/schema.ts';
import type { Migration } from './migration.ts';

export const journalMigration: Migration = { number: 1, name: 'journal', sql: journalTables };
