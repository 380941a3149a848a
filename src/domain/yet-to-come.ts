/** Moments of a log that are yet to come: the clock that wrote them was ahead, or the one that reads them is behind. Pure. */
import { limits } from './limits.ts';

/** The latest of these events that is; null: none. Less than `limits.clockAheadMs` is no sign of a wrong clock. */
export function latestAhead(
  events: readonly { readonly created_at: string }[],
  nowMs: number,
): string | null {
  const times = events.map(({ created_at }) => created_at).toSorted();
  const latest = times.at(-1);
  return latest !== undefined && Date.parse(latest) > nowMs + limits.clockAheadMs ? latest : null;
}
