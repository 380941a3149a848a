/** The five signals over a window, with their margins. */
import {
  hasGpu,
  mean,
  type Observation,
  type ObservationRules,
  vramDeltaMib,
} from './observation.ts';

/** The signals in the order in which they are measured and shown. */
export const signalNames = [
  'no_live_process',
  'cpu_mean_pct',
  'gpu_mean_pct',
  'gpu_peak_pct',
  'vram_delta_mib',
] as const;
/** Name of a signal, as receipts and replays have it. */
export type SignalName = (typeof signalNames)[number];

/** One signal over one window: what was measured, and by how much it holds or does not. */
export type Signal = {
  readonly name: SignalName;
  /** False: not asked for, or there is no GPU; such a signal holds. */
  readonly applies: boolean;
  /** Null: unknown, or it does not apply. */
  readonly value: number | null;
  readonly threshold: number;
  /** Threshold less value: how much room there was. Negative or, for a mean or peak, 0: too much. */
  readonly margin: number | null;
  readonly holds: boolean;
};

/**
 * Measures the signals over the observations of one window, each of them complete. Means are over
 * samples. An empty window has no values, and only signals that do not apply hold. Pure.
 */
export function measureSignals(
  window: readonly Observation[],
  rules: ObservationRules,
): readonly Signal[] {
  const { profile, requireNoProcess } = rules;
  const anyGpu = window.some(hasGpu);
  const over = (measure: () => number): number | null => (window.length === 0 ? null : measure());
  const alive = over(() => Math.max(...window.map((seen) => seen.alive ?? 0)));
  const cpu = over(() => mean(window.map((seen) => seen.cpu_pct!)));
  const gpuMean = over(() => mean(window.map((seen) => seen.gpu_mean_pct!)));
  const gpuPeak = over(() => Math.max(...window.map((seen) => seen.gpu_peak_pct!)));
  const vram = over(() => largestVramDelta(window));
  const gpuApplies = window.length === 0 || anyGpu;
  return [
    toSignal('no_live_process', requireNoProcess, alive, 0, 'up_to'),
    toSignal('cpu_mean_pct', true, cpu, profile.cpu_idle_threshold_pct, 'below'),
    toSignal('gpu_mean_pct', gpuApplies, gpuMean, profile.gpu_idle_avg_threshold_pct, 'below'),
    toSignal('gpu_peak_pct', gpuApplies, gpuPeak, profile.gpu_idle_peak_threshold_pct, 'below'),
    toSignal('vram_delta_mib', gpuApplies, vram, profile.vram_delta_threshold_mib, 'up_to'),
  ];
}

function toSignal(
  name: SignalName,
  applies: boolean,
  measured: number | null,
  threshold: number,
  rule: 'below' | 'up_to',
): Signal {
  const value = applies ? measured : null;
  const margin = value === null ? null : threshold - value;
  const isWithin = margin !== null && (rule === 'below' ? margin > 0 : margin >= 0);
  return { name, applies, value, threshold, margin, holds: !applies || isWithin };
}

function largestVramDelta(window: readonly Observation[]): number {
  let largest = 0;
  for (let index = 1; index < window.length; index += 1) {
    largest = Math.max(largest, vramDeltaMib(window[index - 1]!, window[index]!) ?? Infinity);
  }
  return largest;
}
