/** The port through which GPU readings arrive, whether by a command a sample or by one stream. */
import type { GpuSample } from './sample.ts';

/** All GPUs of the machine at one time; a reading that could not be had says why in `problems`. */
export interface GpuReading {
  /** Empty: known to have none. Null: could not be told. */
  readonly gpus: readonly GpuSample[] | null;
  readonly problems: readonly string[];
}

/** Something that can tell the GPUs' state; never rejects, and answers within its own limit. */
export interface GpuSource {
  /** A reading that no earlier call got, less than one sample interval old. */
  read(): Promise<GpuReading>;
  /** A reading that begins after this call; absent where `read` always gives one. */
  readNow?(): Promise<GpuReading>;
  /**
   * Ends what the source has started. Readings under way come back unknown; one that is asked for
   * later starts it again. Resolves when it has gone, or after a short while all the same.
   */
  close?(): Promise<void>;
}

/** For machines that are known to have no GPU, and for tests. */
export const noGpuSource: GpuSource = {
  read: () => Promise.resolve({ gpus: [], problems: [] }),
};
