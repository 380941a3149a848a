/** Several sources of GPU readings as one: a machine may have GPUs of more than one maker. */
import type { GpuReading, GpuSource } from './gpu-source.ts';
import type { GpuSample } from './sample.ts';

/**
 * Joins the sources in their order. Empty only if all are known to have none; unknown if any is,
 * since a list without some GPUs would make them look quiet. Later sources' indexes go on after
 * those of the earlier ones.
 */
export function joinGpuSources(sources: readonly GpuSource[]): GpuSource {
  return {
    read: async () => join(await Promise.all(sources.map((source) => source.read()))),
    readNow: async () =>
      join(await Promise.all(sources.map((source) => source.readNow?.() ?? source.read()))),
    close: async () => {
      await Promise.all(sources.map(async (source) => source.close?.()));
    },
  };
}

function join(readings: readonly GpuReading[]): GpuReading {
  const problems = readings.flatMap((reading) => reading.problems);
  const joined: GpuSample[] = [];
  for (const { gpus } of readings) {
    if (gpus === null) return { gpus: null, problems };
    const first = joined.length === 0 ? 0 : Math.max(...joined.map((gpu) => gpu.index)) + 1;
    joined.push(...gpus.map((gpu) => ({ ...gpu, index: first + gpu.index })));
  }
  return { gpus: joined, problems };
}
