/** Times as people read them: how long ago, or by the clock of the reader. */
import { limits } from '../../domain/limits.ts';
import { formatDuration } from '../../lib/duration.ts';

/**
 * Time from `since` to `now` (both as the service tells them, so that this machine's clock does not
 * matter), as `3 min ago`; null when either is missing or no time. A moment that is yet to come, as one is that was
 * written while the clock was ahead, is `3 min ahead` and not just now.
 */
export function formatAge(since: unknown, now: unknown): string | null {
  const sinceMs = typeof since === 'string' ? Date.parse(since) : Number.NaN;
  const nowMs = typeof now === 'string' ? Date.parse(now) : Number.NaN;
  if (Number.isNaN(sinceMs) || Number.isNaN(nowMs)) return null;
  const ms = nowMs - sinceMs;
  return ms <= -limits.clockAheadMs
    ? `${formatDuration(-ms / 1000)} ahead`
    : `${formatDuration(ms / 1000)} ago`;
}

/**
 * Moments within a text of the service by the clock of the reader; with the date where that is another than at `now`,
 * and with the year where that is.
 */
export function localTimes(text: string, now: unknown): string {
  const today = new Date(String(now));
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (told) => {
    const at = new Date(told);
    const time = at.toLocaleTimeString('en-GB', { hour12: false });
    if (at.toDateString() === today.toDateString()) return time;
    const day = at.toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      ...(at.getFullYear() === today.getFullYear() ? {} : { year: 'numeric' }),
    });
    return `${day} ${time}`;
  });
}
