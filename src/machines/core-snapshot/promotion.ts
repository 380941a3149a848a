/** When mode `enforce` may take its first snapshot. Pure. */
import type { CoreSnapshot } from '../../domain/records.ts';

/**
 * Why no snapshot may be applied yet, as a sentence; null when it may. Once one was taken in mode
 * `enforce` the next are, whatever the queue did meanwhile: differences are what they are for. A
 * snapshot taken in another mode ends that.
 */
export function whyNotEnforced({
  mode,
  comparison,
}: Pick<CoreSnapshot, 'mode' | 'comparison'>): string | null {
  if (mode === 'enforce') return null;
  if (comparison === null) {
    return 'No snapshot was ever compared with the live queue; set orrery_core_mode to compare and send one that agrees with it first.';
  }
  const { divergence_count: count, snapshot_id: id } = comparison;
  if (count === 0) return null;
  const places = count === 1 ? '1 place' : `${count} places`;
  return `The last comparison is not clean: snapshot ${id} differed from the live queue in ${places}; set orrery_core_mode to compare and send one that agrees with it first.`;
}
