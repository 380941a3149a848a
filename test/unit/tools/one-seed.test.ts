/** Random choices of tests follow the seed of their run, so that what a failure prints repeats it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('a property that names no options draws from the seed of the run', () => {
  const given = process.env['ORRERY_SEED'];
  const drawn = fc.check(
    fc.property(fc.integer(), () => false),
    { endOnFailure: true },
  );
  if (given === undefined) expect(drawn.seed).toEqual(expect.any(Number));
  else expect(drawn.seed).toBe(Number(given));
});
