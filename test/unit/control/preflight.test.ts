/** What a preflight says about a worker that is not one, and about a pass with something against it. */
import { afterEach, describe, expect, it } from 'vitest';
import { pauseQueue } from '../../../src/control/common/switches.ts';
import { runPreflight, usualOptions } from '../../../src/control/workers/preflight.ts';
import { DispatchWorld } from '../../support/dispatch-world.ts';

const options = {
  requirePaused: false,
  strict: false,
  maxGpuPct: 5,
  minMemoryAvailableMib: 1,
  reuseMs: 0,
};
let world: DispatchWorld;
afterEach(() => world.close());
async function begin() {
  world = new DispatchWorld();
  await world.start();
  const { control } = world.context;
  return { control, target: control.workers.targets[0]! };
}

describe('a preflight', () => {
  it('refuses a service that is well but no worker gate, and names it', async () => {
    const { control, target } = await begin();
    const client = {
      ...target.client,
      health: async () =>
        ({ kind: 'ok', value: { ok: true, service: 'other', timestamp: '' } }) as never,
    };
    const reply = (await world.settle(runPreflight(control, { ...target, client }, options)))!;
    expect(reply.ok).toBe(false);
    expect(reply.summary).toContain('something else answers');
    expect(reply.summary).toContain('"other"');
  });

  it('is not repeated from memory once a call to the worker went unanswered', async () => {
    const { control, target } = await begin();
    const reuse = usualOptions(target, 60_000);
    const look = async () => (await world.settle(runPreflight(control, target, reuse)))!.cached;
    expect([await look(), await look()]).toEqual([false, true]);
    control.workers.sightings.distrust(target.lane);
    expect([await look(), await look()]).toEqual([false, true]);
  });

  it('never counts a check that failed as passed', async () => {
    const { control, target } = await begin();
    const paused = { reason: null, paused_by: 'ann', maintenance_mode: true };
    await world.settle(pauseQueue(control, paused));
    const reply = (await world.settle(runPreflight(control, target, options)))!;
    expect(reply.ok).toBe(true);
    expect(reply.summary).toContain('6 of 8 checks passed');
    expect(reply.summary).toContain('maintenance mode is on');
  });
});
