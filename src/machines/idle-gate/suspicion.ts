/**
 * Readings that contradict each other. A suspicion never makes a run idle and never makes it busy:
 * while there is one in the window, the window must last `suspectSustainFactor` times as long.
 */
import type { IdleGpu, IdleSample } from './events.ts';

/** This much used memory is more than a driver keeps for itself, MiB. */
const heldMemoryMib = 1024;
/** Utilization that only real work shows, percent. */
const fullUsePct = 99;
/** Up to this much above the lowest power seen, a GPU is not working. */
const restPowerFactor = 1.25;
/** So many equal readings in a row, down to 10 mW, are more likely a stuck sensor than rest. */
export const frozenSampleCount = 120;

/** What is remembered of one GPU between samples. */
export interface GpuMemory {
  readonly uuid: string;
  readonly lowestPowerW: number | null;
  /** The last readings as text, and how many samples in a row had them. */
  readonly readings: string;
  readonly repeats: number;
}

/** What is remembered of all sensors. Plain data. */
export interface SensorMemory {
  readonly gpus: readonly GpuMemory[];
  /** Samples in a row whose CPU use was exactly nothing. */
  readonly stillCpuSamples: number;
}

/** Takes in one sample. Pure. */
export function rememberSensors(memory: SensorMemory, sample: IdleSample): SensorMemory {
  return {
    gpus: rememberGpus(memory.gpus, sample.gpus),
    stillCpuSamples: sample.cpu_pct === 0 ? memory.stillCpuSamples + 1 : 0,
  };
}

/** Drops devices that are gone. */
function rememberGpus(
  memory: readonly GpuMemory[],
  gpus: IdleSample['gpus'],
): readonly GpuMemory[] {
  return (gpus ?? []).map((gpu) => {
    const before = memory.find((each) => each.uuid === gpu.uuid);
    const readings = textOf(gpu);
    const lowest = before?.lowestPowerW ?? gpu.power_w;
    return {
      uuid: gpu.uuid,
      lowestPowerW:
        lowest === null || gpu.power_w === null ? lowest : Math.min(lowest, gpu.power_w),
      readings,
      repeats: before?.readings === readings ? before.repeats + 1 : 1,
    };
  });
}

function textOf(gpu: IdleGpu): string {
  const { utilization_pct, memory_used_mib, power_w, temperature_c, sm_clock_mhz } = gpu;
  return [utilization_pct, memory_used_mib, power_w, temperature_c, sm_clock_mhz].join(' ');
}

interface Suspicion {
  /** `busy_ghost` doubts that the GPU is busy; the others doubt that it is quiet. */
  readonly kind: 'busy_ghost' | 'held_memory' | 'frozen' | 'still_cpu';
  /** A sentence for people. */
  readonly text: string;
}

/** One for each contradiction in the sample; `memory` already holds this sample. Pure. */
export function findSuspicions(sample: IdleSample, memory: SensorMemory): Suspicion[] {
  const ofGpus = (sample.gpus ?? []).flatMap((gpu) => {
    const remembered = memory.gpus.find((each) => each.uuid === gpu.uuid);
    return [
      ...findBusyGhost(gpu, remembered),
      ...findHeldMemory(gpu),
      ...findFrozen(gpu, remembered),
    ];
  });
  return [...ofGpus, ...findStillCpu(memory)];
}

/** Taking a sample uses the CPU, so a count that never moves is not a machine at rest. */
function findStillCpu({ stillCpuSamples }: SensorMemory): Suspicion[] {
  if (stillCpuSamples < frozenSampleCount) return [];
  const text = `CPU use has been exactly 0 for ${frozenSampleCount} samples or more`;
  return [{ kind: 'still_cpu', text }];
}

function findBusyGhost(gpu: IdleGpu, remembered: GpuMemory | undefined): Suspicion[] {
  const { utilization_pct: use, power_w: powerW, memory_used_mib: usedMib } = gpu;
  const lowestW = remembered?.lowestPowerW ?? null;
  if (use === null || powerW === null || usedMib === null || lowestW === null) return [];
  const isGhost =
    use >= fullUsePct &&
    gpu.compute_pids?.length === 0 &&
    usedMib < heldMemoryMib &&
    powerW <= lowestW * restPowerFactor;
  const text = `${gpu.uuid} reads ${use} % with no process, hardly any memory and resting power`;
  return isGhost ? [{ kind: 'busy_ghost', text }] : [];
}

function findHeldMemory(gpu: IdleGpu): Suspicion[] {
  const usedMib = gpu.memory_used_mib;
  if (usedMib === null || usedMib < heldMemoryMib || gpu.compute_pids?.length !== 0) return [];
  return [{ kind: 'held_memory', text: `${gpu.uuid} holds ${usedMib} MiB with no process` }];
}

function findFrozen(gpu: IdleGpu, remembered: GpuMemory | undefined): Suspicion[] {
  // Without a power reading there is no noise whose absence could mean something.
  if (gpu.power_w === null || (remembered?.repeats ?? 0) < frozenSampleCount) return [];
  const text = `${gpu.uuid} has given the same readings ${frozenSampleCount} times or more`;
  return [{ kind: 'frozen', text }];
}
