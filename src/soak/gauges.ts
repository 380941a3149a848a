/** Reads the control plane's and the neighbour's figures, every few seconds, into the meters. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loop } from './loops.ts';
import type { Neighbour } from './neighbour.ts';
import type { Stage } from './stage.ts';
import { monotonicMs } from './time.ts';

const mib = 2 ** 20;
const everyMs = 2_500;

/** Reads until the stage stops; of the loop only while nothing has disturbed the control plane. */
export async function readGauges(stage: Stage, neighbour: Neighbour): Promise<void> {
  let readMs = monotonicMs();
  let round = 0;
  let before: Processor | null = null;
  await loop(
    stage,
    () => everyMs,
    async () => {
      const { world, meters } = stage;
      const sinceMs = readMs;
      const pid = world.control.pid;
      const outcome = await world.client.send({ method: 'GET', path: '/metrics' });
      // A reading is of the time since the last one that was answered.
      if (outcome.kind === 'answer') readMs = monotonicMs();
      // Read at the same time, whatever the service says: both are about the same seconds.
      const neighbourMs = await neighbour.loopMaxMs();
      if (neighbourMs !== null) meters.mark('neighbour_loop_max_ms', neighbourMs);
      if (outcome.kind === 'answer' && stage.isCalmSince(sinceMs)) {
        const loopSec = gaugeIn(outcome.text, 'nodejs_eventloop_lag_max_seconds');
        if (loopSec !== null) meters.mark('loop_max_ms', loopSec * 1000);
      }
      const processor = pid === null ? null : processorOf(pid);
      if (before !== null && processor?.pid === before.pid)
        meters.processor({
          ranMs: processor.ranMs - before.ranMs,
          waitedMs: processor.waitedMs - before.waitedMs,
        });
      before = processor;
      const rss = pid === null ? null : rssMib(pid);
      if (rss !== null) meters.mark('rss_mib', rss);
      const store = join(world.controlDir, 'state');
      const wal = sizeOf(join(store, 'control.db-wal'));
      if (wal !== null) meters.mark('wal_mib', wal / mib);
      round += 1;
      if (round % 8 === 0) meters.mark('disk_mib', folderBytes(store) / mib);
    },
  );
}

/** The idle neighbour is asked as often as a reader asks the service. */
export async function pingNeighbour(stage: Stage, neighbour: Neighbour): Promise<void> {
  await loop(
    stage,
    () => 50,
    async () => {
      const ms = await neighbour.ping();
      if (ms !== null) stage.meters.ping(ms);
    },
  );
}

/** The value of a gauge without labels in a Prometheus text; null when it is not there. */
export function gaugeIn(text: string, name: string): number | null {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  const value = line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
  return Number.isFinite(value) ? value : null;
}

interface Processor {
  readonly pid: number;
  readonly ranMs: number;
  readonly waitedMs: number;
}

/** Of a process's first thread, which is Node's loop; proc(5), `/proc/PID/schedstat`. */
function processorOf(pid: number): Processor | null {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8');
    const [ranNs, waitedNs] = text.split(' ').map(Number);
    return { pid, ranMs: ranNs! / 1e6, waitedMs: waitedNs! / 1e6 };
  } catch {
    return null;
  }
}

function rssMib(pid: number): number | null {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}

function sizeOf(path: string): number | null {
  try {
    return statSync(path).size;
  } catch {
    return null;
  }
}

/** Files come and go while they are counted: what has gone counts nothing. */
function folderBytes(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
      (sum, entry) =>
        sum + (entry.isFile() ? (sizeOf(join(entry.parentPath, entry.name)) ?? 0) : 0),
      0,
    );
  } catch {
    return 0;
  }
}
