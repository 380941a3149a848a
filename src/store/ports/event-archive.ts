/** The archive of old events: what of the log may leave the table, and what has. */

/** By what an event counts as old. Nothing else than this decides; a clock alone never does. */
export interface ArchiveRule {
  /** Days since the event by the clock, and looks at the log since then, one a day. */
  readonly afterDays: number;
  /** An operator vouches for the clock: the looks do not count. */
  readonly trustClock: boolean;
  readonly nowMs: number;
  /** No event after this one is due; absent: as many as are old enough. */
  readonly upTo?: number | undefined;
}

/** One file of the archive. */
export interface ArchivedFile {
  readonly first_id: number;
  readonly last_id: number;
  readonly head_before: string;
  readonly head_after: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Payloads that the table has as well, because something open may need them. */
  readonly kept: number;
  readonly archived_at: string;
}

/** What is archived, what would be, and what holds the rest. */
export interface ArchiveState {
  readonly files: number;
  readonly bytes: number;
  /** Last event whose payload lies in a file; 0: none. */
  readonly archived_to: number;
  readonly kept: number;
  /** Last event that is old enough; no more than `archived_to` where nothing is due. */
  readonly due_to: number;
  /** Daily looks at the log so far, no more than are needed. */
  readonly looks: number;
  /** What keeps events that are old by the clock from being due; null: nothing. */
  readonly waits_for: string | null;
}

/** Of the store of a service; `archive` is one file at most. */
export interface EventArchive {
  state(rule: ArchiveRule): Promise<ArchiveState>;
  /** Notes how far the log has come; at most once a day by the clock, unless `anyway`. */
  look(look: { readonly nowMs: number; readonly anyway: boolean }): Promise<void>;
  /**
   * Moves the next range that is due; null: none is, and what was kept of earlier ranges has left the table as far as
   * nothing needs it any more.
   */
  archive(rule: ArchiveRule): Promise<ArchivedFile | null>;
}
