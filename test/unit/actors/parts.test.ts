/** Parts of an actor: told by it alone, changed in its turns, written with them or not at all. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import { plainTurn } from '../../../src/actors/runtime/plain-turn.ts';
import type { Book } from '../../support/toy-actors.ts';
import {
  alice,
  ask,
  eventsOf,
  purseOf,
  release,
  startHost,
  until,
} from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

const note = { type: 'NOTE' } as const;
type Disk = ReturnType<typeof createMemoryJournal>;
const bookOf = (disk: Disk, id: string): Book | undefined =>
  disk.actors.get(`book/${id}`)?.state as Book | undefined;
const emptyTurn = plainTurn({ kind: 'purse', id: 'alice' }, {});

describe('a part', () => {
  it('is written in the turn of its owner, with versions, causes and changes of its own', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    expect(await ask(host, 'alice', note)).toMatchObject({ ok: true, outcome: { event_id: 1 } });
    expect(journal.batches.flat()).toHaveLength(1);
    expect(journal.disk.log).toMatchObject([
      { event_type: 'purse.noted', cause_id: null, payload: { change: { version: 1 } } },
      {
        event_type: 'book.opened',
        entity_type: 'book',
        entity_id: 'alice-0',
        cause_id: 1,
        payload: { change: { kind: 'book', version: 1, set: { status: 'open', numbers: [] } } },
      },
      {
        event_type: 'book.written',
        cause_id: 1,
        payload: { number: 1, change: { kind: 'book', version: 2, set: { numbers: [1] } } },
      },
    ]);
    expect(journal.disk.actors.get('book/alice-0')).toMatchObject({ version: 2 });
    expect(await journal.effects(0, 9)).toEqual([]);
  });

  it('that is over stays as it is, whatever it is told', async () => {
    const { host, journal } = await startHost();
    for (let time = 0; time < 5; time += 1) await ask(host, 'alice', note);
    expect(bookOf(journal, 'alice-0')).toMatchObject({ status: 'full', numbers: [1, 2, 3] });
    expect(bookOf(journal, 'alice-1')).toMatchObject({ status: 'open', numbers: [4, 5] });
    expect(eventsOf(journal, 'book.written')).toHaveLength(5);
  });

  it('goes on where it was after a restart, and in a burst on what is not committed yet', async () => {
    const disk = createMemoryJournal();
    const first = await startHost({ journal: disk });
    await ask(first.host, 'alice', note);
    const journal = createToyJournal(disk);
    const { host } = await startHost({ journal });
    await Promise.all([note, note].map((event) => ask(host, 'alice', event)));
    expect(journal.batches.map((turns) => turns.length)).toEqual([2]);
    expect(bookOf(disk, 'alice-0')?.numbers).toEqual([1, 2, 3]);
  });

  it('is not written where the turn of its owner is refused', async () => {
    const journal = createToyJournal();
    const { host } = await startHost({ journal });
    await ask(host, 'alice', note);
    const before = [...journal.disk.actors];
    journal.refuse = () => 'purse_full';
    expect(await ask(host, 'alice', note)).toMatchObject({
      outcome: { refusal: { code: 'purse_full' } },
    });
    expect([...journal.disk.actors]).toEqual(before);
    journal.refuse = () => undefined;
    await ask(host, 'alice', note);
    expect(bookOf(journal.disk, 'alice-0')?.numbers).toEqual([1, 2]);
  });

  it('and its owner are written by one of two hosts at a time, each note once', async () => {
    const journal = createMemoryJournal();
    const hosts = [await startHost({ journal }), await startHost({ journal })];
    await Promise.all(
      hosts.map(async ({ host }) => {
        for (let time = 0; time < 10; time += 1) await ask(host, 'alice', note);
      }),
    );
    expect(purseOf(journal, 'alice')?.notes).toBe(20);
    const numbers = eventsOf(journal, 'book.written').map(({ payload }) => payload['number']);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await journal.deadLetters(9)).toEqual([]);
  });

  it('is told nothing by anybody else, and is no actor that could fail', async () => {
    const { host } = await startHost();
    expect(await host.ask({ kind: 'book', id: 'alice-0' }, { type: 'OPEN' })).toMatchObject({
      rejected: 'unknown_kind',
      detail: 'a book is part of its purse, which alone tells it anything',
    });
    const kinds = host.supervision().flatMap(({ children }) => children.map(({ name }) => name));
    expect(kinds).toEqual(['purse']);
  });

  it('that cannot be restored takes its owner out of service, which says why', async () => {
    const { host, journal } = await startHost();
    await ask(host, 'alice', note);
    const sound = journal.actors.get('book/alice-0')!;
    const disk = journal.actors as Map<string, typeof sound>;
    disk.set('book/alice-0', { ...sound, state: 'torn' });
    host.passivateIdle({ quietForMs: 0 });
    expect(await ask(host, 'alice', note)).toMatchObject({ rejected: 'quarantined' });
    await host.drain(0);
    const [quarantine] = await journal.quarantines(null, 9);
    expect(quarantine?.reason).toBe(
      'its stored state cannot be restored: its part book/alice-0: not a book',
    );
    disk.set('book/alice-0', sound);
    const { host: next } = await startHost({ journal });
    await release(next, alice);
    await ask(next, 'alice', note);
    expect(bookOf(journal, 'alice-0')?.numbers).toEqual([1, 2]);
  });
});

describe('what an earlier program left in the outbox for a part', () => {
  const tell = (index: number, event: object, id = 'alice-0') => ({
    effect_id: `purse/alice#1.${index}`,
    name: 'tell',
    input: JSON.stringify({ to: { kind: 'book', id }, event, by: 'ann' }),
    invoke_id: null,
    correlation_id: 'then',
    attempts: 0,
    not_before_ms: 0,
    last_error: null,
  });

  it('is taken in its order before the owner tells it anything', async () => {
    const journal = createMemoryJournal();
    const first = await startHost({ journal });
    await ask(first.host, 'alice', { type: 'PUT', coins: 1 });
    const left = [{ type: 'OPEN' }, { type: 'WRITE', number: -2 }, { type: 'WRITE', number: -1 }];
    const effects = left.map((event, index) => tell(index, event));
    await journal.commit([{ ...emptyTurn, effects }]);
    const { host } = await startHost({ journal });
    expect(await journal.effects(0, 9)).toEqual([]);
    await ask(host, 'alice', note);
    expect(bookOf(journal, 'alice-0')).toMatchObject({ status: 'full', numbers: [-2, -1, 1] });
    expect(eventsOf(journal, 'book.written')[0]).toMatchObject({
      actor: 'ann',
      correlation_id: 'then',
    });
  });

  it('is kept as a dead letter where its part cannot be restored', async () => {
    const journal = createMemoryJournal();
    const disk = journal.actors as Map<string, object>;
    disk.set('book/torn', { version: 1, state_version: 1, state: 'torn' });
    await journal.commit([{ ...emptyTurn, effects: [tell(0, { type: 'OPEN' }, 'torn')] }]);
    const { host } = await startHost({ journal });
    await until(() => host.stats().quarantined.includes('book/torn'));
    await until(() => host.stats().effects === 0);
    const [letter] = await journal.deadLetters(9);
    expect(letter).toMatchObject({ kind: 'book', id: 'torn', reason: expect.any(String) });
  });
});
