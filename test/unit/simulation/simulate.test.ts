/** Simulated hours: the same seed ends at the same hash, and nothing that never must happen does. */
import { describe, expect, it } from 'vitest';
import { defaultSettings, type SimulationOptions } from '../../../src/simulation/settings.ts';
import { simulate } from '../../../src/simulation/simulate.ts';

const some: SimulationOptions = {
  days: 0.125,
  seed: 7,
  ideas: 16,
  faults: 6,
  settings: defaultSettings(3),
};

describe('a simulation', () => {
  it('is the same for the same seed, to the last hash, and another for another', async () => {
    const [first, again, other] = [
      await simulate(some),
      await simulate(some),
      await simulate({ ...some, seed: 8 }),
    ];
    expect(first.broken).toBeNull();
    expect(again).toEqual(first);
    expect(other.broken).toBeNull();
    expect(other.head.hash).not.toBe(first.head.hash);
  });

  it('names in one line what plays the same again', async () => {
    const { again } = await simulate({
      ...some,
      days: 0.05,
      command: 'orrery simulate --workers 3',
    });
    expect(again).toBe('orrery simulate --workers 3 --days 0.05 --seed 7 --ideas 16 --faults 600');
  });

  it('without faults has one life, tries nothing at random, and brings its work to an end', async () => {
    const report = await simulate({ ...some, days: 0.5, ideas: 12, faults: 0 });
    expect(report.broken).toBeNull();
    expect(Object.values(report.faults).every((count) => count === 0)).toBe(true);
    expect(report.verbs).toEqual({});
    // One at once and one every five minutes, each answered after a moment.
    expect(report.heartbeat).toEqual({ calls: 144, late: 0, down: 0 });
    expect(report.lives).toBe(1);
    expect(report.items['completed'] ?? 0).toBeGreaterThan(4);
    expect(report.published).toBeGreaterThan(0);
    expect(report.commits_checked).toBeGreaterThan(100);
  });
});
