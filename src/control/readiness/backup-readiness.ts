/** Whether there is a backup, and how old it is: the check of readiness that looks at the schedule. */
import { type Upkeep, upkeepSchema } from '../../domain/records.ts';
import type { ControlContext, Verdict } from '../common/index.ts';

/** The actor that keeps the schedule. */
export const upkeepAddress = { kind: 'upkeep', id: 'main' } as const;
/** A backup older than so many intervals is late. */
const lateIntervals = 2;

/** What is stored of the schedule; null where none was ever configured. */
export async function readUpkeep({ reads }: Pick<ControlContext, 'reads'>): Promise<Upkeep | null> {
  const row = await reads.get(upkeepAddress.kind, upkeepAddress.id);
  return row === undefined ? null : upkeepSchema.parse(row);
}

/** What is known of backups; an age is in seconds, and null where nothing is known. */
export interface BackupState {
  /** `unscheduled`: nobody knows whether there is one. */
  readonly state: 'unscheduled' | 'first_under_way' | 'failed' | 'late' | 'ok';
  readonly interval_seconds: number | null;
  readonly last_backup: string | null;
  readonly last_backup_at: string | null;
  readonly last_event_id: number | null;
  readonly age_seconds: number | null;
  readonly last_error: string | null;
  readonly failed_at: string | null;
}

/** As of now. */
export async function readBackups({
  reads,
  vitals,
  clock,
}: Pick<ControlContext, 'reads' | 'vitals' | 'clock'>): Promise<BackupState> {
  const stored = await readUpkeep({ reads });
  const { backupIntervalMs: intervalMs } = vitals;
  const at = stored?.last_backup_at ?? null;
  const ageMs = at === null ? null : Math.max(0, clock.now() - Date.parse(at));
  return {
    state: stateOf(stored, intervalMs, ageMs),
    interval_seconds: intervalMs === null ? null : intervalMs / 1000,
    last_backup: stored?.last_backup?.name ?? null,
    last_backup_at: at,
    last_event_id: stored?.last_backup?.event_id ?? null,
    age_seconds: ageMs === null ? null : Math.round(ageMs / 1000),
    last_error: stored?.last_error ?? null,
    failed_at: stored?.failed_at ?? null,
  };
}

function stateOf(
  stored: Upkeep | null,
  intervalMs: number | null,
  ageMs: number | null,
): BackupState['state'] {
  if (intervalMs === null) return 'unscheduled';
  if ((stored?.last_error ?? null) !== null) return 'failed';
  if (ageMs === null) return 'first_under_way';
  return ageMs > lateIntervals * intervalMs ? 'late' : 'ok';
}

/**
 * Whether there is a backup is not known where none is scheduled, as of a database (`inFile` false), which has tools of
 * its own: said in words, and no reason to stop.
 */
export function judgeBackups({ state, ...backups }: BackupState, inFile: boolean): Verdict {
  const evidence = { state, ...backups };
  const last =
    backups.last_backup_at === null
      ? 'none was made yet'
      : `the last one is ${backups.last_backup} of ${backups.last_backup_at}`;
  switch (state) {
    case 'unscheduled':
      return {
        status: 'ok',
        detail: inFile
          ? 'no backups are scheduled (backup_dir is not set), so whether there is one is unknown'
          : 'the database is backed up with its own tools, which nobody here sees, so whether there is a backup is unknown',
        evidence,
      };
    case 'ok':
      return { status: 'ok', detail: last, evidence };
    case 'first_under_way':
      return {
        status: 'unknown',
        detail: 'the first scheduled backup is not made yet',
        action: 'wait; it is being made',
        evidence,
      };
    case 'late':
      return {
        status: 'failing',
        detail: `no backup was made for more than two intervals; ${last}`,
        action: 'see the process log for what holds it up, or make one by orrery backup',
        evidence,
        since: backups.last_backup_at,
      };
    case 'failed':
      return {
        status: 'failing',
        detail: `the last scheduled backup failed: ${backups.last_error ?? 'nobody knows why'}; ${last}`,
        action:
          'mend what it names (space in backup_dir, its mode); it is tried again within the hour, and at a start',
        evidence,
        since: backups.failed_at,
      };
  }
}
