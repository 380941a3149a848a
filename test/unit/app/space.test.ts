/** From when on somebody is told that the disk fills: early on large ones, and never always on small ones. */
import { expect, it } from 'vitest';
import { readRoom, wantedFiles, wantedMib } from '../../../src/app/process/disk-room.ts';

it.each([
  [400, 100],
  [8_192, 1_024],
  [102_400, 5_120],
  [4_000_000, 10_240],
])('wants of a file system of %d MiB %d free', (total, wanted) => {
  expect(wantedMib(total)).toBe(wanted);
});

it.each([
  [400, 20],
  [65_536, 3_276],
  [10_000_000, 10_000],
])('wants of a file system for %d files %d more', (total, wanted) => {
  expect(wantedFiles(total)).toBe(wanted);
});

it('counts no files where the file system does not', () => {
  const { free_files, wanted_files } = readRoom('/proc');
  expect([free_files, wanted_files]).toEqual([null, null]);
});
