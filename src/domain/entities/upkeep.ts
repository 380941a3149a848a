/** What the service does for its own state: scheduled backups, and what came of the last ones. */
import * as z from 'zod';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** A backup that was made and proven; the name is that of its folder. */
export const madeBackupSchema = z.object({
  name: text,
  /** Last event that is in it. */
  event_id: count,
  files: count,
  bytes: count,
  /** Backups that were there afterwards. */
  kept: count,
});
/** Told by the effect that made it. */
export type MadeBackup = z.infer<typeof madeBackupSchema>;

/** The only id is `main`. */
export const upkeepSchema = z.object({
  status: z.enum(['off', 'waiting', 'backing_up', 'failed']),
  /** Time between two backups, ms; null: none are scheduled. */
  interval_ms: count.nullable(),
  last_backup: madeBackupSchema.nullable(),
  last_backup_at: timeOrNull,
  /** Of the last attempt; null when it went well. */
  last_error: textOrNull,
  failed_at: timeOrNull,
  /** Backups made and attempts that failed, ever. */
  backups_made: count,
  backups_failed: count,
  created_at: time,
  updated_at: time,
});
/** State of the actor that keeps to the schedule; where none was ever configured it is not stored. */
export type Upkeep = z.infer<typeof upkeepSchema>;
