/** When connections are refused for want of descriptors, and when they are taken again. */
import { expect, it } from 'vitest';
import { createConnectionGuard } from '../../../src/app/process/connection-guard.ts';
import { createManualClock } from '../../../src/lib/clock.ts';

function world(max: number, used: number) {
  const state = { used, isPaused: false, fault: null as Error | null };
  const said: string[] = [];
  const clock = createManualClock();
  const guard = createConnectionGuard({
    descriptors: { max, used: () => state.used },
    clock,
    log: { warn: (_fields, message) => void said.push(message) },
  });
  guard.start({
    pause: () => {
      state.isPaused = true;
    },
    resume: async () => {
      if (state.fault !== null) throw state.fault;
      state.isPaused = false;
    },
  });
  const pass = async (open: number): Promise<void> => {
    state.used = open;
    clock.advance(250);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { state, said, guard, pass };
}

it('pauses when few are left, says so once, and goes on when enough are free', async () => {
  const { state, said, guard, pass } = world(1024, 50);
  expect(said).toEqual([]);
  await pass(1024 - 32);
  expect([state.isPaused, guard.trouble()]).toEqual([false, null]);
  await pass(1024 - 31);
  await pass(1024);
  expect(state.isPaused).toBe(true);
  expect(said).toEqual([expect.stringMatching(/^993 of 1024 file descriptors are in use/)]);
  expect(guard.trouble()).toContain('no new connections are accepted');
  await pass(1024 - 39);
  expect(state.isPaused).toBe(true);
  await pass(1024 - 40);
  expect(state.isPaused).toBe(false);
  expect([guard.trouble(), said[1]]).toEqual([null, 'connections are accepted again']);
});

it('tries again when it cannot listen again', async () => {
  const { state, said, guard, pass } = world(1024, 50);
  await pass(1024);
  state.fault = new Error('the address is taken');
  await pass(100);
  expect(guard.trouble()).toContain('the address is taken');
  state.fault = null;
  await pass(100);
  expect([guard.trouble(), said.length]).toEqual([null, 2]);
});

it('says at the start when hardly any are left, and still serves with those', async () => {
  const { state, said, pass } = world(64, 54);
  expect(said).toEqual([expect.stringContaining('raise the limit')]);
  await pass(62);
  expect(state.isPaused).toBe(false);
  await pass(63);
  expect(state.isPaused).toBe(true);
});

it('looks no more once it is stopped', async () => {
  const { state, guard, pass } = world(1024, 50);
  guard.stop();
  await pass(1024);
  expect(state.isPaused).toBe(false);
});
