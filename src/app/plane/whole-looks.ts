/** Whether a client of the feed may have seen, at another control plane, what this one's copy of the log lacks. */
import type { Store } from '../../store/sqlite/open-store.ts';

/**
 * How many looks so far found nothing missing in this copy of the log, where it may lack something: without end at the
 * plane that writes, which lacks nothing for long. Null where there is one plane.
 */
export function wholeLooksOf(
  { plane, followed }: Pick<Store, 'plane' | 'followed'>,
  isReadOnly: boolean,
): number | null {
  if (isReadOnly || plane?.isSure() === false) return followed?.wholeLooks() ?? 0;
  // What it writes comes to its copy a moment later, and others may have read it by then.
  return plane === undefined ? null : Number.POSITIVE_INFINITY;
}
