/** A queue snapshot as the core sub-service hands it over: what was computed from its rows. */
import type { CoreComparison, CoreDivergence, CoreProjection } from '../../domain/records.ts';
import type { coreModes } from '../../domain/statuses.ts';

/** A divergence before it is known which snapshot showed it first. */
export type FoundDivergence = Omit<CoreDivergence, 'first_snapshot_id' | 'first_seen_at'>;

/** What a comparison with the live queue found; at most `limits.coreDivergencesMax` are listed. */
export interface ComparisonResult extends Omit<CoreComparison, 'snapshot_id'> {
  readonly divergences: readonly FoundDivergence[];
}

/** Sent by the core sub-service; the rows themselves are not in it, only what was computed of them. */
export type CoreSnapshotEvent = {
  readonly type: 'RECORD';
  /** Mode it was taken in. */
  readonly mode: (typeof coreModes)[number];
  readonly source: string;
  /** When the source says its rows were read; null when it does not say. */
  readonly captured_at: string | null;
  /** SHA-256 over the canonical JSON of every row. */
  readonly content_sha256: string;
  readonly projection: CoreProjection;
  /** Null when it was not compared. */
  readonly comparison: ComparisonResult | null;
  /** For the sender: what was done with it. */
  readonly message: string;
};
