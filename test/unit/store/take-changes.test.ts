/** What a copy takes from elsewhere: all that follows, nothing else, and nothing by halves. */
import { expect, it } from 'vitest';
import type { JournalChanges, LoggedEvent } from '../../../src/actors/journal/postgres/source.ts';
import { createTaker, readHead } from '../../../src/store/sqlite/take-changes.ts';
import {
  commitAll,
  endTurn,
  openTestStore,
  queueItem,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

/** The events after `after`, and the rows of these actors as they are now. */
function changesOf({ db }: TestStore, after: number, change: Partial<JournalChanges> = {}) {
  const events = db.prepare('SELECT * FROM events WHERE event_id > ? ORDER BY event_id').all(after);
  const states = db
    .prepare('SELECT kind, id, version, state_version, state, seq FROM actors')
    .all();
  const before = db.prepare('SELECT hash FROM events WHERE event_id = ?').pluck().get(after) ?? '';
  const none = { before, gone: [], outstanding: null };
  return { ...none, events, states, ...change } as JournalChanges;
}

const statesOf = ({ db }: TestStore): unknown[] =>
  db.prepare('SELECT kind, id, version, state, seq FROM actors ORDER BY id').all();

it('is refused, whole, where an event was altered or left out', async () => {
  const source = openTestStore();
  await commitAll(source.journal, [
    stateTurn('counter', 'a', 1, { status: 'open' }),
    stateTurn('counter', 'b', 1, { status: 'open' }),
  ]);
  const copy = openTestStore();
  const take = createTaker(copy.db);
  const changes = changesOf(source, 0);
  const [first, second] = changes.events as [LoggedEvent, LoggedEvent];
  const altered = { ...second, actor: 'somebody else' };
  expect(() => take({ ...changes, events: [first, altered] })).toThrow(
    /^Event 2 of the source does not continue the log after event 1: one of them was altered/,
  );
  expect(() => take({ ...changes, events: [second] })).toThrow(/^Event 2 .+ after event 0/);
  expect(() => take({ ...changes, before: null })).toThrow(/^The source has another event 0/);
  expect(readHead(copy.db)).toEqual({ eventId: 0, hash: '' });
  expect(statesOf(copy)).toEqual([]);
  expect(take(changes)).toEqual({ eventId: 2, hash: second.hash });
  expect(statesOf(copy)).toEqual(statesOf(source));
});

it('leaves a state that is later than the events until these come', async () => {
  const source = openTestStore();
  await commitAll(source.journal, [
    stateTurn('counter', 'a', 1, { status: 'open' }),
    stateTurn('counter', 'a', 2, { status: 'closed' }),
  ]);
  const copy = openTestStore();
  const take = createTaker(copy.db);
  const changes = changesOf(source, 0);
  take({ ...changes, events: changes.events.slice(0, 1) });
  expect(statesOf(copy)).toEqual([]);
  take({ ...changesOf(source, 1) });
  expect(statesOf(copy)).toEqual(statesOf(source));
});

it('forgets who is gone, and takes who began anew as a new one', async () => {
  const source = openTestStore();
  const copy = openTestStore();
  const take = createTaker(copy.db);
  await commitAll(source.journal, [
    stateTurn('counter', 'a', 1, { status: 'open' }),
    stateTurn('counter', 'b', 1, { status: 'open' }),
  ]);
  take(changesOf(source, 0));
  await commitAll(source.journal, [
    endTurn('counter', 'a', 1),
    endTurn('counter', 'b', 1),
    stateTurn('counter', 'b', 1, { status: 'new' }),
  ]);
  const gone = ['a', 'b'].map((id) => ({ kind: 'counter', id }));
  take(changesOf(source, 2, { gone }));
  expect(statesOf(copy)).toEqual(statesOf(source));
  expect(statesOf(copy)).toHaveLength(1);
});

const onLane = (
  id: string,
  version: number,
  status: 'running' | 'completed',
  lane: string | null,
) => stateTurn('queue_item', id, version, queueItem(id, { status, lane }));

it.each([
  ['at once', 3],
  ['in steps', 2],
])('lets a lane change hands %s', async (_how, first) => {
  const source = openTestStore();
  const copy = openTestStore();
  const take = createTaker(copy.db);
  await commitAll(source.journal, [onLane('z', 1, 'running', 'one')]);
  take(changesOf(source, 0));
  await commitAll(source.journal, [
    onLane('z', 2, 'completed', null),
    onLane('a', 1, 'running', 'one'),
    onLane('z', 3, 'completed', null),
  ]);
  const changes = changesOf(source, 1);
  // As PostgreSQL gives them: by id, so that who takes the lane comes before who had it.
  const states = changes.states.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const { eventId } = take({ ...changes, events: changes.events.slice(0, first), states });
  if (eventId < 4) take(changesOf(source, eventId));
  expect(statesOf(copy)).toEqual(statesOf(source));
  const lanes = copy.db.prepare('SELECT id, lane FROM actors WHERE lane IS NOT NULL').all();
  expect(lanes).toEqual([{ id: 'a', lane: 'one' }]);
});
