/** One process of a run as the list of them tells it. */
import { toIsoTime } from '../../lib/clock.ts';
import type { ListedProcess, ProcessList, ProcessSource } from '../../sensing/process-list.ts';
import type { RunMember } from '../../sensing/process-tree.ts';
import type { Sample } from '../../sensing/sample.ts';
import type { RunProcess } from '../../worker-wire/wire-processes.ts';

interface World {
  readonly table: ProcessList;
  readonly source: ProcessSource;
  readonly sample: Sample | null;
  readonly nowMs: number;
}

/** All but whether it may be ended. */
export function toProcessRow(
  { process: each, mark }: RunMember,
  { table, source, sample, nowMs }: World,
): Omit<RunProcess, 'why_not'> {
  const { pid, startTicks, name, cpuTicks, rssPages } = each;
  const { userId = null, upMs = null } = source.readOrigin?.(each) ?? {};
  return {
    pid,
    start_ticks: startTicks,
    name,
    mark,
    user_id: userId,
    started_at: upMs === null ? null : toIsoTime(nowMs - upMs),
    rss_mib: Math.max(0, (rssPages * table.units.pageBytes) / 2 ** 20),
    cpu_sec: cpuTicks / table.units.ticksPerSecond,
    gpus: gpusOf(each, sample),
  };
}

/** Null unless every GPU's list of computing processes is known. */
function gpusOf({ pid }: ListedProcess, sample: Sample | null): RunProcess['gpus'] {
  const gpus = sample?.gpus ?? null;
  if (gpus === null || gpus.some((gpu) => gpu.compute_pids === null)) return null;
  return gpus
    .filter((gpu) => gpu.compute_pids?.includes(pid) === true)
    .map(({ uuid, index, name }) => ({ uuid, index, name }));
}
