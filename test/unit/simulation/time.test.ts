/** Simulated time: what the wall clock showed, on the clock that never goes back. */
import { expect, it } from 'vitest';
import { SimulatedTime } from '../../../src/simulation/time.ts';

const startMs = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;
/** An hour and minutes by the wall clock. */
const at = (minutes: number): string => new Date(startMs + minutes * minuteMs).toISOString();

it('is known of a wall-clock time by how the clocks stood then, not by how they stand now', async () => {
  const time = new SimulatedTime(startMs);
  await time.goOn(10 * minuteMs);
  time.stepWall(5 * minuteMs);
  await time.goOn(20 * minuteMs);
  expect(time.elapsedAt(at(4))).toBe(4 * minuteMs);
  expect(time.elapsedAt(at(16))).toBe(11 * minuteMs);
  // Put over: it never was so late.
  expect(time.elapsedAt(at(12))).toBe(10 * minuteMs);
});

it('is the last of two times that had the same wall-clock time', async () => {
  const time = new SimulatedTime(startMs);
  await time.goOn(10 * minuteMs);
  time.stepWall(-3 * minuteMs);
  await time.goOn(12 * minuteMs);
  expect(time.elapsedAt(at(8))).toBe(11 * minuteMs);
  expect(time.elapsedAt(at(6))).toBe(6 * minuteMs);
  expect(time.elapsedAt(at(-1))).toBe(0);
});
