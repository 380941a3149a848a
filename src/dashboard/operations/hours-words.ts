/** How long a worker was used or idle, as a report tells it. Pure. */
import { spanText } from '../words/words.ts';

/** `12.4 h`; below an hour in minutes or seconds, so that little is not read as nothing. */
export function hoursText(hours: number | null | undefined): string {
  if (hours == null) return 'unknown';
  return hours === 0 || hours >= 1 ? `${Number(hours.toFixed(1))} h` : spanText(hours * 3_600_000);
}
