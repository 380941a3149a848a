/** The outbox beyond memory: whatever was committed is carried out, in its order, however small memory is. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal, type MemoryJournal } from '../../../src/actors/journal/memory.ts';
import { plainTurn } from '../../../src/actors/runtime/plain-turn.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createToyDefinitions } from '../../support/toy-actors.ts';
import {
  advanceUntil,
  alice,
  ask,
  eventsOf,
  fragile,
  gate,
  purseOf,
  release,
  settle,
  startHost,
  until,
} from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

/** A store with `count` payments on their way to bob, as an earlier process left it. */
async function storeWithPayments(count: number, from = alice): Promise<MemoryJournal> {
  const journal = createMemoryJournal({ hashed: false });
  for (let number = 1; number <= count; number += 1) {
    const event = { type: 'RECEIVE', coins: 1, from: from.id, number };
    const effect = {
      effect_id: `purse/${from.id}#${number}.0`,
      name: 'tell',
      input: JSON.stringify({ to: { kind: 'purse', id: 'bob' }, event, by: 'system' }),
      invoke_id: null,
      correlation_id: 'c',
      attempts: 0,
      not_before_ms: 0,
      last_error: null,
    };
    await journal.commit([plainTurn(from, { effects: [effect] })]);
  }
  return journal;
}

const numbersReceived = (journal: MemoryJournal): unknown[] =>
  eventsOf(journal, 'purse.received').map(({ payload }) => payload['number']);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('an outbox that memory does not hold', () => {
  it.each([
    { rows: 1_600, room: 1_000 },
    { rows: 1_000, room: 1_000 },
    { rows: 9, room: 2 },
    { rows: 5, room: 1 },
  ])('is carried out to the last of $rows rows with room for $room', async ({ rows, room }) => {
    const journal = await storeWithPayments(rows);
    await startHost({ journal, settings: { effectsHeldMax: room } });
    await until(() => purseOf(journal, 'bob')?.received === rows);
    expect(numbersReceived(journal)).toEqual(upTo(rows));
    expect(await journal.effects(0, 10)).toEqual([]);
  });

  it.each([1, 2, 3])(
    'is not overtaken by what is committed meanwhile (room for %i)',
    async (room) => {
      const journal = await storeWithPayments(7);
      await startHost({ journal }).then(async ({ host }) => host.drain(0));
      const { host } = await startHost({ journal, settings: { effectsHeldMax: room } });
      await ask(host, 'alice', { type: 'PUT', coins: 10 });
      const sent = purseOf(journal, 'alice')!.sent;
      for (let time = 0; time < 6; time += 1) {
        await ask(host, 'alice', { type: 'PAY', coins: 1, to: 'bob' });
      }
      await settle();
      const received = numbersReceived(journal).map(Number);
      expect(received.slice(7)).toEqual(upTo(6).map((number) => sent + number));
      expect(received.slice(0, 7)).toEqual(upTo(7));
    },
  );

  it('goes on while effects hang, as long as there is room beside them', async () => {
    const clock = createManualClock();
    const { host, journal } = await startHost({
      effects: { 'bank.check': { run: () => new Promise(() => {}) } },
      settings: { effectsHeldMax: 4, effectConcurrencyMax: 16 },
      clock,
    });
    const hanging = ['ann', 'ben', 'cid'];
    for (const id of hanging) void ask(host, id, { type: 'CHECK' });
    await ask(host, 'alice', { type: 'PUT', coins: 9 });
    const payments = upTo(5).map(() => ask(host, 'alice', { type: 'PAY', coins: 1, to: 'bob' }));
    await Promise.all(payments);
    await advanceUntil(clock, () => purseOf(journal, 'bob')?.received === 5);
  });
});

describe('effects that lead to an actor out of service', () => {
  it('are carried out after the release, in order, and once', async () => {
    const broken = new Set(['bob']);
    const clock = createManualClock();
    const { host, journal } = await startHost({
      clock,
      definitions: createToyDefinitions((name) => broken.has(name)),
      settings: { ...fragile, effectsHeldMax: 2 },
    });
    await ask(host, 'alice', { type: 'PUT', coins: 9 });
    for (let time = 0; time < 5; time += 1) {
      await ask(host, 'alice', { type: 'PAY', coins: 1, to: 'bob' });
    }
    await settle();
    expect(host.stats().quarantined).toEqual(['purse/bob']);
    await ask(host, 'alice', { type: 'PAY', coins: 1, to: 'cid' });
    await settle();
    expect(purseOf(journal, 'cid')).toMatchObject({ received: 1 });
    broken.clear();
    await release(host, { kind: 'purse', id: 'bob' });
    await advanceUntil(clock, () => purseOf(journal, 'bob')?.received === 5);
    expect(eventsOf(journal, 'purse.received').map(({ payload }) => payload['number'])).toEqual([
      6, 1, 2, 3, 4, 5,
    ]);
  });

  it('do not make a running one run again while the outbox is read anew', async () => {
    const journal = createToyJournal();
    const broken = new Set(['bob']);
    const bank = gate();
    let runs = 0;
    const { host } = await startHost({
      journal,
      clock: createManualClock(),
      definitions: createToyDefinitions((name) => broken.has(name)),
      settings: fragile,
      effects: {
        'bank.check': {
          run: async () => {
            runs += 1;
            await bank.opened;
            return { type: 'CHECKED', ok: true } as never;
          },
        },
      },
    });
    void ask(host, 'bob', { type: 'PUT', coins: 1 });
    const checked = ask(host, 'alice', { type: 'CHECK' });
    await settle();
    journal.hold('effects');
    await release(host, { kind: 'purse', id: 'bob' });
    // Read as it is now, with alice's effect in it; answered when that has long been carried out.
    expect(journal.waiting('effects')).toBe(1);
    bank.open();
    await checked;
    await settle();
    journal.letGo('effects');
    await settle();
    expect(runs).toBe(1);
  });
});
