/** What the use cases may know of the service they run in: store, outbox, log, settings. A port. */

import type { ChainProgress } from '../../store/ports/chain.ts';
import type { PlaneStanding } from '../../store/ports/plane.ts';

/** What the outbox says of itself, from its oldest rows. */
export interface OutboxState {
  /** Effects not yet finished; at most `limits.outboxReadMax` are counted. */
  readonly pending: number;
  /** True when there are more than were counted. */
  readonly capped: boolean;
  /** Since when the oldest of them is known to wait, at least; null when there is none. */
  readonly oldest_at: string | null;
  readonly oldest: string | null;
  /** Effects that have failed at least once, and what the last of them said. */
  readonly retrying: number;
  readonly last_error: string | null;
}

/** When trouble becomes an alert; durations in ms. */
export interface AlertSettings {
  readonly cooldownMs: number;
  /** Silence of an active item that is reported. */
  readonly hangAfterMs: number;
  /** How long a worker may be away before it is reported. */
  readonly unreachableAfterMs: number;
  readonly dispatchErrorCount: number;
  /** Between two evaluations. */
  readonly checkIntervalMs: number;
  /** Names of the configured channels; empty: nobody is told. */
  readonly channels: readonly string[];
}

/** Of the file system that holds the store. */
export interface Space {
  readonly free_mib: number;
  /** Below this somebody should look. */
  readonly wanted_mib: number;
  /** How many more files it can hold; null where it does not count them. */
  readonly free_files: number | null;
  readonly wanted_files: number | null;
}

/** Of the folder for ideas. */
interface InboxState {
  /** When it was last looked into; null: not yet. */
  readonly looked_at: string | null;
  /** Why files stay there; null: they do not. */
  readonly trouble: string | null;
  readonly waiting: number;
}

/** Whether the pump goes on, from the rows of the runtime. */
export interface PumpPulse {
  /** When it looks next; null: no timer is set. */
  readonly next_at: string | null;
  /** For how long the look or step that is under way is known to be so, ms; null: none is. */
  readonly busy_ms: number | null;
  /** For how long neither of both is known to be so, ms; null: one of them is. */
  readonly nothing_ms: number | null;
}

/** What came of a request to the endpoint of the external writer. */
export interface WriterOutcome {
  /** ISO 8601. */
  readonly at: string;
  readonly ok: boolean;
  /** For people; without the key and without what was asked. */
  readonly detail: string;
}

/** What a control plane that stands by knows of the settings of the one that writes, and of its clock. */
export type PlaneLikeness =
  | {
      readonly kind: 'compared';
      readonly differing: readonly string[];
      /** By how much the other one's clock is ahead at the least, whatever the way took; below 0: behind; null: not known. */
      readonly clockAheadMs: number | null;
    }
  /** It does not take the token that is set here. */
  | { readonly kind: 'other_token' }
  | { readonly kind: 'unknown'; readonly why: string };

/** Asked by readiness, status and the alert check; each answer is as of the call. */
export interface Vitals {
  /** When this process began, ISO 8601. */
  readonly startedAt: string;
  /** Null while the store takes writes; else why it does not. */
  writeTrouble(): string | null;
  /** Where others write the store: wall clock, ms, at which nothing was missing here; undefined where this one writes. */
  storeWholeAt?(): number | undefined;
  /** Which part this control plane has; null where the store takes one only. */
  plane?(): PlaneStanding | null;
  /** How its settings are to those of the one that writes; null where it writes, and before it has asked. */
  likeness?(): PlaneLikeness | null;
  /** Null where the file system cannot be read. */
  space(): Space | null;
  /** Null while new connections are accepted; else why not. */
  connectionTrouble(): string | null;
  outbox(): Promise<OutboxState>;
  chain(): ChainProgress;
  pump(): Promise<PumpPulse>;
  readonly writer: {
    readonly provider: string;
    readonly fallbackEnabled: boolean;
    /** How the last request to its endpoint went; absent where it has none, null before the first. */
    lastOutcome?(): WriterOutcome | null;
  };
  /** Null while the corpus folder can be read and written; else why not. */
  corpusTrouble(): string | null;
  readonly alerts: AlertSettings;
  /** When this process last evaluated the alerts; null: it has not yet. */
  alertsCheckedAt(): string | null;
  /** What the last look into the folder for ideas found; null where none is configured. */
  inbox(): InboxState | null;
  /** Time between two scheduled backups, ms; null: none are scheduled. */
  readonly backupIntervalMs: number | null;
  /** Null where no outsider is called. */
  readonly heartbeat: { readonly intervalMs: number } | null;
}
