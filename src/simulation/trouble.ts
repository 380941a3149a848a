/** What goes wrong from minute to minute in a simulation, by the seed: processes, disks, workers, the clock. */
import type { Entropy } from '../lib/ids.ts';
import type { Faults } from './faults.ts';
import type { Outage } from './outage.ts';
import type { SimulatedPlane } from './plane.ts';
import type { SimulatedTime } from './time.ts';
import type { SimulatedWorker } from './worker.ts';

interface TroubleOptions {
  readonly draw: Entropy;
  readonly faults: Faults;
  readonly plane: SimulatedPlane;
  readonly workers: readonly SimulatedWorker[];
  readonly time: SimulatedTime;
  readonly disk: Pick<Outage, 'begin'>;
  /** Whoever starts the control plane again. */
  readonly starter: Pick<Outage, 'begin'>;
}

const minuteMs = 60_000;
/** How often each boundary of the runtime is the last of a process, a minute. */
const crashes = [
  ['crash_before_commit', 'before_commit'],
  ['crash_after_commit', 'after_commit'],
  ['crash_before_effect', 'before_effect'],
  ['crash_after_effect', 'after_effect'],
] as const;
const crashShare = 1 / 1200;
/** The same of a gate, which has fewer of them. */
const gateCrashShare = 1 / 3000;

/** One minute's worth; false when the service, or a gate, was to stop and cut something off. */
export async function bringTrouble(options: TroubleOptions): Promise<boolean> {
  const { draw, faults, plane, workers, time, disk, starter } = options;
  for (const [site, boundary] of crashes) {
    const away = 1 + Math.floor(draw.random() * 12);
    if (faults.strikes(site, crashShare)) plane.dieAt(boundary, away);
  }
  if (faults.strikes('disk_full', 1 / 2000)) disk.begin(minuteMs * (1 + 20 * draw.random()));
  let isClean = true;
  for (const worker of workers) {
    if (faults.strikes('worker_down', 1 / 2000)) worker.goDown(minuteMs * 30 * draw.random());
    if (faults.strikes('worker_hangs', 1 / 6000)) worker.hang(minuteMs * 20 * draw.random());
    if (faults.strikes('worker_swapped', 1 / 8000)) await worker.swap();
    if (faults.strikes('worker_rebooted', 1 / 12_000)) worker.reboot();
    for (const [site, boundary] of crashes) {
      const away = 1 + Math.floor(draw.random() * 12);
      if (faults.draws(gateCrashShare))
        worker.dieAt(boundary, away, () => faults.hit(`gate_${site}`));
    }
    if (worker.gate.listens && faults.strikes('gate_restart', 1 / 6000))
      isClean = (await time.during(worker.stop(), 2 * minuteMs)) === true && isClean;
  }
  if (faults.strikes('clock_step', 1 / 1500))
    time.stepWall(Math.round((draw.random() - 0.3) * 600_000));
  if (plane.isAlive && faults.strikes('left_dead', 1 / 3000)) {
    plane.crash();
    starter.begin(minuteMs * 60 * draw.random());
  }
  if (!plane.isAlive || !faults.strikes('restart', 1 / 1440)) return isClean;
  return (await plane.stop()) && isClean;
}
