/** GPU readings by running `nvidia-smi` for each of them. */
import type { GpuSource } from './gpu-source.ts';
import { createNvidiaQueries, type NvidiaQueryOptions } from './nvidia-queries.ts';

/**
 * Creates the source. No such program and no device of the driver, or a driver that finds no
 * device: known to have no GPU, unless one was seen before. Any other failure: unknown. While a
 * command that was given up still hangs in the driver, no further one is started.
 */
export function createGpuSampler(options: NvidiaQueryOptions): GpuSource {
  const queries = createNvidiaQueries(options);
  return { read: () => queries.read() };
}
