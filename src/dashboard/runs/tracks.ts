/** The latest telemetry of each live run, as points over time. Pure; bounded in time and number. */
import type { LiveSample } from '../../http/live/protocol.ts';
import { fieldsOf, listOf, numberOf, textOf, timeOf } from '../service/loose.ts';

/** What is kept of a run. */
export const trackMs = 10 * 60_000;
const pointsMax = 600;
/** Runs kept; the one heard of least lately goes first. */
const runsMax = 64;
/** Points further apart than this are not joined: what was between is not known. */
export const joinMsMax = 30_000;

/** One sample, by the worker's clock where it says, else by the service's. */
export interface Point {
  readonly atMs: number;
  /** Percent; null: not known. */
  readonly cpu: number | null;
  /** Busiest GPU, percent; null: not known. */
  readonly gpu: number | null;
  /** Memory of the machine in use, percent; null: not known. */
  readonly memory: number | null;
  /** Memory in use on all its GPUs, MiB; null: not known. */
  readonly vram: number | null;
}

/** Where the idle gate stands with a run; times in ms, null where it was not told. */
export interface Quiet {
  readonly state: string | null;
  readonly progressMs: number | null;
  readonly sustainMs: number | null;
}

/** The latest ten minutes of one run; `quiet` is null where the last frame told nothing of the gate. */
export interface Track {
  readonly points: readonly Point[];
  /** False: the machine is known to have none. */
  readonly hasGpu: boolean;
  readonly quiet: Quiet | null;
  /** Why the latest reading is not there; null when it is. */
  readonly problem: string | null;
}

/** By run id, the one heard of least lately first. */
export type Tracks = ReadonlyMap<string, Track>;

/** The tracks with one more sample. */
export function addSample(tracks: Tracks, frame: LiveSample): Tracks {
  const atMs = timeOf(fieldsOf(frame.sample).at) ?? timeOf(frame.observed_at);
  if (atMs === null || typeof frame.run_id !== 'string') return tracks;
  const before = tracks.get(frame.run_id);
  const next = new Map(tracks);
  next.delete(frame.run_id);
  next.set(frame.run_id, {
    points: [...(before?.points ?? []), readPoint(frame, atMs)]
      .filter((point) => point.atMs > atMs - trackMs && point.atMs <= atMs)
      .slice(-pointsMax),
    hasGpu: hasGpu(frame.sample) ?? before?.hasGpu ?? true,
    quiet: readQuiet(frame.idle),
    problem: textOf(frame.problem),
  });
  const oldest = next.keys().next().value;
  if (next.size > runsMax && oldest !== undefined) next.delete(oldest);
  return next;
}

function readPoint({ sample }: LiveSample, atMs: number): Point {
  const fields = fieldsOf(sample);
  const gpus = listOf(fields.gpus, (gpu) => numberOf(gpu.utilization_pct));
  const used = listOf(fields.gpus, (gpu) => numberOf(gpu.memory_used_mib));
  return {
    atMs,
    cpu: numberOf(fields.cpu_pct),
    gpu: ofAll(gpus, (values) => Math.max(...values)),
    memory: shareUsed(numberOf(fields.memory_available_mib), numberOf(fields.memory_total_mib)),
    vram: ofAll(used, (values) => values.reduce((sum, value) => sum + value)),
  };
}

/** One GPU that cannot be read leaves all of them unknown. */
export function ofAll(
  values: readonly (number | null)[] | null,
  join: (known: readonly number[]) => number,
): number | null {
  const known = values?.filter((value) => value !== null) ?? [];
  return known.length === 0 || known.length < (values?.length ?? 0) ? null : join(known);
}

/** Percent of the whole; null where one of the two is not known. */
export const shareUsed = (free: number | null, whole: number | null): number | null =>
  free === null || whole === null || whole <= 0 ? null : (1 - free / whole) * 100;

/** Null: the sample does not say. */
function hasGpu(sample: unknown): boolean | null {
  const { gpus } = fieldsOf(sample);
  return Array.isArray(gpus) ? gpus.length > 0 : null;
}

function readQuiet(idle: unknown): Quiet | null {
  if (typeof idle !== 'object' || idle === null) return null;
  const fields = fieldsOf(idle);
  return {
    state: textOf(fields.state),
    progressMs: numberOf(fields.window_progress_ms) ?? numberOf(fields.progress_ms),
    sustainMs: numberOf(fields.required_ms) ?? numberOf(fields.sustain_ms),
  };
}
