/** The clock of samplers: it waits longer while nothing changes, and never when something has. */
import { expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createSamplingClock } from '../../../src/simulation/sampling-clock.ts';

function sampling(isDull: () => boolean) {
  const time = createManualClock();
  const clock = createSamplingClock(time, { intervalMs: 30_000, isDull });
  const at: number[] = [];
  const set = (delayMs: number) => clock.setTimer(delayMs, () => at.push(time.monotonic()));
  return { time, clock, at, set };
}

it('waits as it is told while something may change, and for anything short', () => {
  const { time, at, set } = sampling(() => false);
  set(30_000);
  time.advance(30_000);
  expect(at).toEqual([30_000]);
  const dull = sampling(() => true);
  dull.set(5);
  dull.time.advance(5);
  expect(dull.at).toEqual([5]);
});

it('waits longer while nothing can change, and until the next sample is due once it has', () => {
  const { time, clock, at, set } = sampling(() => true);
  set(30_000);
  time.advance(100_000);
  expect(at).toEqual([]);
  clock.wake();
  time.advance(20_000);
  expect(at).toEqual([120_000]);
  set(30_000);
  time.advance(630_000);
  expect(at).toEqual([120_000, 750_000]);
});

it('forgets a wait that was called off', () => {
  const { time, clock, at, set } = sampling(() => true);
  set(30_000).cancel();
  clock.wake();
  time.advance(3_600_000);
  expect(at).toEqual([]);
});
