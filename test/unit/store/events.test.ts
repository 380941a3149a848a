/** The event list: filters, order, pages, and time travel over it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { EventQuery } from '../../../src/store/ports/read-models.ts';
import { storeOfEachTest } from '../../support/each-test.ts';
import {
  commitAll,
  newEvent,
  openTestStore,
  stateTurn,
  turn,
} from '../../support/store-fixtures.ts';

const store = storeOfEachTest();

const ids = async (query: Partial<EventQuery>): Promise<number[]> => {
  const all = { before: null, limit: 50, entityType: '', entityId: '', eventType: '', search: '' };
  return (await store().reads.events({ ...all, ...query })).map((event) => event.event_id);
};

describe('the event list', () => {
  beforeEach(() =>
    commitAll(store().journal, [
      turn({
        events: [
          newEvent({ entity_type: 'run', entity_id: 'r1', event_type: 'run.started' }),
          newEvent({ entity_type: 'run', entity_id: 'r2', event_type: 'run.started' }),
          newEvent({
            entity_type: 'paper',
            entity_id: 'r1',
            event_type: 'paper.drafted',
            payload: '{"title":"Sparse attention"}',
          }),
          newEvent({ entity_type: 'run', entity_id: 'r1', event_type: 'run.reconciled' }),
        ],
      }),
    ]),
  );
  it('is newest first and continues below an event', async () => {
    expect(await ids({})).toEqual([4, 3, 2, 1]);
    expect(await ids({ limit: 2 })).toEqual([4, 3]);
    expect(await ids({ limit: 2, before: 3 })).toEqual([2, 1]);
    expect(await ids({ before: 1 })).toEqual([]);
  });
  it.each([
    [{ entityType: 'run' }, [4, 2, 1]],
    [{ entityId: 'r1' }, [4, 3, 1]],
    [{ entityType: 'run', entityId: 'r1' }, [4, 1]],
    [{ eventType: 'run.started' }, [2, 1]],
    [{ eventType: 'run.started', entityId: 'r2' }, [2]],
    [{ entityType: 'paper', eventType: 'run.started' }, []],
    [{ entityType: 'none' }, []],
    [{ search: 'attention' }, [3]],
    [{ search: 'run.started' }, [2, 1]],
    [{ search: 'run', entityId: 'r1' }, [4, 1]],
    [{ search: 'run', eventType: 'run.started' }, [2, 1]],
    [{ search: 'spars', entityType: 'paper', eventType: 'paper.drafted' }, [3]],
    [{ search: 'run', entityType: 'run', entityId: 'r2' }, [2]],
    [{ search: 'run', eventType: 'run.start' }, []],
    [{ search: 'run', eventType: 'RUN.STARTED' }, []],
    [{ search: 'run', eventType: 'started' }, []],
  ])('selects %o', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
    expect(await ids({ ...query, before: 4 })).toEqual(expected.filter((id) => id < 4));
    const full = { entityType: '', entityId: '', eventType: '', search: '', ...query };
    const page = await store().reads.eventsByPage({ ...full, page: 1, pageSize: 1 });
    expect(page.total).toBe(expected.length);
    expect(page.rows.map((event) => event.event_id)).toEqual(expected.slice(0, 1));
    const second = await store().reads.eventsByPage({ ...full, page: 2, pageSize: 1 });
    expect(second.rows.map((event) => event.event_id)).toEqual(expected.slice(1, 2));
  });
  it('finds by words what is about an entity of any name', async () => {
    const names = ['x"* y', '—', 'a OR b', 'Ünïcode', '\u{1f642}', 'NEAR(a b)', '^r1'];
    await commitAll(
      store().journal,
      names.map((name) =>
        turn({
          id: name,
          events: [newEvent({ entity_type: 'run', entity_id: name, event_type: 'run.named' })],
        }),
      ),
    );
    for (const [index, name] of names.entries())
      expect(await ids({ search: 'named', entityId: name }), name).toEqual([5 + index]);
  });
  it('shows one event as the journal does', async () => {
    expect(await store().reads.event(3)).toEqual((await store().journal.eventsAfter(2, 1))[0]);
    expect(await store().reads.event(99)).toBeUndefined();
    expect(await store().reads.head()).toBe(4);
  });
  it('selects nothing from an empty log', async () => {
    const empty = openTestStore();
    const query = {
      entityType: '',
      entityId: 'x',
      eventType: '',
      search: '',
      page: 1,
      pageSize: 5,
    };
    expect(await empty.reads.eventsByPage(query)).toEqual({ rows: [], total: 0 });
    await empty.journal.close();
  });
});

describe('time travel', () => {
  const change = (set: object, version: number, event: object = {}) => {
    const whole = stateTurn(
      'counter',
      'a',
      version,
      { status: 'open', value: version, note: null },
      { event },
    );
    const payload = { change: { kind: 'counter', id: 'a', version, state_version: 1, set } };
    return { ...whole, events: [{ ...whole.events[0]!, payload: JSON.stringify(payload) }] };
  };
  it('folds partial changes, also those recorded on another entity', async () => {
    await commitAll(store().journal, [
      change({ status: 'open', value: 1, note: null }, 1),
      change({ value: 2 }, 2, { entity_type: 'callback', entity_id: 'x' }),
      stateTurn('counter', 'b', 1, { status: 'open', value: 9 }),
      change({ value: 3 }, 3),
    ]);
    expect(await store().reads.stateAt('counter', 'a', 3)).toEqual({
      version: 2,
      state_version: 1,
      state: { status: 'open', value: 2, note: null },
    });
    expect((await store().reads.stateAt('counter', 'a', 4))?.version).toBe(3);
    expect(await store().reads.stateAt('callback', 'x', 4)).toBeUndefined();
  });
  it('finds the last event at a time', async () => {
    const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
    const events = [1, 3, 3, 5].map((second) => newEvent({ created_at: at(second) }));
    await commitAll(store().journal, [turn({ events })]);
    const found = await Promise.all(
      [0, 1, 2, 3, 4, 5, 9].map((second) => store().reads.eventIdAt(at(second))),
    );
    expect(found).toEqual([0, 1, 1, 3, 3, 4, 4]);
  });
});

describe('whether a stretch of the log names an entity of a kind', () => {
  it('looks at its events alone, by what they are of', async () => {
    const kinds = ['queue_item', 'paper', 'run'];
    const events = kinds.map((entity_type) => newEvent({ entity_type, entity_id: 'x' }));
    await commitAll(store().journal, [turn({ events })]);
    const named = (after: number, to: number) => store().reads.isNamed(['paper'], { after, to });
    expect(await Promise.all([named(0, 3), named(1, 2), named(0, 1), named(2, 3)])).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await store().reads.isNamed([], { after: 0, to: 3 })).toBe(false);
  });
});
