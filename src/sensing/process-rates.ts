/**
 * What processes used between two listings, as rates. Counters of a process end with it, so nothing
 * is ever computed as a difference of sums: each process, and each cgroup, is compared with itself.
 */
import { isInside } from '../lib/safe-path.ts';
import type { IoBytes } from './parsers/cgroup.ts';
import type { ListedProcess, ProcessList } from './process-list.ts';
import type { CgroupUsage } from './run-cgroups.ts';

/** CPU time per time, in cores; null without an earlier listing of the same boot. Pure. */
export function cpuCoresBetween(
  processes: readonly ListedProcess[],
  list: ProcessList,
  earlier: ProcessList | null,
): number | null {
  const spanSec = spanBetween(list, earlier);
  if (spanSec === null) return null;
  const groups = cgroupsOf(processes, list, earlier!, (usage) => usage.cpuMicros !== null);
  const before = byKey(earlier!);
  const ticks = outside(processes, groups).reduce((sum, process) => {
    return sum + growth(process.cpuTicks, before.get(keyOf(process))?.cpuTicks);
  }, 0);
  const micros = groups.reduce((sum, path) => {
    const usedBefore = earlier!.cgroups?.get(path)?.cpuMicros;
    return sum + growth(list.cgroups!.get(path)!.cpuMicros!, usedBefore ?? undefined);
  }, 0);
  return (ticks / list.units.ticksPerSecond + micros / 1e6) / spanSec;
}

interface IoRates {
  readonly readMibPerSec: number;
  readonly writeMibPerSec: number;
}

/** Storage I/O per time; null also when that of some process may not be read. Pure. */
export function ioRatesBetween(
  processes: readonly ListedProcess[],
  list: ProcessList,
  earlier: ProcessList | null,
): IoRates | null {
  const spanSec = spanBetween(list, earlier);
  if (spanSec === null) return null;
  const groups = cgroupsOf(processes, list, earlier!, (usage) => usage.io !== null);
  const single = outside(processes, groups);
  if (single.some(({ io }) => io === undefined || io === null)) return null;
  const before = byKey(earlier!);
  const reaped = reapedBytes(single, list, earlier!);
  const moved = (pick: (io: IoBytes) => number): number => {
    const bySingle = single.reduce((sum, process) => {
      const then = before.get(keyOf(process))?.io;
      const grown = growth(pick(process.io!), then ? pick(then) : undefined);
      return sum + Math.max(0, grown - pick(reaped.get(process.pid) ?? nothing));
    }, 0);
    const byGroup = groups.reduce((sum, path) => {
      const then = earlier!.cgroups?.get(path)?.io;
      return sum + growth(pick(list.cgroups!.get(path)!.io!), then ? pick(then) : undefined);
    }, 0);
    return (bySingle + byGroup) / 2 ** 20 / spanSec;
  };
  return {
    readMibPerSec: moved((io) => io.readBytes),
    writeMibPerSec: moved((io) => io.writtenBytes),
  };
}

const nothing: IoBytes = { readBytes: 0, writtenBytes: 0 };

/**
 * The kernel adds what a reaped child had moved to its parent. What was counted for the child
 * before must then not be counted again for the parent: by pid of the nearest ancestor that lives.
 */
function reapedBytes(
  processes: readonly ListedProcess[],
  list: ProcessList,
  earlier: ProcessList,
): ReadonlyMap<number, IoBytes> {
  const living = new Set(processes.map(keyOf));
  const present = new Set(list.processes.map(keyOf));
  const before = new Map(earlier.processes.map((process) => [process.pid, process]));
  const found = new Map<number, IoBytes>();
  for (const ended of earlier.processes) {
    if (present.has(keyOf(ended)) || !ended.io) continue;
    let heir = before.get(ended.parentPid);
    for (let steps = 0; heir !== undefined && !present.has(keyOf(heir)); steps += 1) {
      heir = steps < before.size ? before.get(heir.parentPid) : undefined;
    }
    if (heir === undefined || !living.has(keyOf(heir))) continue;
    const sum = found.get(heir.pid) ?? nothing;
    found.set(heir.pid, {
      readBytes: sum.readBytes + ended.io.readBytes,
      writtenBytes: sum.writtenBytes + ended.io.writtenBytes,
    });
  }
  return found;
}

/** Seconds between two listings; null when they cannot be compared. */
function spanBetween(list: ProcessList, earlier: ProcessList | null): number | null {
  if (earlier === null || earlier.bootId !== list.bootId) return null;
  const spanSec = (list.monotonicMs - earlier.monotonicMs) / 1000;
  return spanSec > 0 ? spanSec : null;
}

/** Cgroups of runs in which some of `processes` are, as far as they tell, and told, what is asked. */
function cgroupsOf(
  processes: readonly ListedProcess[],
  list: ProcessList,
  earlier: ProcessList,
  tells: (usage: CgroupUsage) => boolean,
): string[] {
  const toldBefore = (path: string): boolean => {
    const before = earlier.cgroups?.get(path);
    return before === undefined || tells(before);
  };
  return [...(list.cgroups ?? [])]
    .filter(([path, usage]) => tells(usage) && toldBefore(path))
    .map(([path]) => path)
    .filter((path) => processes.some((each) => isIn(path, each)));
}

function outside(processes: readonly ListedProcess[], groups: readonly string[]) {
  return processes.filter((process) => !groups.some((path) => isIn(path, process)));
}

function isIn(path: string, { cgroup }: ListedProcess): boolean {
  return typeof cgroup === 'string' && isInside(path, cgroup);
}

/** A counter that is new, or that went back because it was made anew, counts from zero. */
function growth(now: number, before: number | undefined): number {
  return before === undefined || now < before ? now : now - before;
}

function byKey(list: ProcessList): ReadonlyMap<string, ListedProcess> {
  return new Map(list.processes.map((process) => [keyOf(process), process]));
}

function keyOf(process: Pick<ListedProcess, 'pid' | 'startTicks'>): string {
  return `${process.pid}:${process.startTicks}`;
}
