/** The bench: what is out of service or set aside, how long it lasts, and the ways out. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { ActorHost } from '../../../src/actors/runtime/host.ts';
import { runtimeEvents } from '../../../src/actors/runtime/repair-turns.ts';
import { InvariantError } from '../../../src/lib/assert.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createToyDefinitions } from '../../support/toy-actors.ts';
import {
  advanceUntil,
  alice,
  ask,
  bob,
  eventsOf,
  fragile,
  purseOf,
  release,
  settle,
  startHost,
  until,
} from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

const repair = { by: 'ops', reason: 'seen to', correlationId: 'bench' };
const sturdy = {
  messageAttemptsMax: 1,
  restartPauseMs: 0,
  actorIntensity: { failuresMax: 1000, windowMs: 1000 },
} as const;
const theLetter = async (host: ActorHost) => (await host.repairs.deadLetters(1))[0]!;

/** A host whose purses break and are mended by hand. */
async function startBreakable(options: Parameters<typeof startHost>[0] = {}) {
  const broken = new Set<string>();
  const definitions = createToyDefinitions((name) => broken.has(name));
  return { broken, ...(await startHost({ definitions, settings: fragile, ...options })) };
}

describe('an actor out of service', () => {
  it('stays so over a restart, until it is released for good', async () => {
    const journal = createMemoryJournal();
    const first = await startBreakable({ journal });
    first.broken.add('alice');
    await ask(first.host, 'alice', { type: 'PUT', coins: 1 });
    await settle();
    const second = await startHost({ journal });
    expect(await ask(second.host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({
      rejected: 'quarantined',
    });
    expect(second.host.repairs.quarantines()).toMatchObject([
      { kind: 'purse', id: 'alice', event: '{"type":"PUT","coins":1}' },
    ]);
    await release(second.host, alice);
    const third = await startHost({ journal });
    expect(await ask(third.host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({ ok: true });
    expect(eventsOf(journal, runtimeEvents.quarantined)).toHaveLength(1);
    expect(eventsOf(journal, runtimeEvents.released)).toMatchObject([
      { actor: 'ops', payload: { reason: 'mended' } },
    ]);
  });

  it('gets its timers, tells and effects after a release in a later process', async () => {
    const clock = createManualClock();
    const journal = createMemoryJournal();
    const never = { 'bank.check': { run: () => new Promise<null>(() => {}) } };
    const first = await startBreakable({ journal, clock, effects: never });
    await ask(first.host, 'bob', { type: 'REMIND', delay_ms: 1000, mark: 'm' });
    void ask(first.host, 'bob', { type: 'CHECK' });
    await ask(first.host, 'alice', { type: 'PUT', coins: 5 });
    await settle();
    first.broken.add('bob');
    await ask(first.host, 'alice', { type: 'PAY', coins: 2, to: 'bob' });
    await settle();
    clock.advance(60_000);
    await settle();
    const second = await startHost({ journal, clock });
    await settle();
    expect(purseOf(journal, 'bob')).toMatchObject({ received: 0, ticks: 0, checks: 0 });
    await release(second.host, bob);
    await advanceUntil(clock, () => purseOf(journal, 'bob')?.ticks === 1);
    expect(purseOf(journal, 'bob')).toMatchObject({ received: 1, coins: 2, ticks: 1, checks: 1 });
    expect(await journal.effects(0, 10)).toEqual([]);
    expect(await journal.timers(null, 10)).toEqual([]);
  });

  it('is released once, and only as it was shown', async () => {
    const { host, broken, journal } = await startBreakable();
    broken.add('alice');
    await ask(host, 'alice', { type: 'PUT', coins: 1 });
    const [shown] = host.repairs.quarantines();
    const request = { ...repair, mark: shown!.mark };
    expect(await host.repairs.release(bob, request)).toMatchObject({ reason: 'gone' });
    const outcomes = await Promise.all([
      host.repairs.release(alice, request),
      host.repairs.release(alice, request),
    ]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
    expect(await host.repairs.release(alice, request)).toMatchObject({ reason: 'gone' });
    expect(eventsOf(journal, runtimeEvents.released)).toHaveLength(1);
  });
});

describe('a store that cannot be read', () => {
  it('for a moment takes nobody out of service: the message waits', async () => {
    const clock = createManualClock();
    const journal = createToyJournal();
    const { host } = await startHost({ clock, journal });
    await settle();
    journal.failNext('load', new Error('EIO: disk'), 5);
    const asked = ask(host, 'alice', { type: 'PUT', coins: 1 });
    await advanceUntil(clock, () => purseOf(journal.disk, 'alice')?.coins === 1);
    expect(await asked).toMatchObject({ ok: true });
    expect(host.stats().quarantined).toEqual([]);
    expect(host.inspection.recent(50).filter(({ kind }) => kind === 'load_fault')).toHaveLength(5);
  });

  it('under an idempotency key answers that nothing was done, and the repeat does it', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    journal.failNext('findAnswer', new Error('EIO: disk'));
    const once = { idempotency: { key: 'k', payload: 1 } };
    const replies = await Promise.all([
      ask(host, 'alice', { type: 'PUT', coins: 1 }, once),
      ask(host, 'alice', { type: 'PUT', coins: 1 }, once),
    ]);
    expect(replies).toMatchObject([{ rejected: 'overloaded' }, { rejected: 'overloaded' }]);
    expect(await ask(host, 'alice', { type: 'PUT', coins: 1 }, once)).toMatchObject({ ok: true });
    expect(purseOf(journal.disk, 'alice')).toMatchObject({ coins: 1 });
  });

  it('because a state is damaged takes its actor out of service', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    journal.failNext('load', new InvariantError('the text of purse/alice is not JSON'));
    expect(await ask(host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({
      rejected: 'quarantined',
      detail: expect.stringContaining('not JSON') as string,
    });
    await settle();
    expect(await journal.quarantines(null, 9)).toMatchObject([{ id: 'alice', event: null }]);
  });
});

describe('the stored actors', () => {
  it('are all restored dry after the start, and those that cannot be are named', async () => {
    const journal = createMemoryJournal();
    const { host: first } = await startHost({ journal });
    for (const id of ['ann', 'ben', 'cid']) await ask(first, id, { type: 'PUT', coins: 1 });
    (journal.actors as Map<string, unknown>).set('purse/ben', {
      version: 1,
      state_version: 1,
      state: 'rubbish',
    });
    const { host } = await startHost({ journal });
    await until(() => host.restoreProgress().state === 'done');
    expect(host.restoreProgress()).toEqual({
      state: 'done',
      checked: 3,
      failed: 1,
      failures: ['purse/ben: its stored state cannot be restored: not a purse'],
      error: null,
    });
    expect(host.stats()).toMatchObject({ active: 0, quarantined: ['purse/ben'] });
  });
});

describe('the check of all stored actors', () => {
  it('goes on where it was when the store could not be read for a moment', async () => {
    const clock = createManualClock();
    const journal = createToyJournal();
    const first = await startHost({ journal });
    for (const id of ['ann', 'ben', 'cid']) await ask(first.host, id, { type: 'PUT', coins: 1 });
    await settle();
    journal.failNext('load', new Error('EIO: disk'), 2);
    const { host } = await startHost({ clock, journal });
    await until(() => host.restoreProgress().error !== null);
    expect(host.restoreProgress()).toMatchObject({ state: 'checking', checked: 0, failed: 0 });
    await advanceUntil(clock, () => host.restoreProgress().state === 'done');
    expect(host.restoreProgress()).toMatchObject({ checked: 3, failed: 0, error: null });
    expect(host.stats().quarantined).toEqual([]);
  });
});

describe('a dead letter', () => {
  it('is tried against the actor as it is, without a trace', async () => {
    const { host, journal } = await startHost();
    await ask(host, 'alice', { type: 'PUT', coins: 3 });
    const before = journal.log.length;
    expect(await host.repairs.try(alice, { type: 'CLOSE' })).toEqual({
      result: 'accepted',
      from: 'open',
      to: 'closed',
      refusal: null,
      actions: ['record'],
    });
    const pay = { type: 'PAY', coins: 9, to: 'bob' } as never;
    expect(await host.repairs.try(alice, pay)).toMatchObject({ refusal: { code: 'not_possible' } });
    expect(await host.repairs.try(alice, { type: 'EXPLODE' })).toEqual({
      result: 'failed',
      error: 'boom',
    });
    expect(journal.log).toHaveLength(before);
    expect(purseOf(journal, 'alice')).toMatchObject({ status: 'open', coins: 3 });
  });

  it('of a payment names its addressee, and is applied once when it is retried', async () => {
    const { host, broken, journal } = await startBreakable({ settings: sturdy });
    await ask(host, 'alice', { type: 'PUT', coins: 5 }, { correlationId: 'the call' });
    broken.add('bob');
    const options = { correlationId: 'the call', by: 'carol' };
    await ask(host, 'alice', { type: 'PAY', coins: 2, to: 'bob' }, options);
    await until(() => eventsOf(journal, runtimeEvents.deadLettered).length === 1);
    const letter = await theLetter(host);
    expect(letter).toMatchObject({
      kind: 'purse',
      id: 'bob',
      source: 'tell',
      by: 'carol',
      correlation_id: 'the call',
    });
    expect(await journal.effects(0, 10)).toEqual([]);
    broken.clear();
    const retry = () => host.repairs.retry(letter.sequence, { ...repair, mark: letter.mark });
    const outcomes = await Promise.all([retry(), retry()]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
    expect(await retry()).toMatchObject({ reason: 'gone' });
    const reserved = { type: 'xstate.done.actor.x' };
    expect(
      await host.repairs.retry(letter.sequence, { ...repair, mark: letter.mark, event: reserved }),
    ).toMatchObject({ reason: 'failed', detail: expect.stringContaining('machines keep') });
    expect(purseOf(journal, 'bob')).toMatchObject({ coins: 2, received: 1 });
    expect(eventsOf(journal, runtimeEvents.letterRetried)).toHaveLength(1);
    expect(await journal.deadLetters(9)).toEqual([]);
  });

  it('that fails again is another letter in its place', async () => {
    const { host, broken, journal } = await startBreakable({ settings: sturdy });
    broken.add('bob');
    await ask(host, 'bob', { type: 'PUT', coins: 2 });
    const letter = await theLetter(host);
    expect(
      await host.repairs.retry(letter.sequence, { ...repair, mark: letter.mark }),
    ).toMatchObject({ reason: 'failed' });
    expect(await journal.deadLetters(9)).toMatchObject([{ sequence: letter.sequence + 1 }]);
  });

  it('whose event is refused stays, with the refusal as its newest reason', async () => {
    const { host, journal } = await startHost({ settings: sturdy });
    await ask(host, 'bob', { type: 'EXPLODE' });
    const letter = await theLetter(host);
    const event = { type: 'PAY', coins: 9, to: 'alice' };
    const request = { ...repair, mark: letter.mark, event };
    expect(await host.repairs.retry(letter.sequence, request)).toMatchObject({
      ok: true,
      reply: { ok: true, outcome: { accepted: false, refusal: { code: 'not_possible' } } },
    });
    const kept = await theLetter(host);
    expect(kept).toMatchObject({
      sequence: letter.sequence,
      message: letter.message,
      reason: expect.stringContaining('PAY does not apply') as string,
    });
    expect(await host.repairs.retry(letter.sequence, request)).toMatchObject({ reason: 'changed' });
    const put = { ...repair, mark: kept.mark, event: { type: 'PUT', coins: 1 } };
    expect(await host.repairs.retry(letter.sequence, put)).toMatchObject({
      reply: { outcome: { accepted: true } },
    });
    expect(await journal.deadLetters(9)).toEqual([]);
    expect(
      eventsOf(journal, runtimeEvents.letterRetried).map(({ payload }) => payload['outcome']),
    ).toEqual(['refused', 'accepted']);
  });

  it('leaves a note of an attempt with what came of it, whenever the process dies', async () => {
    const journal = createToyJournal();
    const notes = () => eventsOf(journal.disk, runtimeEvents.letterRetried).length;
    const event = { type: 'PUT', coins: 1 };
    const first = await startHost({ journal, settings: sturdy, onStoreFault: () => {} });
    await ask(first.host, 'bob', { type: 'EXPLODE' });
    const letter = await theLetter(first.host);
    const request = { ...repair, mark: letter.mark, event };
    journal.failNext('commit', new Error('killed before the commit'));
    await first.host.repairs.retry(letter.sequence, request);
    expect([notes(), purseOf(journal.disk, 'bob')?.coins ?? 0]).toEqual([0, 0]);
    expect(await journal.deadLetters(9)).toHaveLength(1);
    const second = await startHost({ journal, settings: sturdy });
    journal.hold('commit');
    void second.host.repairs.retry(letter.sequence, request);
    await until(() => journal.waiting('commit') === 1);
    // Killed after the commit: nobody was told.
    expect([notes(), purseOf(journal.disk, 'bob')?.coins]).toEqual([1, 1]);
    expect(await journal.disk.deadLetters(9)).toEqual([]);
  });

  it('is replaced by another event, or discarded, as it was shown and once', async () => {
    const { host, journal } = await startHost({ settings: sturdy });
    await ask(host, 'bob', { type: 'EXPLODE' });
    const first = await theLetter(host);
    const event = { type: 'PUT', coins: 7 };
    expect(
      await host.repairs.retry(first.sequence, { ...repair, mark: 'another', event }),
    ).toMatchObject({ reason: 'changed' });
    expect(
      await host.repairs.retry(first.sequence, { ...repair, mark: first.mark, event }),
    ).toMatchObject({ ok: true });
    expect(purseOf(journal, 'bob')).toMatchObject({ coins: 7 });
    await ask(host, 'bob', { type: 'EXPLODE' });
    const second = await theLetter(host);
    const request = { ...repair, mark: second.mark };
    expect(await host.repairs.discard(second.sequence, { ...request, mark: 'x' })).toMatchObject({
      reason: 'changed',
    });
    expect(await host.repairs.discard(second.sequence, request)).toMatchObject({ ok: true });
    expect(await host.repairs.discard(second.sequence, request)).toMatchObject({ reason: 'gone' });
    expect(eventsOf(journal, runtimeEvents.letterDiscarded)).toMatchObject([
      { actor: 'ops', payload: { reason: 'seen to', message: { type: 'EXPLODE' } } },
    ]);
  });
});
