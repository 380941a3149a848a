/** What the actor runtime keeps for supervision, as it defines it. */
import { supervisionTables } from '../../../actors/journal/sqlite/schema.ts';
import type { Migration } from './migration.ts';

export const supervisionMigration: Migration = {
  number: 9,
  name: 'supervision',
  sql: supervisionTables,
};
