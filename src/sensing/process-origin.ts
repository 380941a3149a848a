/** Whose a process is and when it was started, which nobody needs of every process in every sample. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../lib/if-there.ts';
import type { KernelUnits } from './parsers/auxiliary-vector.ts';
import type { ProcessStat } from './parsers/proc-pid-stat.ts';

/** What is not known is null. */
export interface ProcessOrigin {
  /** Number of the user it belongs to. */
  readonly userId: number | null;
  /** How long it has been up, ms. */
  readonly upMs: number | null;
}

/** Reads it from a proc file system. */
export function readOrigin(
  procRoot: string,
  { pid, startTicks }: Pick<ProcessStat, 'pid' | 'startTicks'>,
  units: KernelUnits,
): ProcessOrigin {
  const sinceBootSec = Number(readIfThere(join(procRoot, 'uptime'))?.split(' ')[0]);
  const upMs = (sinceBootSec - startTicks / units.ticksPerSecond) * 1000;
  const owner = statSync(join(procRoot, String(pid)), { throwIfNoEntry: false });
  return { userId: owner?.uid ?? null, upMs: Number.isFinite(upMs) ? Math.max(0, upMs) : null };
}
