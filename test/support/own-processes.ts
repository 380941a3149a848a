/** The processes that a service under test may have to do with, which are cheaper to list than all of a machine. */
import { readFileSync } from 'node:fs';
import type { Clock } from '../../src/lib/clock.ts';
import { type ProcessStat, parseProcPidStat } from '../../src/sensing/parsers/proc-pid-stat.ts';
import {
  createProcessSource,
  listPids,
  type ProcessSource,
} from '../../src/sensing/process-list.ts';

function statOf(pid: number): ProcessStat | undefined {
  try {
    return parseProcPidStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // It has ended.
    return undefined;
  }
}

/**
 * Those that process `pid`, which runs the tests, has started, and their children; what has lost its parent may be one.
 * Each is looked at once: what is older, or was started by others that run tests beside it, stays so.
 */
export function createOwnProcessSource(
  clock: Pick<Clock, 'monotonic'>,
  pid: number,
): ProcessSource {
  const runner = statOf(pid);
  if (runner === undefined) throw new Error(`process ${pid}, which runs the tests, has ended`);
  const isOwn = (started: number): boolean => {
    for (
      let at: number | undefined = started;
      at !== undefined && at > 1;
      at = statOf(at)?.parentPid
    ) {
      if (at === pid) return true;
      if (at === runner.parentPid) return false;
    }
    return (statOf(started)?.startTicks ?? 0) >= runner.startTicks;
  };
  let known: ReadonlyMap<number, boolean> = new Map();
  const pids = (): number[] => {
    // One that is gone is forgotten: another may get its number.
    known = new Map(listPids('/proc').map((one) => [one, known.get(one) ?? isOwn(one)]));
    return [...known.keys()].filter((one) => known.get(one) === true);
  };
  return createProcessSource({ clock, pids });
}
