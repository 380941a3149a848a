/** A worker that does not answer, or refuses an item, holds up what goes to it and nothing else. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import { explain } from '../../../src/control/explain/explain.ts';
import { limits } from '../../../src/domain/limits.ts';
import { type Pump, pumpSchema } from '../../../src/domain/records.ts';
import { DispatchWorld } from '../../support/dispatch-world.ts';

let world: DispatchWorld;
beforeEach(async () => {
  world = new DispatchWorld();
  await world.start();
  await world.fill();
  // First in the queue, whatever becomes of it.
  await edit({ dispatch_priority: 1 });
});
afterEach(() => world.close());

const ask = (event: object, id: readonly [string, string] = ['queue_item', 'one']) =>
  world.settle(
    world.host.ask({ kind: id[0], id: id[1] }, event as unknown as ActorEvent, { by: 'test' }),
  );
const edit = (fields: object) => ask({ type: 'EDIT', fields });
const live = { dry_run: false, requested_by: 'ann', force_preflight: false } as const;
const next = (request: { readonly dry_run: boolean } = live, key: string | null = null) =>
  world.settle(world.run('dispatch_next', key, { ...live, ...request }));
/** Items by the claims for them, in order. */
const claimed = async () => (await world.claims()).map(({ runId }) => runId.split('-')[0]);
const refuseNext = (): void => {
  world.nextStart = {
    type: 'WORKER_REFUSED',
    error: 'another run lives on there',
    code: 'worker_busy',
  } as ActorEvent;
};
async function pumpOn(): Promise<Pump> {
  await ask({ type: 'SWITCH_ON', reason: null, interval_ms: 60_000 }, ['pump', 'main']);
  await world.settle();
  return pumpSchema.parse((await world.disk.load('pump', 'main'))!.state);
}
const explained = () => explain(world.context, 'queue_item', 'one');
const unreachable = /one \(.*connection refused/;

describe('an item whose worker does not answer', () => {
  beforeEach(() => world.down.add('one'));

  it('is passed over in the same dispatch, which says so, and keeps its place', async () => {
    const passed = {
      action: 'live_dispatch',
      reason: expect.stringMatching(/^two runs on two as .*; passed over: one \(worker one: /),
    };
    expect((await next())!.body).toMatchObject(passed);
    expect((await next({ dry_run: true }))!.body).toMatchObject({
      candidate: { project_id: 'three' },
      reason: expect.stringMatching(unreachable),
    });
    expect(await explained()).toMatchObject({ code: 'worker_trouble', blocked: true });
    world.down.clear();
    // Only that one is left; it is tried, and its worker is well again.
    expect((await next())!.body).toMatchObject({ candidate: { project_id: 'three' } });
    expect((await next())!.body).toMatchObject({ candidate: { project_id: 'one' } });
    expect(await claimed()).toEqual(['two', 'three', 'one']);
  });

  it('costs the pump no step: everything else is started at once', async () => {
    const { status, last_step } = await pumpOn();
    expect(await claimed()).toEqual(['two', 'three']);
    // Left with that one alone it tries it, and backs off.
    expect(status).toBe('backing_off');
    expect(last_step?.tried.find(({ part }) => part === 'dispatch')).toMatchObject({
      outcome: 'refused',
      code: 'worker_unreachable',
    });
  });

  it('is what a dispatch fails for where no other worker is fit', async () => {
    world.down.add('two').add('three');
    const failed = { code: 'worker_unreachable', message: expect.stringMatching(/^worker one: /) };
    await expect(next()).rejects.toMatchObject(failed);
    // All are known to be down; one that is well again is found without a look in between.
    world.down.delete('three');
    expect((await next())!.body).toMatchObject({ candidate: { project_id: 'three' } });
    expect(await claimed()).toEqual(['three']);
  });

  it('has its dispatch under a key start one run alone, and answer alike for ever', async () => {
    const first = await next(live, 'k');
    world.down.clear();
    expect(await next(live, 'k')).toEqual({ ...first, replayed: true });
    expect(await claimed()).toEqual(['two']);
  });
});

describe('an item whose start has no clear answer', () => {
  it('ends the dispatch: nothing is started instead, neither it nor another', async () => {
    world.nextStart = { type: 'OUTCOME_UNKNOWN', error: 'no answer' } as ActorEvent;
    await expect(next()).rejects.toMatchObject({ code: 'worker_unreachable' });
    expect(await claimed()).toEqual(['one']);
    expect(await world.reads.get('queue_item', 'one')).toMatchObject({ status: 'reconciling' });
  });
});

describe('an item that its worker refuses without using up a retry', () => {
  it('lets others go before it for a while, and is tried again then', async () => {
    refuseNext();
    await expect(next()).rejects.toMatchObject({ code: 'worker_failed' });
    expect(await explained()).toMatchObject({
      code: 'behind_others',
      reason: expect.stringMatching(/^two goes first until .*another run lives on there$/),
    });
    expect((await next())!.body).toMatchObject({
      candidate: { project_id: 'two' },
      reason: expect.stringMatching(/passed over: one \(its worker refused it a moment ago/),
    });
    world.clock.advance(limits.dispatchRefusedMs);
    expect((await next())!.body).toMatchObject({ candidate: { project_id: 'one' } });
  });

  it('goes at once where nothing else can, or where somebody has changed it', async () => {
    refuseNext();
    await expect(next()).rejects.toMatchObject({ code: 'worker_failed' });
    await edit({ dispatch_priority: 2 });
    refuseNext();
    await expect(next()).rejects.toMatchObject({ message: expect.stringContaining('start one-') });
    await next();
    await next();
    expect((await next())!.body).toMatchObject({ candidate: { project_id: 'one' } });
    expect(await claimed()).toEqual(['one', 'one', 'two', 'three', 'one']);
  });
});
