/** Whose compute processes are: what may be the run's is never taken for another's. */
import { describe, expect, it } from 'vitest';
import { nameComputeOwners } from '../../../src/sensing/compute-owners.ts';
import type { ListedProcess } from '../../../src/sensing/process-list.ts';
import { sampleAt } from '../machines/idle-samples.ts';

const listed = (pid: number) => ({ pid }) as ListedProcess;
const units = { pageBytes: 4096, ticksPerSecond: 100 };
const listOf = (...pids: number[]) => ({
  monotonicMs: 0,
  bootId: 'boot',
  units,
  processes: pids.map(listed),
});
const members = [{ process: listed(7), mark: 'root' as const }];
const ownersOf = (pids: readonly number[] | null, list: ReturnType<typeof listOf> | null) =>
  nameComputeOwners({ sample: sampleAt(0, { gpu: { compute_pids: pids } }), list, members })
    .gpus![0]!.compute_owners;

describe('the owners of compute processes', () => {
  it('are not known without the list of either side', () => {
    expect(ownersOf(null, listOf(7))).toBeUndefined();
    expect(ownersOf([7], null)).toBeUndefined();
  });

  it('are the run, others of this machine, and nobody that it knows', () => {
    expect(ownersOf([7, 8, 9, 10], listOf(7, 8, 1))).toEqual({ run: 1, others: 1, nobody: 2 });
    expect(ownersOf([], listOf(7))).toEqual({ run: 0, others: 0, nobody: 0 });
  });

  it('say nothing of GPUs that are unknown', () => {
    const sample = sampleAt(0, { gpus: null });
    expect(nameComputeOwners({ sample, list: listOf(7), members })).toBe(sample);
  });
});
