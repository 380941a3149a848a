/** What the sensors of a simulated machine read at one moment. Pure. */
import type { GpuSample } from '../sensing/sample.ts';
import type { SystemReading } from '../sensing/system-sampler.ts';
import { noiseAt } from './noise.ts';
import type { GpuModel, Phase, Scenario } from './scenario.ts';
import { shapeLoad } from './timeline.ts';

/** A phase that is being played. */
export interface ActivePhase {
  readonly phase: Phase;
  /** How far it has come, ms. */
  readonly intoMs: number;
  readonly seed: number;
  /** Its processes that hold GPU memory. */
  readonly pids: readonly number[];
}

/** Memory that the driver keeps for itself, MiB. */
const driverMib = 4;
const channels = { cpu: 100, power: 200, use: 300, rest: 400 } as const;

/** The same for an index on every simulated machine; no real driver gives such a name. */
export const gpuUuid = (index: number): string => `GPU-simulated-${index}`;

/** Readings of every GPU. */
export function readGpus(
  machine: Scenario['machine'],
  active: readonly ActivePhase[],
  at: { readonly nowMs: number; readonly seed: number },
): GpuSample[] {
  const frozen = active.some(({ phase }) => phase.fault === 'frozen');
  // A stuck sensor repeats the reading it had when the phase began.
  const seen = frozen ? active.map((each) => ({ ...each, intoMs: 0 })) : active;
  return machine.gpus.map((gpu, index) =>
    readGpu(gpu, index, seen, frozen ? { ...at, nowMs: 0 } : at),
  );
}

function readGpu(
  gpu: GpuModel,
  index: number,
  active: readonly ActivePhase[],
  at: { readonly nowMs: number; readonly seed: number },
): GpuSample {
  const sum = (read: (each: ActivePhase) => number): number =>
    active.reduce((total, each) => total + read(each), 0);
  const use = Math.min(100, Math.round(sum((each) => useOf(each, index))));
  const heldMib = Math.round(sum((each) => memoryOf(each, index)));
  const asked = active.map(({ phase }) => valueAt(phase.power_w, index));
  const powerW = asked.find((value) => value !== undefined) ?? powerOf(gpu, use, heldMib);
  const wobble = noiseAt(at.seed, channels.power + index, at.nowMs) * 0.4;
  const pids = active.flatMap((each) => (memoryOf(each, index) > 0 ? each.pids : []));
  return {
    index,
    uuid: gpuUuid(index),
    name: gpu.name,
    utilization_pct: use,
    memory_used_mib: Math.min(gpu.memory_mib, driverMib + heldMib),
    memory_total_mib: gpu.memory_mib,
    power_w: Math.round(Math.max(0, powerW + wobble) * 100) / 100,
    temperature_c: Math.round(28 + (powerW / Math.max(1, gpu.full_w)) * 40),
    sm_clock_mhz: use > 0 ? 1980 : 345,
    compute_pids: [...new Set(pids)].sort((left, right) => left - right),
  };
}

function useOf({ phase, intoMs, seed }: ActivePhase, index: number): number {
  const full = valueAt(phase.gpu_pct, index) ?? 0;
  return shapeLoad(full, phase, { intoMs, seed, channel: channels.use + index });
}

/** Memory only grows on a ramp; the other patterns hold it all the time. */
function memoryOf({ phase, intoMs, seed }: ActivePhase, index: number): number {
  const full = valueAt(phase.vram_mib, index) ?? 0;
  return phase.pattern === 'ramp' ? shapeLoad(full, phase, { intoMs, seed, channel: 0 }) : full;
}

function powerOf(gpu: GpuModel, use: number, heldMib: number): number {
  const lowest = heldMib > 0 || use > 0 ? gpu.held_w : gpu.rest_w;
  return lowest + ((gpu.full_w - lowest) * use) / 100;
}

function valueAt(value: number | readonly number[] | undefined, index: number): number | undefined {
  return typeof value === 'object' ? value[index] : value;
}

/** CPU, memory and load of the machine. */
export function readSystem(
  machine: Scenario['machine'],
  active: readonly ActivePhase[],
  at: { readonly nowMs: number; readonly seed: number },
): SystemReading {
  const cores = active.reduce((sum, each) => sum + coresOf(each), 0);
  const rest = machine.rest_cpu_pct * (1 + noiseAt(at.seed, channels.rest, at.nowMs) * 0.2);
  const usedMib = active.reduce((sum, { phase }) => sum + phase.memory_mib, 0);
  const freeMib = machine.memory_mib * 0.95 - usedMib;
  const unknown = active.some(({ phase }) => phase.fault === 'cpu_unknown');
  return {
    cpu_pct: unknown ? null : Math.min(100, rest + (cores / machine.cores) * 100),
    load1: Math.round(cores * 100) / 100,
    memory_total_mib: machine.memory_mib,
    memory_available_mib: Math.max(0, Math.floor(freeMib)),
    pressure: { cpu: 0, io: 0, memory: 0 },
    problems: unknown ? ['cpu_pct: stat cannot be read (simulated)'] : [],
  };
}

function coresOf({ phase, intoMs, seed }: ActivePhase): number {
  return shapeLoad(phase.cpu_cores, phase, { intoMs, seed, channel: channels.cpu });
}
