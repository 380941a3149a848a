/** One seed for all property tests of a run: printed with every failure, given by `ORRERY_SEED`. */

const given = process.env['ORRERY_SEED'];

/** fast-check parameters: the seed of this run, and `runs` cases scaled by `ORRERY_PROPERTY_SCALE`. */
export function propertyOptions(runs: number): { seed?: number; numRuns: number; verbose: 1 } {
  const scale = Number(process.env['ORRERY_PROPERTY_SCALE'] ?? '1');
  const numRuns = Math.max(1, Math.round(runs * scale));
  return given === undefined
    ? { numRuns, verbose: 1 }
    : { seed: Number(given), numRuns, verbose: 1 };
}
