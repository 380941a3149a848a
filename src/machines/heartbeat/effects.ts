/** Effects the heartbeat asks for. */

/** One call of `heartbeat_url`, which the handler knows. Back: `ANSWERED` or `MISSED`. */
export type HeartbeatCallInput = Record<never, never>;
/** By effect name the input that its handler gets. */
export interface HeartbeatEffects {
  'heartbeat.call': HeartbeatCallInput;
}
