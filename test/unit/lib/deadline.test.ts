/** Signals with a time, which garbage collection must not take away. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createManualClock, pause, systemClock } from '../../../src/lib/clock.ts';
import { startDeadline, withDeadline } from '../../../src/lib/deadline.ts';

it('is aborted when it is too late, though garbage is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const other = new AbortController();
  const { signal } = startDeadline(systemClock, { ms: 60, signals: [other.signal] });
  const aborted = new Promise<void>((done) => {
    signal.addEventListener('abort', () => done());
  });
  for (let round = 0; round < 3; round += 1) {
    await pause(systemClock, 5);
    collect();
  }
  await aborted;
  expect(other.signal.aborted).toBe(false);
});

it('is aborted with another, and leaves no timer behind', async () => {
  const clock = createManualClock();
  const other = new AbortController();
  const work = withDeadline(clock, { ms: 60, signals: [other.signal] }, async (signal) => {
    expect(clock.pendingCount).toBe(1);
    other.abort(new Error('called off'));
    signal.throwIfAborted();
  });
  await expect(work).rejects.toThrow('called off');
  expect(clock.pendingCount).toBe(0);
});

it('tells the reason that it was given', async () => {
  const clock = createManualClock();
  const reason = new Error('it took too long');
  const { signal } = startDeadline(clock, { ms: 60, signals: [], reason });
  clock.advance(59);
  expect(signal.aborted).toBe(false);
  clock.advance(1);
  expect(signal.reason).toBe(reason);
});
