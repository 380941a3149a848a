/** What the use cases may know of the service they run in: store, outbox, log, settings. A port. */
import type { ChainProgress } from '../../store/ports/chain.ts';

/** What the outbox says of itself, from its oldest rows. */
export interface OutboxState {
  /** Effects not yet finished; at most `limits.outboxReadMax` are counted. */
  readonly pending: number;
  /** True when there are more than were counted. */
  readonly capped: boolean;
  /** When the oldest of them was asked for; null when there is none, or its event is not known. */
  readonly oldest_at: string | null;
  readonly oldest: string | null;
  /** Effects that have failed at least once, and what the last of them said. */
  readonly retrying: number;
  readonly last_error: string | null;
}

/** When trouble becomes an alert; durations in ms. */
export interface AlertSettings {
  readonly pushEnabled: boolean;
  readonly cooldownMs: number;
  /** Silence of an active item that is reported. */
  readonly hangAfterMs: number;
  /** How long a worker may be away before it is reported. */
  readonly unreachableAfterMs: number;
  readonly dispatchErrorCount: number;
  /** Names of the configured channels over which people are told. */
  readonly channels: readonly string[];
}

/** Asked by readiness, status and the alert check; each answer is as of the call. */
export interface Vitals {
  /** Null while the store takes writes; else why it does not. */
  writeTrouble(): string | null;
  /** Null while new connections are accepted; else why not. */
  connectionTrouble(): string | null;
  outbox(): Promise<OutboxState>;
  chain(): ChainProgress;
  readonly writer: { readonly provider: string; readonly fallbackEnabled: boolean };
  /** Null while the corpus folder can be read and written; else why not. */
  corpusTrouble(): string | null;
  readonly alerts: AlertSettings;
  /** Null where no outsider is called. */
  readonly heartbeat: { readonly intervalMs: number } | null;
}
