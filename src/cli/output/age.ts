/** Times as people read them: how long ago. Pure. */
import { formatDuration } from '../../lib/duration.ts';

/**
 * Time from `since` to `now` (both as the service tells them, so that this machine's clock does not
 * matter), as `3 min ago`; null when either is missing or no time.
 */
export function formatAge(since: unknown, now: unknown): string | null {
  const sinceMs = typeof since === 'string' ? Date.parse(since) : Number.NaN;
  const nowMs = typeof now === 'string' ? Date.parse(now) : Number.NaN;
  if (Number.isNaN(sinceMs) || Number.isNaN(nowMs)) return null;
  return `${formatDuration((nowMs - sinceMs) / 1000)} ago`;
}
