/** What the heartbeat is told: that it is wanted, that it is time, and what came of a call. */

/** `START` and `STOP` come from the start of the service, `BEAT_DUE` from the timer, the rest from the effect. */
export type HeartbeatEvent =
  | { readonly type: 'START'; readonly interval_ms: number }
  | { readonly type: 'STOP' }
  | { readonly type: 'BEAT_DUE' }
  | { readonly type: 'ANSWERED' }
  /** Nobody answered, or the call was not made because the service is not well. */
  | { readonly type: 'MISSED'; readonly reason: string };
