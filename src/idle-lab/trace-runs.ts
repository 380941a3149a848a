/** What each recorded run used, from its processes in a line and in the one before. */
import { commonKernelUnits } from '../sensing/parsers/auxiliary-vector.ts';
import { isAlive } from '../sensing/parsers/proc-pid-stat.ts';
import type { ProcessUsage } from '../sensing/sample.ts';
import type { RawProcess, RawSample } from './trace-format.ts';

/** Usage by run, or null when the line has no process record. Pure. */
export function usageByRun(
  raw: RawSample,
  before: RawSample | undefined,
): ReadonlyMap<string, ProcessUsage> | null {
  const { runs } = raw;
  if (!runs) return null;
  const passedSec = before?.runs ? raw.t - before.t : 0;
  const earlier = passedSec > 0 ? before!.runs! : null;
  return new Map(
    Object.entries(runs).map(([run, list]) => [
      run,
      toUsage(list, earlier?.[run] ?? (earlier ? [] : null), passedSec),
    ]),
  );
}

function toUsage(
  processes: readonly RawProcess[],
  earlier: readonly RawProcess[] | null,
  passedSec: number,
): ProcessUsage {
  const living = processes.filter(isAlive);
  const rssPages = living.reduce((sum, each) => sum + each.rss_pages, 0);
  const rate = (pick: (process: RawProcess) => number | null | undefined): number | null =>
    earlier === null ? null : growth(processes, earlier, pick, passedSec);
  const ticksPerSec = rate(({ utime, stime }) => utime + stime);
  const bytesRead = rate(({ rchar }) => rchar);
  const bytesWritten = rate(({ write_bytes: written }) => written);
  return {
    alive: living.length,
    // No signal needs the share of one run.
    cpu_pct: null,
    rss_mib: (rssPages * commonKernelUnits.pageBytes) / 2 ** 20,
    cpu_cores: ticksPerSec === null ? null : ticksPerSec / commonKernelUnits.ticksPerSecond,
    read_mib_s: bytesRead === null ? null : bytesRead / 2 ** 20,
    write_mib_s: bytesWritten === null ? null : bytesWritten / 2 ** 20,
  };
}

/**
 * Growth of a count a second, each process compared with itself; one that was not there before has
 * begun since, so all of its count is new. Null when it is not known of some process.
 */
function growth(
  processes: readonly RawProcess[],
  earlier: readonly RawProcess[],
  pick: (process: RawProcess) => number | null | undefined,
  passedSec: number,
): number | null {
  let sum = 0;
  for (const process of processes) {
    const now = pick(process);
    const same = earlier.find(({ pid, start }) => pid === process.pid && start === process.start);
    const then = same === undefined ? 0 : pick(same);
    if (typeof now !== 'number' || typeof then !== 'number') return null;
    sum += Math.max(0, now - then);
  }
  return sum / passedSec;
}
