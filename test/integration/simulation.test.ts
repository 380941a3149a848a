/** Simulated days: the same seed ends at the same hash, every site of faults is hit, nothing is broken. */
import { describe, expect, it } from 'vitest';
import { faultSites } from '../../src/simulation/faults.ts';
import { type SimulationOptions, simulate } from '../../src/simulation/simulate.ts';

const some: SimulationOptions = { days: 1, seed: 7, workers: 4, ideas: 40, faults: 2 };

describe('a simulation', () => {
  it('is the same for the same seed, to the last hash, and another for another', async () => {
    const [first, again, other] = [
      await simulate(some),
      await simulate(some),
      await simulate({ ...some, seed: 8 }),
    ];
    expect(first.wrongs).toEqual([]);
    expect(again).toEqual(first);
    expect(other.wrongs).toEqual([]);
    expect(other.head.hash).not.toBe(first.head.hash);
  });

  it('without faults has one life, and work that comes to its end', async () => {
    const report = await simulate({ ...some, ideas: 20, faults: 0 });
    expect(report.wrongs).toEqual([]);
    expect(Object.values(report.faults).every((count) => count === 0)).toBe(true);
    expect(report.lives).toBe(1);
    expect(report.papers['publication_draft'] ?? 0).toBeGreaterThan(1);
    expect(report.items['completed'] ?? 0).toBeGreaterThan(4);
  });

  it('hits every site of faults within a few days, and nothing is lost or twice', async () => {
    const report = await simulate({ days: 2, seed: 3, workers: 4, ideas: 60, faults: 12 });
    expect(report.wrongs).toEqual([]);
    expect(faultSites.filter((site) => report.faults[site] === 0)).toEqual([]);
  });
});
