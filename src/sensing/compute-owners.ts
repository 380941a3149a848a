/** Whose the compute processes on each GPU are: the run's, another's on this machine, or nobody's. */
import type { IdleSample } from '../machines/idle-gate/events.ts';
import type { ProcessList } from './process-list.ts';
import type { RunMember } from './process-tree.ts';

interface OwnedReading {
  readonly sample: IdleSample;
  /** Null: unreadable. */
  readonly list: ProcessList | null;
  readonly members: readonly RunMember[];
}

/**
 * Adds the owners to a run's sample, where both the driver's list and the machine's are known. A
 * pid that this machine does not list may be of another container, or a context whose process is
 * gone: nobody can say that it is not the run's. Pure.
 */
export function nameComputeOwners({ sample, list, members }: OwnedReading): IdleSample {
  if (sample.gpus === null || list === null) return sample;
  const ownPids = new Set(members.map(({ process }) => process.pid));
  const listedPids = new Set(list.processes.map(({ pid }) => pid));
  const gpus = sample.gpus.map((gpu) => {
    if (gpu.compute_pids === null) return gpu;
    const run = gpu.compute_pids.filter((pid) => ownPids.has(pid)).length;
    const nobody = gpu.compute_pids.filter((pid) => !listedPids.has(pid)).length;
    const others = gpu.compute_pids.length - run - nobody;
    return { ...gpu, compute_owners: { run, others, nobody } };
  });
  return { ...sample, gpus };
}
