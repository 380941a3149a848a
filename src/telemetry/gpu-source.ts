/** The port through which GPU readings arrive, whether by a command a sample or by one stream. */
import type { GpuSample } from './sample.ts';

export interface GpuReading {
  /** Empty: known to have none. Null: could not be told. */
  readonly gpus: readonly GpuSample[] | null;
  readonly problems: readonly string[];
}

/** Something that can tell the GPUs' state now; never rejects, and answers within its own limit. */
export interface GpuSource {
  read(): Promise<GpuReading>;
}

/** For machines that are known to have no GPU, and for tests. */
export const noGpuSource: GpuSource = {
  read: () => Promise.resolve({ gpus: [], problems: [] }),
};
