/** Effects that wait for a later time take no room from those that could be carried out now. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal, type MemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { EffectHandlers } from '../../../src/actors/runtime/effect-handler.ts';
import { plainTurn } from '../../../src/actors/runtime/plain-turn.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { advanceUntil, ask, eventsOf, purseOf, settle, startHost } from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

const backOff = { baseMs: 1000, maxMs: 1000, factor: 1 };

/** Effects `note` of one actor, as an earlier process left them; their input is their number. */
async function storeNotes(journal: MemoryJournal, id: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const effect = {
      effect_id: `purse/${id}#${number}.0`,
      name: 'note',
      input: JSON.stringify({ number }),
      invoke_id: null,
      correlation_id: 'c',
      attempts: 0,
      not_before_ms: 0,
      last_error: null,
    };
    await journal.commit([plainTurn({ kind: 'purse', id }, { effects: [effect] })]);
  }
}

/** A bank that is closed until it is opened, and writes down what it did and how often it was asked. */
class Bank {
  isOpen = false;
  asked = 0;
  readonly done: string[] = [];

  readonly handlers: EffectHandlers = {
    'bank.check': { backOff, run: async () => this.#answer('check') },
    note: {
      backOff,
      run: async ({ number }, { address, attempt }) => {
        await this.#answer(`${address.id} ${JSON.stringify(number)} (${attempt})`);
        return null;
      },
    },
  };

  async #answer(what: string): Promise<never> {
    this.asked += 1;
    if (!this.isOpen) throw new Error('the bank is closed');
    this.done.push(what);
    return { type: 'CHECKED', ok: true } as never;
  }
}

async function start(
  journal: MemoryJournal,
  bank: Bank,
  { clock = createManualClock(), room = 2, parked = 1000 } = {},
) {
  const settings = { effectsHeldMax: room, effectLinesParkedMax: parked };
  return { clock, ...(await startHost({ journal, clock, effects: bank.handlers, settings })) };
}

describe('effects in back-off', () => {
  it('leave room for what can be carried out now, however many they are', async () => {
    const bank = new Bank();
    const journal = createMemoryJournal();
    const { host, clock } = await start(journal, bank);
    const waiting = ['ann', 'ben', 'cid', 'dan', 'eve'];
    for (const id of waiting) void ask(host, id, { type: 'CHECK' });
    await settle();
    await ask(host, 'alice', { type: 'PUT', coins: 3 });
    await ask(host, 'alice', { type: 'PAY', coins: 3, to: 'bob' });
    await settle();
    expect(bank.asked).toBe(waiting.length);
    expect(purseOf(journal, 'bob')).toMatchObject({ received: 1 });
    bank.isOpen = true;
    await advanceUntil(clock, () => eventsOf(journal, 'purse.checked').length === waiting.length);
    expect(bank.asked).toBe(2 * waiting.length);
    expect(await journal.effects(0, 9)).toEqual([]);
  });

  it('leave room when another process left them so', async () => {
    const bank = new Bank();
    const journal = createMemoryJournal();
    for (const id of ['ann', 'ben', 'cid']) await storeNotes(journal, id, 4);
    const first = await start(journal, bank);
    await settle();
    await first.host.drain(0);
    const { host, clock } = await start(journal, bank, { clock: first.clock });
    await ask(host, 'alice', { type: 'PUT', coins: 3 });
    await ask(host, 'alice', { type: 'PAY', coins: 3, to: 'bob' });
    await settle();
    expect(purseOf(journal, 'bob')).toMatchObject({ received: 1 });
    bank.isOpen = true;
    await advanceUntil(clock, () => bank.done.length === 12);
    for (const id of ['ann', 'ben', 'cid']) {
      const own = bank.done.filter((what) => what.startsWith(id));
      expect(own).toEqual([2, 1, 1, 1].map((attempt, at) => `${id} ${at + 1} (${attempt})`));
    }
    await settle();
    expect(await journal.effects(0, 9)).toEqual([]);
  });

  it.each([1, 2, 5])('keep the order of their actor with room for %i', async (room) => {
    const bank = new Bank();
    const journal = createMemoryJournal();
    await storeNotes(journal, 'ann', 40);
    const { clock } = await start(journal, bank, { room });
    await settle();
    expect(bank.asked).toBe(1);
    await advanceUntil(clock, () => bank.asked === 3);
    bank.isOpen = true;
    await advanceUntil(clock, () => bank.done.length === 40);
    expect(bank.done.map((what) => Number(what.split(' ')[1]))).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });

  it('hold their room once as many lines wait outside of memory as may', async () => {
    const bank = new Bank();
    const journal = createMemoryJournal();
    for (const id of ['ann', 'ben', 'cid']) await storeNotes(journal, id, 1);
    const { clock, host } = await start(journal, bank, { parked: 1 });
    await settle();
    expect(host.stats().effects).toBe(3);
    await storeNotes(journal, 'dan', 1);
    bank.isOpen = true;
    await advanceUntil(clock, () => bank.done.length === 3);
    expect(await journal.effects(0, 9)).toHaveLength(1);
  });

  it('end their back-off when somebody hurries them', async () => {
    const bank = new Bank();
    const journal = createMemoryJournal();
    await storeNotes(journal, 'ann', 2);
    const { host } = await start(journal, bank);
    await settle();
    bank.isOpen = true;
    expect(host.hurry({ kind: 'purse', id: 'ann' })).toBe(true);
    expect(host.hurry({ kind: 'purse', id: 'ann' })).toBe(false);
    await settle();
    expect(bank.done).toEqual(['ann 1 (2)', 'ann 2 (1)']);
  });

  it('are not carried out when their invocation was left meanwhile', async () => {
    const journal = createMemoryJournal();
    const clock = createManualClock();
    const seen: unknown[] = [];
    const { host } = await startHost({
      journal,
      clock,
      effects: {
        'bank.watch': {
          backOff,
          run: async ({ watch }) => {
            seen.push(watch);
            if (watch === 1) throw new Error('closed');
            return { watch } as never;
          },
        },
      },
    });
    await ask(host, 'ann', { type: 'WATCH' });
    await settle();
    await ask(host, 'ann', { type: 'UNWATCH' });
    await ask(host, 'ann', { type: 'WATCH' });
    await settle();
    clock.advance(60_000);
    await settle();
    expect(seen).toEqual([1, 2]);
    expect(eventsOf(journal, 'purse.watched')).toHaveLength(1);
  });

  it('are not taken up by a reading that began before their actor went out of service', async () => {
    const bank = new Bank();
    const disk = createMemoryJournal();
    await storeNotes(disk, 'ann', 2);
    const journal = createToyJournal(disk);
    const clock = createManualClock();
    const { host } = await startHost({ journal, clock, effects: bank.handlers });
    await settle();
    bank.isOpen = true;
    journal.hold('effectsOf');
    clock.advance(2_000);
    await settle();
    expect(journal.waiting('effectsOf')).toBe(1);
    journal.letGo('effectsOf');
    await settle();
    expect(bank.done).toEqual(['ann 1 (2)', 'ann 2 (1)']);
    expect(host.stats().effects).toBe(0);
  });
});
