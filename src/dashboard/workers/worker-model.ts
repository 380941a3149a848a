/** The GPUs of workers, as the page was told them and as live samples tell them. Pure. */
import type { LiveSample } from '../../http/live/protocol.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, timeOf } from '../service/loose.ts';

/** A GPU as one look or one sample read it; null is a reading that could not be taken. */
export interface WorkerGpu {
  readonly index: number | null;
  readonly name: string | null;
  /** Percent. */
  readonly use: number | null;
  readonly usedMib: number | null;
  readonly totalMib: number | null;
  readonly watts: number | null;
}

/** A machine's GPUs at one time; `gpus` is null where they could not be read, empty where there is none. */
export interface GpuReadings {
  readonly atMs: number | null;
  readonly gpus: readonly WorkerGpu[] | null;
}

/** Of a look or a sample. */
export const readGpu = (gpu: Fields): WorkerGpu => ({
  index: numberOf(gpu.index),
  name: textOf(gpu.name),
  use: numberOf(gpu.utilization_pct),
  usedMib: numberOf(gpu.memory_used_mib),
  totalMib: numberOf(gpu.memory_total_mib),
  watts: numberOf(gpu.power_w),
});

/** What the latest frame of the feed told of each worker's GPUs. */
export type LiveReadings = ReadonlyMap<string, GpuReadings>;
const workersMax = 64;

/** With one more sample; a frame without one changes nothing. */
export function addReadings(known: LiveReadings, frame: LiveSample): LiveReadings {
  const sample = fieldsOf(frame.sample);
  const atMs = timeOf(sample.at);
  if (atMs === null) return known;
  const next = new Map(known);
  next.delete(frame.worker_target);
  next.set(frame.worker_target, { atMs, gpus: listOf(sample.gpus, readGpu) });
  const oldest = next.keys().next().value;
  if (next.size > workersMax && oldest !== undefined) next.delete(oldest);
  return next;
}

/** What can be asked of a worker. */
export type WorkerVerb = 'refresh' | 'retry';

/** How far something asked of a worker has come. */
export interface WorkerAct {
  readonly verb: WorkerVerb;
  readonly phase: 'sending' | 'done' | 'failed';
  readonly words: string;
}
