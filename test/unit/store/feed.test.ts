/** The reads of the live feed in SQLite: the last event of a stream, as a walk through the log finds it. */
import { afterEach, describe, expect, it } from 'vitest';
import { changeIn } from '../../../src/actors/journal/state-fold.ts';
import { type StreamSelection, streamScanMax } from '../../../src/store/ports/feed.ts';
import { createSqliteFeed } from '../../../src/store/sqlite/reads/feed.ts';
import { newEvent, openTestStore, type TestStore, turn } from '../../support/store-fixtures.ts';

const stores: TestStore[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map(({ journal }) => journal.close()));
});

function open() {
  const store = openTestStore();
  stores.push(store);
  return { ...store, feed: createSqliteFeed(store.db, store.journal) };
}

/** An event about `kind/id`, written by a turn of `by`, perhaps with that actor's change. */
function event(kind: string, id: string, by?: { kind: string; id: string }) {
  const change = by && { ...by, version: 1, state_version: 1, set: {} };
  return newEvent({
    event_type: `${kind}.noted`,
    entity_type: kind,
    entity_id: id,
    payload: JSON.stringify(change === undefined ? {} : { change }),
  });
}

const run = { kind: 'run', id: 'r' };
const item = { kind: 'queue_item', id: 'a' };

describe('the last event of a stream', () => {
  it('is null in an empty log', async () => {
    const { feed } = open();
    expect(await feed.lastOf({ of: 'events', kind: null, id: null }, 9)).toBeNull();
    expect(await feed.lastOf({ of: 'state', kind: 'run', id: 'r' }, 9)).toBeNull();
  });

  it('is what a walk through the log finds, for every stream and every place', async () => {
    const { feed, journal } = open();
    const turns = [
      turn({ ...run, events: [event('run', 'r', run), event('queue_item', 'a')] }),
      turn({ ...item, events: [event('queue_item', 'a', item)] }),
      // A turn of the item that tells its change in an event about the run.
      turn({ ...item, events: [event('run', 'r', item), event('run', 'other')] }),
      turn({
        kind: 'run',
        id: 'other',
        events: [event('run', 'other', { kind: 'run', id: 'other' })],
      }),
      turn({ ...run, events: [event('worker', 'w', run)] }),
      turn({ ...item, events: [event('queue_item', 'b')] }),
    ];
    for (const each of turns) expect(await journal.commit([each])).toMatchObject([{ ok: true }]);
    const log = await journal.eventsAfter(0, 100);
    const selections: StreamSelection[] = (['events', 'state'] as const).flatMap((of) => [
      { of, kind: null, id: null },
      ...['run', 'queue_item', 'worker', 'nothing'].flatMap((kind) => [
        { of, kind, id: null },
        ...['r', 'a', 'b', 'other', 'w'].map((id) => ({ of, kind, id })),
      ]),
    ]);
    for (const { of, kind, id } of selections) {
      for (let atMost = 0; atMost <= log.length; atMost += 1) {
        const expected = log.findLast((each) => {
          const change = changeIn(each.payload);
          const about = of === 'events' ? { kind: each.entity_type, id: each.entity_id } : change;
          if (each.event_id > atMost || about === undefined) return false;
          return (kind === null || about.kind === kind) && (id === null || about.id === id);
        });
        const found = await feed.lastOf({ of, kind, id }, atMost);
        expect(found, `${of}/${kind}/${id} up to ${atMost}`).toBe(expected?.event_id ?? null);
      }
    }
  });

  it('is found by index for one entity, and within a bound for a kind', async () => {
    const { feed, journal } = open();
    await journal.commit([turn({ ...run, events: [event('run', 'r', run)] })]);
    const many = Array.from({ length: streamScanMax }, () => event('queue_item', 'a', item));
    await journal.commit([turn({ ...item, events: many })]);
    const head = await feed.headEventId();
    for (const of of ['events', 'state'] as const) {
      expect(await feed.lastOf({ of, kind: 'run', id: 'r' }, head)).toBe(1);
      expect(await feed.lastOf({ of, kind: 'run', id: null }, head - 1)).toBe(1);
      expect(await feed.lastOf({ of, kind: 'run', id: null }, head)).toBeNull();
    }
  });
});
