/** The processes that a service under test may have to do with, which are cheaper to list than all of a machine. */
import { readFileSync } from 'node:fs';
import type { Clock } from '../../src/lib/clock.ts';
import { parseProcPidStat } from '../../src/sensing/parsers/proc-pid-stat.ts';
import { createProcessSource, type ProcessSource } from '../../src/sensing/process-list.ts';

/** Those that are no older than process `pid`, which runs the tests: it, and all that they start. */
export function createOwnProcessSource(
  clock: Pick<Clock, 'monotonic'>,
  pid: number,
): ProcessSource {
  const stat = parseProcPidStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === undefined) throw new Error(`/proc/${pid}/stat is malformed`);
  return createProcessSource({ clock, sinceTicks: stat.startTicks });
}
