/** The one-minute load average from `/proc/loadavg` (proc_loadavg(5)). */
import type { Parsed } from '../sample.ts';
import { parseNumber } from './number.ts';

/** First of the five columns: runnable and uninterruptible tasks, averaged over a minute. */
export function parseProcLoadavg(text: string): Parsed<number> {
  return parseNumber(text.trim().split(/\s+/)[0], { name: 'load1', min: 0, max: 10_000_000 });
}
