/** Machine-wide CPU use from two readings of `/proc/stat` (proc_stat(5)). */
import type { Parsed } from '../sample.ts';
import { refuse } from './number.ts';

/** Clock ticks since boot, summed over all cores. */
export interface CpuTicks {
  readonly totalTicks: number;
  /** Idle and waiting for input or output. */
  readonly idleTicks: number;
}

/** Columns up to `steal`; `guest` and `guest_nice` are already inside `user` and `nice`. */
const countedColumns = 8;
const idleColumn = 3;
const ioWaitColumn = 4;

/** Reads the first `cpu` line of `/proc/stat`; the rest of the text is ignored. */
export function parseProcStat(text: string): Parsed<CpuTicks> {
  const line = text.split('\n').find((candidate) => /^cpu\s/.test(candidate));
  if (line === undefined) return refuse('cpu_pct', '/proc/stat has no cpu line');
  const columns = line
    .trim()
    .split(/\s+/)
    .slice(1, 1 + countedColumns);
  if (columns.length <= ioWaitColumn || !columns.every((column) => /^\d+$/.test(column))) {
    return refuse('cpu_pct', 'the cpu line of /proc/stat is malformed');
  }
  const ticks = columns.map(Number);
  const totalTicks = ticks.reduce((sum, column) => sum + column, 0);
  return {
    value: { totalTicks, idleTicks: ticks[idleColumn]! + ticks[ioWaitColumn]! },
    problems: [],
  };
}

/**
 * Percent of all cores busy between two readings. Null with a problem when there is no earlier
 * one, no time passed, or a counter went back further than the kernel's I/O-wait count may.
 */
export function cpuPercentBetween(earlier: CpuTicks | null, later: CpuTicks): Parsed<number> {
  if (earlier === null) return refuse('cpu_pct', 'needs an earlier reading');
  const totalDelta = later.totalTicks - earlier.totalTicks;
  const idleDelta = later.idleTicks - earlier.idleTicks;
  if (totalDelta === 0)
    return refuse('cpu_pct', 'no clock tick has passed since the reading before');
  if (totalDelta < 0 || idleDelta > totalDelta) {
    return refuse('cpu_pct', 'the counters of /proc/stat went back');
  }
  const busyShare = (totalDelta - Math.max(0, idleDelta)) / totalDelta;
  return { value: busyShare * 100, problems: [] };
}
