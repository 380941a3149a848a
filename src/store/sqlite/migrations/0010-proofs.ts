/** Hashes that hold stored answers, and the delays of timers, as the actor runtime defines them. */
import { proofColumns } from '../../../actors/journal/sqlite/schema.ts';
import type { Migration } from './migration.ts';

/** What is stored before it has null in these columns: such an answer cannot be proven. */
export const proofsMigration: Migration = { number: 10, name: 'proofs', sql: proofColumns };
