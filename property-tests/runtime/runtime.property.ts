/**
 * The runtime against what it promises: purses that are filled, pay each other along routes, ask a
 * bank, have it watch them and set reminders, while the process dies at any boundary or drains, another
 * one writes beside it, the store answers late and in any order, purses break and are mended, slips of
 * paper are written on, burned and begun anew, and somebody works at the bench. All bounds are two to five, so that each of them is hit. Once everything
 * has come to rest, the log must tell of no coin, payment, reminder, watch or answer lost or doubled.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../src/actors/journal/port.ts';
import type { PurseEvent } from '../../test/support/toy-actors.ts';
import { propertyOptions } from '../options.ts';
import { type Command, commandArbitrary } from './commands.ts';
import { checkAtRest } from './log-oracle.ts';
import { World } from './world.ts';

const scenario = fc.record({
  seed: fc.nat(),
  slowness: fc.constantFrom(0, 0.4, 1),
  commands: fc.array(commandArbitrary, { maxLength: 40, size: 'max' }),
});

async function play(commands: readonly Command[], seed = 1, slowness = 0): Promise<World> {
  const world = new World(seed, slowness);
  await world.start();
  for (const command of commands) await world.run(command);
  await world.comeToRest();
  return world;
}

const ask = (who: string, event: PurseEvent): Command => ({
  do: 'ask',
  who,
  event,
  times: 1,
  settle: false,
});

describe('the actor runtime', () => {
  it('keeps its promises whatever happens around it', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ seed, slowness, commands }) => {
        await checkAtRest(await play(commands, seed, slowness));
      }),
      propertyOptions(300),
    );
  });

  it('waits with a request that is repeated here and was deferred by another process', async () => {
    const commands: Command[] = [
      { do: 'ask', who: 'ann', event: { type: 'CHECK' }, times: 1, settle: false },
      { do: 'slip', who: 'ann', event: { type: 'BURN', to: null }, times: 1 },
      { do: 'step', count: 1 },
      { do: 'rival', who: 'ben', event: { type: 'CHECK' } },
      { do: 'repeat', which: 2 },
      {
        do: 'ask',
        who: 'ann',
        event: { type: 'PAY', coins: 0, to: 'ann', route: [] },
        times: 1,
        settle: false,
      },
      { do: 'settle' },
    ];
    await checkAtRest(await play(commands, 0));
  });

  it('sends a letter again once those who failed make room', async () => {
    const commands: Command[] = [
      { do: 'break', who: 'ben' },
      ask('ben', { type: 'PUT', coins: 1 }),
      { do: 'settle' },
      { do: 'advance', ms: 100 },
      { do: 'settle' },
      { do: 'advance', ms: 100 },
      { do: 'settle' },
      ask('ann', { type: 'EXPLODE' }),
      ask('cid', { type: 'EXPLODE' }),
    ];
    const world = await play(commands);
    await checkAtRest(world);
    expect(world.purse('ben')?.coins).toBe(1);
  });

  describe('is checked by an oracle that notices', () => {
    const simple: Command[] = [
      ask('ann', { type: 'PUT', coins: 5 }),
      ask('ann', { type: 'PAY', coins: 2, to: 'ben' }),
      ask('ann', { type: 'PAY', coins: 1, to: 'ben' }),
      ask('ben', { type: 'REMIND', delay_ms: 100, timer: 'soon' }),
      ask('cid', { type: 'WATCH' }),
    ];
    const of = (world: World, type: string): StoredEvent[] =>
      world.disk.log.filter((event) => event.event_type === type);

    it('a lost coin', async () => {
      const world = await play(simple);
      await checkAtRest(world);
      const { payload } = of(world, 'purse.filled')[0]!;
      (payload as { coins: number }).coins = 6;
      await expect(checkAtRest(world)).rejects.toThrow();
    });

    it('a payment that came twice, or after a later one', async () => {
      const world = await play(simple);
      const [first, second] = of(world, 'purse.received');
      (first!.payload as { number: number }).number = 2;
      await expect(checkAtRest(world)).rejects.toThrow();
      (second!.payload as { number: number }).number = 1;
      await expect(checkAtRest(world)).rejects.toThrow();
    });

    it('a reminder that never came, or too early', async () => {
      const world = await play(simple);
      const [set] = of(world, 'purse.reminded');
      (set!.payload as { delay_ms: number }).delay_ms = 1e9;
      await expect(checkAtRest(world)).rejects.toThrow();
      const other = await play(simple);
      (of(other, 'purse.ticked')[0] as { event_type: string }).event_type = 'purse.nothing';
      await expect(checkAtRest(other)).rejects.toThrow();
    });

    it('a note that was lost, or written into the wrong book', async () => {
      const world = await play([...simple, ask('ann', { type: 'NOTE' })]);
      await checkAtRest(world);
      const stored = world.disk.actors.get('book/ann-0')!.state as { numbers: number[] };
      stored.numbers = [];
      await expect(checkAtRest(world)).rejects.toThrow();
      const other = await play([ask('ann', { type: 'NOTE' })]);
      (of(other, 'book.written')[0] as { entity_id: string }).entity_id = 'ben-0';
      await expect(checkAtRest(other)).rejects.toThrow();
    });

    it('a line that was lost with the slip it was passed on from, or stands twice', async () => {
      const burned: Command[] = [
        { do: 'slip', who: 'ann', event: { type: 'SCRIBBLE' }, times: 2 },
        { do: 'slip', who: 'ann', event: { type: 'BURN', to: 'ben' }, times: 1 },
        { do: 'slip', who: 'ann', event: { type: 'SCRIBBLE' }, times: 1 },
      ];
      const world = await play(burned);
      await checkAtRest(world);
      expect([world.slip('ann')?.lines, world.slip('ben')?.lines]).toEqual([1, 1]);
      (of(world, 'slip.written').at(-1)!.payload as { mark: string }).mark = 'another';
      await expect(checkAtRest(world)).rejects.toThrow();
      const other = await play(burned);
      (of(other, 'slip.burned')[0]!.payload as { lines: number }).lines = 1;
      await expect(checkAtRest(other)).rejects.toThrow();
    });

    it('a watch with the result of another, and an answer that changed', async () => {
      const world = await play(simple);
      (of(world, 'purse.watched')[0]!.payload as { output: number }).output = 7;
      await expect(checkAtRest(world)).rejects.toThrow();
      const other = await play(simple);
      other.requests[0]!.outcomes.push('{}');
      await expect(checkAtRest(other)).rejects.toThrow();
    });
  });
});
