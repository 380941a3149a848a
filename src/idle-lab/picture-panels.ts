/** What the replay picture plots: machine CPU, and use, power and memory of each GPU. */
import { roundAbove } from '../lib/chart/ticks.ts';
import type { IdleProfile } from '../machines/idle-gate/profile.ts';
import type { GpuSample } from '../sensing/sample.ts';
import type { Trace } from './trace.ts';

interface Series {
  /** Empty where the panel has one line and its title says what it is. */
  readonly name: string;
  /** One for each sample; null: unknown. */
  readonly values: readonly (number | null)[];
}

/**
 * One plot of the picture. Its vertical axis goes from 0 to `top`; `limits` are lines across it,
 * both in `unit`.
 */
export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly top: number;
  readonly series: readonly Series[];
  readonly limits: readonly { readonly name: string; readonly value: number }[];
}

/** Pure. The GPU panels are left out of a recording without GPUs. */
export function toPanels(trace: Trace, profiles: readonly IdleProfile[]): readonly Panel[] {
  const uuids = [
    ...new Set(trace.entries.flatMap(({ sample }) => sample.gpus?.map(({ uuid }) => uuid) ?? [])),
  ];
  const perGpu = (pick: (gpu: GpuSample) => number | null): Series[] =>
    uuids.map((uuid, index) => ({
      name: uuids.length > 1 ? `GPU ${index}` : '',
      values: trace.entries.map(({ sample }) => {
        const gpu = sample.gpus?.find((each) => each.uuid === uuid);
        return gpu === undefined ? null : pick(gpu);
      }),
    }));
  const limits = (word: string, field: LimitField): Panel['limits'] =>
    [...new Set(profiles.map((profile) => profile[field]))].map((value) => ({
      name: `${word} ${value} %`,
      value,
    }));
  const cpu: Panel = {
    title: 'CPU of the machine',
    unit: '%',
    top: 100,
    series: [{ name: '', values: trace.entries.map(({ sample }) => sample.cpu_pct) }],
    limits: limits('mean below', 'cpu_idle_threshold_pct'),
  };
  if (uuids.length === 0) return [cpu];
  const power = perGpu((gpu) => gpu.power_w);
  const memory = perGpu((gpu) =>
    gpu.memory_used_mib === null ? null : gpu.memory_used_mib / 1024,
  );
  return [
    cpu,
    {
      title: 'GPU use',
      unit: '%',
      top: 100,
      series: perGpu((gpu) => gpu.utilization_pct),
      limits: [
        ...limits('mean below', 'gpu_idle_avg_threshold_pct'),
        ...limits('peak below', 'gpu_idle_peak_threshold_pct'),
      ],
    },
    { title: 'GPU power', unit: 'W', top: roundUp(power), series: power, limits: [] },
    { title: 'GPU memory', unit: 'GiB', top: roundUp(memory), series: memory, limits: [] },
  ];
}

type LimitField =
  | 'cpu_idle_threshold_pct'
  | 'gpu_idle_avg_threshold_pct'
  | 'gpu_idle_peak_threshold_pct';

/** Tops of panels, times a power of ten. */
const topSteps = [1, 2, 4, 5, 8, 10];

/** A round number that nothing exceeds. */
function roundUp(series: readonly Series[]): number {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  return roundAbove(
    known.reduce((most, value) => Math.max(most, value), 1),
    topSteps,
  );
}
