/** What the alert watch is told. */
import type { AlertCounts } from '../../domain/records.ts';

/**
 * `START` and `STOP` come from the service at its starts, as it is configured; `CHECK_DUE` from the timer, the
 * results from the effect.
 */
export type AlertWatchEvent =
  | { readonly type: 'START'; readonly interval_ms: number }
  | { readonly type: 'STOP' }
  /** Something changed that may raise or clear an alert. Losing one costs time and nothing else. */
  | { readonly type: 'WAKE'; readonly cause: string }
  | { readonly type: 'CHECK_DUE' }
  | {
      readonly type: 'CHECKED';
      readonly found: AlertCounts;
      /** Until the first of the pending alerts has stood for long enough; null: none waits for that. */
      readonly due_ms: number | null;
    }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
