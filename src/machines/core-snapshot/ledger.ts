/** The ledger of divergences: what it remembers from one comparison to the next. Pure. */
import type { CoreComparison, CoreDivergence, CoreSnapshot } from '../../domain/records.ts';
import type { AppliedDifference, ComparisonResult, FoundDivergence } from './events.ts';

const sameDivergence = (one: FoundDivergence, other: FoundDivergence): boolean =>
  one.kind === other.kind &&
  one.entity === other.entity &&
  one.id === other.id &&
  one.field === other.field;

/** The listed divergences, each keeping the snapshot that showed it first unless it was applied since. */
export function toLedger(
  known: readonly CoreDivergence[],
  found: readonly FoundDivergence[],
  first: Pick<CoreDivergence, 'first_snapshot_id' | 'first_seen_at'>,
): CoreDivergence[] {
  return found.map((divergence) => {
    const earlier = known.find((entry) => !entry.applied && sameDivergence(entry, divergence));
    return {
      ...divergence,
      first_snapshot_id: earlier?.first_snapshot_id ?? first.first_snapshot_id,
      first_seen_at: earlier?.first_seen_at ?? first.first_seen_at,
    };
  });
}

/** The counts of a comparison without what it found. */
export function toComparison(snapshotId: number, result: ComparisonResult): CoreComparison {
  const { divergences: _, ...comparison } = result;
  return { snapshot_id: snapshotId, ...comparison };
}

/** The ledger with what became of the differences that were tried. */
export function settle(
  ledger: readonly CoreDivergence[],
  results: readonly AppliedDifference[],
): CoreDivergence[] {
  return ledger.map((entry) => {
    const result = results.find(
      ({ project_id: id, field }) =>
        entry.entity === 'queue_item' && entry.id === id && entry.field === field,
    );
    if (result === undefined) return entry;
    return { ...entry, applied: result.applied, message: result.message };
  });
}

/** True when nothing differs any more once these results are in. */
export function isSettled(
  { comparison, divergences }: Pick<CoreSnapshot, 'comparison' | 'divergences'>,
  results: readonly AppliedDifference[],
): boolean {
  const applied = settle(divergences, results).filter((entry) => entry.applied);
  return applied.length === (comparison?.divergence_count ?? 0);
}
