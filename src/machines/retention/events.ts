/** What retention is told: how long to keep, that it is time, and what a sweep came to. */

/** `START` comes from the service at its starts, `SWEEP_DUE` from the timer, the others from the effect. */
export type RetentionEvent =
  | { readonly type: 'START'; readonly keep_ms: number }
  | { readonly type: 'SWEEP_DUE' }
  | {
      readonly type: 'SWEPT';
      readonly counted_to: string;
      readonly notifications: number;
      readonly incidents: number;
      readonly alerts: number;
    }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
