/** What a state invokes: carried out once its turn is committed, and taken back when the state is left. */
import { describe, expect, it } from 'vitest';
import type { EffectContext, EffectHandler } from '../../../src/actors/runtime/effect-handler.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import {
  advanceUntil,
  ask,
  eventsOf,
  gate,
  purseOf,
  settle,
  startHost,
} from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

/** A bank whose watches end when told. */
function createWatchers() {
  const begun: { watch: unknown; context: EffectContext; end: () => void }[] = [];
  const handler: EffectHandler = {
    run: async (input, context) => {
      const { opened, open } = gate();
      begun.push({ watch: input['watch'], context, end: open });
      await opened;
      return { watch: input['watch'] } as never;
    },
  };
  return { begun, effects: { 'bank.watch': handler } };
}

describe('an invocation whose state is left', () => {
  it('is told to stop, and its result is of no interest any more', async () => {
    const { begun, effects } = createWatchers();
    const { host, journal } = await startHost({ effects });
    await ask(host, 'ann', { type: 'WATCH' });
    await settle();
    expect(begun[0]!.context.signal.aborted).toBe(false);
    await ask(host, 'ann', { type: 'UNWATCH' });
    expect(begun[0]!.context.signal.aborted).toBe(true);
    expect(await journal.effects(0, 10)).toEqual([]);
    begun[0]!.end();
    await settle();
    expect(eventsOf(journal, 'purse.watched')).toEqual([]);
    expect(host.stats().effects).toBe(0);
  });

  it('is not carried out when it has not begun', async () => {
    const { begun, effects } = createWatchers();
    const { host } = await startHost({ effects, settings: { effectConcurrencyMax: 1 } });
    for (const id of ['ann', 'ben', 'cid']) await ask(host, id, { type: 'WATCH' });
    await settle();
    await ask(host, 'ben', { type: 'UNWATCH' });
    begun[0]!.end();
    await settle();
    expect(begun.map(({ context }) => context.address.id)).toEqual(['ann', 'cid']);
  });

  it('loses against a leaving that was decided before its result came', async () => {
    const { begun, effects } = createWatchers();
    const journal = createToyJournal();
    const { host } = await startHost({ journal, effects });
    await ask(host, 'ann', { type: 'WATCH' });
    await settle();
    journal.hold('commit');
    const left = ask(host, 'ann', { type: 'UNWATCH' });
    await settle();
    begun[0]!.end();
    await settle();
    journal.letGo('commit');
    expect(await left).toMatchObject({ ok: true, outcome: { accepted: true } });
    await settle();
    expect(eventsOf(journal.disk, 'purse.watched')).toEqual([]);
    expect(await journal.deadLetters(1)).toEqual([]);
  });

  it.each(['running', 'in its back-off'])(
    'leaves the way free for the next of its name, also when it was %s',
    async (state) => {
      const clock = createManualClock();
      const begun: unknown[] = [];
      const { host, journal } = await startHost({
        clock,
        effects: {
          'bank.watch': {
            backOff: { baseMs: 3_600_000, maxMs: 3_600_000, factor: 1 },
            run: (input) => {
              begun.push(input['watch']);
              if (input['watch'] === 2) return Promise.resolve({ watch: 2 } as never);
              // Does not listen to its signal.
              if (state === 'running') return new Promise(() => {});
              throw new Error('closed');
            },
          },
        },
      });
      await ask(host, 'ann', { type: 'WATCH' });
      await settle();
      await ask(host, 'ann', { type: 'UNWATCH' });
      await ask(host, 'ann', { type: 'WATCH' });
      await advanceUntil(clock, () => purseOf(journal, 'ann')?.watch === null);
      expect(begun).toEqual([1, 2]);
      expect(eventsOf(journal, 'purse.watched').at(0)?.payload).toMatchObject({
        watch: 2,
        output: 2,
      });
    },
  );

  it('is not carried out for a page of the outbox that was read before', async () => {
    const { begun, effects } = createWatchers();
    const journal = createToyJournal();
    const { host } = await startHost({ journal, effects, settings: { effectsHeldMax: 1 } });
    await ask(host, 'ann', { type: 'WATCH' });
    await ask(host, 'ben', { type: 'WATCH' });
    await settle();
    journal.hold('effects');
    begun[0]!.end();
    await settle();
    expect(journal.waiting('effects')).toBe(1);
    await ask(host, 'ben', { type: 'UNWATCH' });
    journal.letGo('effects');
    await settle();
    expect(begun.map(({ context }) => context.address.id)).toEqual(['ann']);
  });
});

describe('an effect handler', () => {
  it('that throws before it returns a promise is tried again like any other', async () => {
    const clock = createManualClock();
    let attempts = 0;
    const { host, journal } = await startHost({
      clock,
      effects: {
        'bank.watch': {
          run: (input) => {
            attempts += 1;
            if (attempts < 3) throw new Error('no door');
            return Promise.resolve({ watch: input['watch'] } as never);
          },
        },
      },
    });
    await ask(host, 'ann', { type: 'WATCH' });
    await advanceUntil(clock, () => eventsOf(journal, 'purse.watched').length === 1);
    expect(attempts).toBe(3);
  });
});
