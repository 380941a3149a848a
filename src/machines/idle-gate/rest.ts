/**
 * What the machine reads when it rests, learnt from its samples: by GPU the power at each clock and
 * the lowest clock, and how many cores are busy anyway. A reading counts once it has been seen
 * three times in a row (the highest of them), so that one that lags behind, as power does when a
 * clock has just risen, is not taken for rest.
 */
import type { IdleGpu, IdleSample } from './events.ts';

/** Plain data, bounded by `restPointsMax` for each device that the latest sample has. */
export interface RestMemory {
  readonly gpus: readonly GpuRest[];
  /** Fewest cores busy; null: not known yet. */
  readonly busyCores: number | null;
  readonly recentCores: readonly number[];
}

interface GpuRest {
  readonly uuid: string;
  /** Lowest power by clock; a point that another one makes needless is left out. */
  readonly points: readonly RestPoint[];
  readonly lowestClockMhz: number | null;
  readonly recent: readonly RestPoint[];
}

interface RestPoint {
  readonly clockMhz: number;
  readonly powerW: number;
}

/** Nothing is known of the machine at rest; evidence that compares with it has no threshold yet. */
export const emptyRest: RestMemory = { gpus: [], busyCores: null, recentCores: [] };

/** So many readings in a row settle what rest is. */
const settledCount = 3;
const restPointsMax = 64;

/** Cores busy on the whole machine, or null when use or number of cores is unknown. */
export function busyCores(sample: IdleSample, coreCount: number | null): number | null {
  if (sample.cpu_pct === null || coreCount === null) return null;
  return (sample.cpu_pct / 100) * coreCount;
}

/** Takes in one sample. Pure. */
export function learnRest(
  memory: RestMemory,
  sample: IdleSample,
  coreCount: number | null,
): RestMemory {
  const cores = busyCores(sample, coreCount);
  const recentCores = cores === null ? [] : [...memory.recentCores, cores].slice(-settledCount);
  const settled = recentCores.length === settledCount ? Math.max(...recentCores) : null;
  const gpus = sample.gpus?.map((gpu) =>
    learnGpu(
      memory.gpus.find((each) => each.uuid === gpu.uuid),
      gpu,
    ),
  );
  return {
    // Devices that cannot be told now are remembered: they rest as before when they are back.
    gpus: gpus ?? memory.gpus,
    busyCores: lower(memory.busyCores, settled),
    recentCores,
  };
}

function learnGpu(before: GpuRest | undefined, gpu: IdleGpu): GpuRest {
  const known = before ?? { uuid: gpu.uuid, points: [], lowestClockMhz: null, recent: [] };
  const { power_w: powerW, sm_clock_mhz: clockMhz } = gpu;
  if (powerW === null || clockMhz === null) return { ...known, recent: [] };
  const isSameClock = known.recent.at(-1)?.clockMhz === clockMhz;
  const recent = [...(isSameClock ? known.recent : []), { clockMhz, powerW }].slice(-settledCount);
  if (recent.length < settledCount) return { ...known, recent };
  const settled = { clockMhz, powerW: Math.max(...recent.map((point) => point.powerW)) };
  return {
    ...known,
    recent,
    points: addPoint(known.points, settled),
    lowestClockMhz: lower(known.lowestClockMhz, clockMhz),
  };
}

/** A point is needless when another has no less clock and no more power. */
function addPoint(points: readonly RestPoint[], added: RestPoint): readonly RestPoint[] {
  const covers = (point: RestPoint, other: RestPoint): boolean =>
    point.clockMhz >= other.clockMhz && point.powerW <= other.powerW;
  if (points.some((point) => covers(point, added))) return points;
  return [...points.filter((point) => !covers(added, point)), added].slice(-restPointsMax);
}

function lower(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}

/** Lowest settled power seen at this clock or a higher one, W; null when there is none yet. */
export function restingPowerW(memory: RestMemory, uuid: string, clockMhz: number): number | null {
  const points = memory.gpus.find((each) => each.uuid === uuid)?.points ?? [];
  return points
    .filter((point) => point.clockMhz >= clockMhz)
    .reduce<number | null>((lowest, point) => lower(lowest, point.powerW), null);
}

/** Lowest settled clock seen, MHz; null when there is none yet. */
export function restingClockMhz(memory: RestMemory, uuid: string): number | null {
  return memory.gpus.find((each) => each.uuid === uuid)?.lowestClockMhz ?? null;
}
