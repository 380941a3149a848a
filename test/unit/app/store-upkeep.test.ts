/** The store is looked after once a second, one round at a time, and asked for nothing in between. */
import { expect, it } from 'vitest';
import { createStoreUpkeep } from '../../../src/app/plane/store-upkeep.ts';
import type { Log } from '../../../src/app/process/log.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import type { ReadModels } from '../../../src/store/ports/read-models.ts';

function setUp() {
  const clock = createManualClock();
  const calls: string[] = [];
  const logged: unknown[] = [];
  const state = { trouble: null as string | null, fault: null as Error | null };
  const reads: Pick<ReadModels, 'indexPending'> = {
    async indexPending() {
      calls.push('index');
      if (state.fault !== null) throw state.fault;
      return 0;
    },
  };
  const log: Pick<Log, 'error'> = { error: (fields: unknown) => logged.push(fields) };
  const store = {
    reads: reads as ReadModels,
    async probeWrites() {
      calls.push('probe');
      if (state.fault !== null) throw state.fault;
      return state.trouble;
    },
  };
  const upkeep = createStoreUpkeep(store, clock, log as Log);
  return { clock, calls, logged, state, upkeep };
}

it('knows from the start whether the store takes writes', async () => {
  const { state, upkeep } = setUp();
  state.trouble = 'the disk is full';
  await upkeep.start();
  expect(upkeep.writeTrouble()).toBe('the disk is full');
  await upkeep.stop();
});

it('looks again and brings the index forward every second, and not after it was stopped', async () => {
  const { clock, calls, state, upkeep } = setUp();
  await upkeep.start();
  state.trouble = 'the disk is full';
  clock.advance(1000);
  await upkeep.stop();
  expect(upkeep.writeTrouble()).toBe('the disk is full');
  expect(calls).toEqual(['probe', 'probe', 'index']);
  clock.advance(10_000);
  expect(calls).toHaveLength(3);
});

it('takes a writer that cannot be asked for trouble, and says so in the log', async () => {
  const { clock, calls, logged, state, upkeep } = setUp();
  await upkeep.start();
  state.fault = new Error('the writer is gone');
  clock.advance(1000);
  await upkeep.stop();
  expect(upkeep.writeTrouble()).toBe('the writer is gone');
  expect(logged).toHaveLength(1);
  expect(calls).toEqual(['probe', 'probe', 'index']);
});
