/** What the schedule of backups is told. */
import type { MadeBackup } from '../../domain/records.ts';

/** `CONFIGURE` comes at a start, `BACKUP_DUE` from the timer, the others from the effect. */
export type UpkeepEvent =
  /** Null: no backups are wanted any more. */
  | { readonly type: 'CONFIGURE'; readonly interval_ms: number | null }
  | { readonly type: 'BACKUP_DUE' }
  /** It is in place and proven; the older ones that `deleted` names are gone. */
  | ({ readonly type: 'BACKED_UP'; readonly deleted: readonly string[] } & MadeBackup)
  | { readonly type: 'BACKUP_FAILED'; readonly error: string }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
