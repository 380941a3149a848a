/** From when on somebody is told that the disk fills: early on large ones, and never always on small ones. */
import { expect, it } from 'vitest';
import { wantedMib } from '../../../src/app/vitals.ts';

it.each([
  [400, 100],
  [8_192, 1_024],
  [102_400, 5_120],
  [4_000_000, 10_240],
])('wants of a file system of %d MiB %d free', (total, wanted) => {
  expect(wantedMib(total)).toBe(wanted);
});
