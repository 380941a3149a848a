/** Tells "has no GPU" from "has lost one": a device that was seen before must not just be gone. */
import type { GpuReading } from './gpu-source.ts';
import type { GpuList } from './parsers/nvidia-query-gpu.ts';

interface SeenDevices {
  /** The list, or unknown when a device that was seen before is not in it. */
  check(list: GpuList): GpuReading;
}

/** Remembers the devices of the last whole list, for as long as the service runs. */
export function createSeenDevices(): SeenDevices {
  let seen: readonly string[] = [];
  return {
    check(list) {
      if (list.gpus === null) return list;
      const uuids = list.gpus.map((gpu) => gpu.uuid);
      const missing = seen.filter((uuid) => !uuids.includes(uuid));
      if (missing.length > 0) return unknownGpus(`${missing.join(', ')} seen before has vanished`);
      seen = uuids;
      return list;
    },
  };
}

/** A reading that tells nothing, and why. */
export function unknownGpus(problem: string, ...others: readonly string[]): GpuReading {
  return { gpus: null, problems: [...others, `gpus: ${problem}`] };
}
