/** What the actor runtime keeps for supervision, as it defines it. */
import { supervisionTables } from '../../../actors/journal/sqlite/schema.ts';
import type { Migration } from './migration.ts';

/** Adds the ids of invocations, the quarantines, and where dead letters and timers came from. */
export const supervisionMigration: Migration = {
  number: 9,
  name: 'supervision',
  sql: supervisionTables,
};
