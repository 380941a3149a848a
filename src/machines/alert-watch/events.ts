/** What the alert watch is told. */
import type { AlertCounts } from '../../domain/records.ts';

/**
 * `START` comes from the service at each of its starts, `CHECK_DUE` from the timer, the others from
 * the effect.
 */
export type AlertWatchEvent =
  | { readonly type: 'START'; readonly interval_ms: number }
  | { readonly type: 'CHECK_DUE' }
  | { readonly type: 'CHECKED'; readonly found: AlertCounts }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
