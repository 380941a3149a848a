/** Times as people read them: how long ago, or by the clock of the reader. */
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

/** Moments within a text of the service by the clock of the reader; with the date where that is another than at `now`. */
export function localTimes(text: string, now: unknown): string {
  const today = dayOf(String(now));
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => {
    const time = new Date(at).toLocaleTimeString('en-GB', { hour12: false });
    return dayOf(at) === today ? time : `${dayOf(at)} ${time}`;
  });
}

const dayOf = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
