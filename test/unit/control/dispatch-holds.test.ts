/** What keeps every run from being started is judged once: no dispatch goes on where it is said not to be safe. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import type { Space, Vitals } from '../../../src/control/common/vitals.ts';
import { readLanes } from '../../../src/control/dispatch/lanes.ts';
import { explain } from '../../../src/control/explain/explain.ts';
import { readStatus } from '../../../src/control/operations/dispatch-safety.ts';
import { readPumpReply } from '../../../src/control/pump/view.ts';
import { wellVitals } from '../../support/control-context.ts';
import { DispatchWorld } from '../../support/dispatch-world.ts';

let world: DispatchWorld;
beforeEach(async () => {
  world = new DispatchWorld();
  await world.start();
  await world.fill();
});
afterEach(() => world.close());

const withSpace = (change: Partial<Space> | null): Vitals => ({
  ...wellVitals,
  space: () => (change === null ? null : { ...wellVitals.space()!, ...change }),
});
const full = withSpace({ free_mib: 63 });
const base = { requested_by: 'ann', force_preflight: true };
const live = { ...base, dry_run: false };
const dryRun = { ...base, dry_run: true };
const next = (request: { readonly dry_run: boolean; readonly plan_id?: string }, key = '') =>
  world.settle(world.run('dispatch_next', key, { ...base, ...request }));
const one = (request: { readonly dry_run: boolean }) =>
  world.settle(world.run('dispatch_one', null, { ...base, ...request, project_id: 'one' }));
const said = /^The disk is nearly full: .* less than 64 MiB left.*; free space .*until then$/;
const refused = { code: 'disk_full', message: expect.stringMatching(said) };

describe('a disk that is nearly full', () => {
  it('holds every dispatch, forced and planned and tried dry, and nothing is started', async () => {
    const planned = (await next(dryRun))!.body as { readonly plan_id: string };
    world.vitals = full;
    await expect(next(live)).rejects.toMatchObject(refused);
    await expect(next(dryRun)).rejects.toMatchObject(refused);
    await expect(next({ ...live, plan_id: planned.plan_id })).rejects.toMatchObject(refused);
    await expect(one(live)).rejects.toMatchObject(refused);
    await expect(one(dryRun)).rejects.toMatchObject(refused);
    expect(await world.claims()).toEqual([]);
    world.vitals = wellVitals;
    expect((await next(live))!.body).toMatchObject({ action: 'live_dispatch' });
  });
  it('is told after what an operator has closed', async () => {
    await world.settle(
      world.context.control.actors.ask({ kind: 'control', id: 'main' }, {
        type: 'PAUSE',
        reason: 'lunch',
        maintenance: false,
      } as ActorEvent),
    );
    world.vitals = full;
    expect((await next(live))!.body).toMatchObject({ action: 'paused' });
  });
  it('keeps the answer to a dispatch that was made before', async () => {
    const before = await next(live, 'k');
    world.vitals = full;
    expect(await next(live, 'k')).toEqual({ ...before, replayed: true });
  });
  it('is what an item, its lane and the pump are said to wait for', async () => {
    world.vitals = full;
    const { control } = world.context;
    const held = {
      blocked: true,
      code: 'disk_full',
      reason: expect.stringMatching(/^The disk is nearly full/),
      evidence: { free_mib: 63 },
      unblock: { action: expect.stringMatching(/^free space/) },
    };
    expect(await explain(world.context, 'queue_item', 'one')).toMatchObject(held);
    const { lanes } = await readLanes(control);
    expect(lanes[0]).toMatchObject({ goes: false, blocked_by: { code: 'disk_full' } });
    expect(await readPumpReply(control)).toMatchObject({ dispatches: false });
  });
});

it('the pump starts nothing meanwhile, says why, and goes on when there is room', async () => {
  world.vitals = full;
  const pump = { kind: 'pump', id: 'main' };
  const on = { type: 'SWITCH_ON', reason: null, interval_ms: 1000 } as ActorEvent;
  const { control } = world.context;
  await world.settle(control.actors.ask(pump, on));
  await world.settle();
  const { tried, why_not } = await readPumpReply(control);
  expect(why_not).toMatch(said);
  expect(tried.find(({ part }) => part === 'dispatch')).toMatchObject({
    outcome: 'off',
    reason: expect.stringMatching(/^The disk is nearly full/),
  });
  expect(await explain(world.context, 'pump', 'main')).toMatchObject({
    blocked: true,
    code: 'disk_full',
  });
  expect(world.starts.size).toBe(0);
  world.vitals = wellVitals;
  for (let turn = 0; turn < 20 && world.starts.size === 0; turn += 1) await world.settle();
  expect(world.starts.size).toBeGreaterThan(0);
});

it.each<[string, Vitals, string | null]>([
  ['all is well', wellVitals, null],
  ['room is scarce', withSpace({ free_mib: 64 }), null],
  ['room is not known', withSpace(null), null],
  ['room is nearly used up', full, 'disk_full'],
  ['files are nearly used up', withSpace({ free_files: 63 }), 'disk_full'],
  ['the store is full', { ...wellVitals, writeTrouble: () => 'full' }, 'store_unavailable'],
])('a dispatch goes just where it is said to be safe: %s', async (_, vitals, code) => {
  world.vitals = vitals;
  await world.settle(readStatus(world.context.control, { refreshWorker: true }));
  const status = await readStatus(world.context.control, { refreshWorker: false });
  expect(status.dispatch_safe).toBe(code === null);
  if (code === null) expect((await next(live))!.body).toMatchObject({ action: 'live_dispatch' });
  else {
    await expect(next(live)).rejects.toMatchObject({ code });
    expect(await world.claims()).toEqual([]);
  }
});
