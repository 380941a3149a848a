/** Decisions upon states that are not committed yet: one batch, unwound together, answered in order. */
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/actors/runtime/definition.ts';
import type { ActorHost } from '../../../src/actors/runtime/host.ts';
import { ask, eventsOf, purseOf, settle, startHost } from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

/** Asks in one go and notes the order of the replies. */
function burst(host: ActorHost, events: Parameters<typeof ask>[2][]) {
  const order: number[] = [];
  const replies: Reply[] = [];
  const asked = events.map(async (event, index) => {
    const reply = await ask(host, 'alice', event);
    order.push(index);
    replies[index] = reply;
  });
  return { order, replies, done: Promise.all(asked) };
}
const put = (coins: number) => ({ type: 'PUT', coins }) as const;
const pay = (coins: number) => ({ type: 'PAY', coins, to: 'bob' }) as const;
const accepted = (replies: readonly Reply[]): unknown[] =>
  replies.map((reply) => reply.ok && reply.outcome.accepted);

describe('a burst of messages to one actor', () => {
  it('is one batch, answered in order', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    await ask(host, 'alice', put(1));
    journal.batches.length = 0;
    const { order, replies, done } = burst(host, [put(1), put(2), put(3), put(4)]);
    await done;
    expect(journal.batches.map((turns) => turns.length)).toEqual([4]);
    expect(order).toEqual([0, 1, 2, 3]);
    expect(replies.map((reply) => reply.ok && reply.outcome.version)).toEqual([2, 3, 4, 5]);
  });

  it('is committed in batches of no more than the bound', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal, settings: { batchTurnsMax: 2 } });
    await ask(host, 'alice', put(1));
    journal.batches.length = 0;
    const { order, done } = burst(host, [put(1), put(2), put(3), put(4), put(5)]);
    await done;
    expect(journal.batches.map((turns) => turns.length)).toEqual([2, 2, 1]);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(purseOf(journal.disk, 'alice')).toMatchObject({ coins: 16 });
  });

  it('is never answered before its commit, not even with a refusal decided upon it', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    await ask(host, 'alice', put(1));
    journal.hold('commit');
    const { replies, done } = burst(host, [put(4), pay(100), pay(5)]);
    await settle();
    expect(replies).toEqual([]);
    journal.letGo('commit');
    await done;
    expect(accepted(replies)).toEqual([true, false, true]);
    expect(replies[1]).toMatchObject({ outcome: { version: 2, event_id: null } });
  });
});

describe('a turn that the store refuses', () => {
  it('by a constraint unwinds those decided upon it, and they are decided anew', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    await ask(host, 'alice', put(1));
    journal.refuse = ({ next }) =>
      next?.state.includes('"coins":101') === true ? 'purse_full' : undefined;
    const { order, replies, done } = burst(host, [put(2), put(98), pay(50), put(3)]);
    await done;
    expect(accepted(replies)).toEqual([true, false, false, true]);
    expect(replies[1]).toMatchObject({ outcome: { refusal: { code: 'purse_full' } } });
    expect(replies[2]).toMatchObject({ outcome: { refusal: { code: 'not_possible' } } });
    expect(order).toEqual([0, 1, 2, 3]);
    expect(purseOf(journal.disk, 'alice')).toMatchObject({ coins: 6, sent: 0 });
    expect(eventsOf(journal.disk, 'purse.filled')).toHaveLength(3);
  });

  it('by another writer unwinds all of them, and each is applied once, in order', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    const other = await startHost({ journal: journal.disk });
    await ask(host, 'alice', put(1));
    await ask(other.host, 'alice', put(10));
    const { order, replies, done } = burst(host, [put(2), pay(12), put(3)]);
    await done;
    expect(accepted(replies)).toEqual([true, true, true]);
    expect(order).toEqual([0, 1, 2]);
    expect(purseOf(journal.disk, 'alice')).toMatchObject({ coins: 4, sent: 1 });
    expect(eventsOf(journal.disk, 'purse.filled').map(({ payload }) => payload['coins'])).toEqual([
      1, 10, 2, 3,
    ]);
  });

  it('by an answer given elsewhere repeats that answer and decides the rest anew', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    const other = await startHost({ journal: journal.disk });
    await ask(host, 'alice', put(1));
    const once = { idempotency: { key: 'k', payload: 1 } };
    journal.hold('findAnswer');
    const repeated = ask(host, 'alice', put(5), once);
    const first = await ask(other.host, 'bob', put(5), once);
    journal.letGo('findAnswer');
    const { replies, done } = burst(host, [put(7)]);
    await done;
    expect(await repeated).toMatchObject({ ok: true, replayed: true });
    expect(JSON.stringify(await repeated)).toBe(JSON.stringify({ ...first, replayed: true }));
    expect(accepted(replies)).toEqual([true]);
    expect(purseOf(journal.disk, 'alice')).toMatchObject({ coins: 8 });
  });
});

describe('a turn that throws', () => {
  it('upon an uncommitted state leaves those before it alone and is tried after them', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal, settings: { restartPauseMs: 0 } });
    await ask(host, 'alice', put(1));
    const { order, replies, done } = burst(host, [put(2), { type: 'EXPLODE' }, put(3)]);
    await done;
    expect(replies.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(order).toEqual([0, 1, 2]);
    expect(purseOf(journal.disk, 'alice')).toMatchObject({ coins: 6 });
  });
});
