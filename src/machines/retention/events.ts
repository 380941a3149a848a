/** What retention is told: how long to keep, that it is time, and what a sweep came to. */
import type { Forgotten } from '../../domain/records.ts';

/** `START` comes from the service at its starts, `SWEEP_DUE` from the timer, the others from the effect. */
export type RetentionEvent =
  | { readonly type: 'START'; readonly keep_ms: number }
  | { readonly type: 'SWEEP_DUE' }
  | {
      readonly type: 'SWEPT';
      readonly counted_to: string;
      readonly forgotten: Forgotten;
    }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
