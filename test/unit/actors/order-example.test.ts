/** The example of the actor runtime: an order that is paid, declined, late, canceled, or resumed. */
import { expect, it } from 'vitest';
import { orderActor, type Payments, paymentEffects } from '../../../examples/actors/order.ts';
import { createMemoryJournal, type MemoryJournal } from '../../../src/actors/journal/memory.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createManualClock, type ManualClock } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';

const order = { kind: 'order', id: 'o-1' };
const place = { type: 'PLACE', cents: 1999 };

/** A payment service that holds each charge until it is told what to say. */
class Bank implements Payments {
  readonly charged: string[] = [];
  readonly refunded: string[] = [];
  #say: ((payment: string | null) => void) | null = null;
  charge(key: string, _cents: number, signal: AbortSignal): Promise<string | null> {
    this.charged.push(key);
    return new Promise((resolve, reject) => {
      this.#say = resolve;
      signal.addEventListener('abort', () => reject(new Error('told to stop')));
    });
  }
  async refund(key: string): Promise<void> {
    this.refunded.push(key);
  }
  say(payment: string | null): void {
    this.#say?.(payment);
  }
}

async function startShop(journal: MemoryJournal, bank: Bank, clock: ManualClock) {
  const host = new ActorHost({
    journal,
    definitions: new Map([[orderActor.kind, orderActor]]),
    effects: paymentEffects(bank),
    clock,
    entropy: createSeededEntropy(1),
    onStoreFault: (error) => {
      throw error;
    },
  });
  await host.start();
  return host;
}

async function placed() {
  const journal = createMemoryJournal();
  const bank = new Bank();
  const clock = createManualClock();
  const host = await startShop(journal, bank, clock);
  await host.ask(order, place);
  await settle();
  return { journal, bank, clock, host };
}

const statusIn = (journal: MemoryJournal): unknown =>
  (journal.actors.get('order/o-1')?.state as { status?: unknown } | undefined)?.status;
const wordsOf = (journal: MemoryJournal): string[] => journal.log.map((event) => event.event_type);

async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('pays, and ships what was paid for', async () => {
  const { journal, bank, host } = await placed();
  bank.say('pay-7');
  await settle();
  expect(journal.actors.get('order/o-1')?.state).toMatchObject({
    status: 'paid',
    payment: 'pay-7',
  });
  expect(await journal.timers(null, 10)).toEqual([]);
  await host.ask(order, { type: 'SHIP' });
  expect(wordsOf(journal)).toEqual(['order.placed', 'order.paid', 'order.shipped']);
});

it('is canceled when the payment is declined', async () => {
  const { journal, bank } = await placed();
  bank.say(null);
  await settle();
  expect(journal.actors.get('order/o-1')?.state).toMatchObject({
    status: 'canceled',
    why: 'declined',
  });
  expect(bank.refunded).toEqual([]);
});

it('pays back what was not paid in time, though the charge never listens', async () => {
  const { journal, bank, clock } = await placed();
  clock.advance(60_000);
  await settle();
  expect(bank.refunded).toEqual(['o-1']);
  expect(statusIn(journal)).toBe('canceled');
  bank.say('too late');
  await settle();
  expect(statusIn(journal)).toBe('canceled');
  expect(await journal.effects(0, 10)).toEqual([]);
});

it('goes on with the same charge after a crash, and its time is still up when it was', async () => {
  const { journal, clock: stopped } = await placed();
  // The first process is dead: its clock stands still.
  const clock = createManualClock(stopped.now());
  const bank = new Bank();
  await startShop(journal, bank, clock);
  await settle();
  expect(bank.charged).toEqual(['o-1']);
  clock.advance(60_000);
  await settle();
  expect(bank.refunded).toEqual(['o-1']);
});

it('refuses what does not fit, in words', async () => {
  const { host } = await placed();
  const reply = await host.ask(order, { type: 'SHIP' });
  expect(reply.ok && reply.outcome.refusal?.message).toBe('an order that is paying takes no SHIP');
});
