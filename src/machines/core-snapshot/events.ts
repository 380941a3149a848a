/** What the queue snapshots are told: what was computed of one, and what became of its differences. */
import type { CoreComparison, CoreDivergence, CoreProjection } from '../../domain/records.ts';
import type { coreModes } from '../../domain/statuses.ts';
import type { CoreChange } from './effects.ts';

/** A divergence before it is known which snapshot showed it first. */
export type FoundDivergence = Omit<CoreDivergence, 'first_snapshot_id' | 'first_seen_at'>;

/** What a comparison with the live queue found; at most `limits.coreDivergencesMax` are listed. */
export interface ComparisonResult extends Omit<CoreComparison, 'snapshot_id'> {
  readonly divergences: readonly FoundDivergence[];
}

/** What became of one difference that was to be applied. */
export interface AppliedDifference {
  readonly project_id: string;
  readonly field: string;
  readonly applied: boolean;
  /** What was done, or why it was not. */
  readonly message: string;
}

/**
 * `RECORD` is sent by the core sub-service; the rows themselves are not in it, only what was computed
 * of them. The others come from the effect that applies a snapshot.
 */
export type CoreSnapshotEvent =
  | {
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
      /** What is applied of the listed differences; empty but in mode `enforce`. */
      readonly changes: readonly CoreChange[];
      /** For the sender: what was done with it, where nothing is applied. */
      readonly message: string;
    }
  | { readonly type: 'APPLIED'; readonly results: readonly AppliedDifference[] }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
