/** How many cases a property test tries; their seed is that of the whole run (`test/support/one-seed.ts`). */

/** fast-check parameters: `runs` cases, scaled by `ORRERY_PROPERTY_SCALE`. */
export function propertyOptions(runs: number): { numRuns: number; verbose: 1 } {
  const scale = Number(process.env['ORRERY_PROPERTY_SCALE'] ?? '1');
  return { numRuns: Math.max(1, Math.round(runs * scale)), verbose: 1 };
}
