/** Verification finds every way in which a store can be wrong. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import {
  commitAll,
  openTestStore,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

let store: TestStore;
const counter = (id: string, version: number) =>
  stateTurn('counter', id, version, { status: 'open', value: version });

beforeEach(async () => {
  store = openTestStore();
  await commitAll(store.journal, [
    counter('a', 1),
    counter('b', 1),
    counter('a', 2),
    counter('c', 1),
  ]);
});
afterEach(() => store.journal.close());

const problemsAfter = async (sql: string): Promise<string[]> => {
  store.db.exec(sql);
  const report = await verifyJournal(store.journal);
  expect(report.ok).toBe(false);
  return report.problems.map((problem) => `${problem.kind} ${problem.event_id ?? problem.actor}`);
};

describe('what is found', () => {
  it('an altered member of an event', async () => {
    expect(
      await problemsAfter(`UPDATE events SET actor = 'someone else' WHERE event_id = 2`),
    ).toEqual(['hash 2']);
    expect(await problemsAfter(`UPDATE events SET cause_id = 1 WHERE event_id = 3`)).toEqual([
      'hash 2',
      'hash 3',
    ]);
  });
  it('an altered payload', async () => {
    const sql = `UPDATE events SET payload = json_set(payload, '$.note', 1) WHERE event_id = 3`;
    expect(await problemsAfter(sql)).toEqual(['hash 3']);
  });
  it('an event altered together with its hash', async () => {
    expect(
      await problemsAfter(`UPDATE events SET hash = '${'0'.repeat(64)}' WHERE event_id = 2`),
    ).toEqual(['hash 2', 'hash 3']);
  });
  it('a deleted event', async () => {
    expect(await problemsAfter('DELETE FROM events WHERE event_id = 2')).toEqual([
      'gap 3',
      'hash 3',
      'unlogged_actor counter/b',
    ]);
  });
  it('a log cut off at its end', async () => {
    expect(await problemsAfter('DELETE FROM events WHERE event_id > 2')).toEqual([
      'state counter/a',
      'unlogged_actor counter/c',
    ]);
  });
  it('an altered state, version or state version', async () => {
    expect(
      await problemsAfter(`UPDATE actors SET state = json_set(state, '$.value', 9) WHERE id = 'a'`),
    ).toEqual(['state counter/a']);
    expect(await problemsAfter(`UPDATE actors SET version = 7 WHERE id = 'b'`)).toEqual([
      'state counter/a',
      'state counter/b',
    ]);
    expect(await problemsAfter(`UPDATE actors SET state_version = 7 WHERE id = 'c'`)).toHaveLength(
      3,
    );
  });
  it('a state that was deleted, and one that was added', async () => {
    expect(await problemsAfter(`DELETE FROM actors WHERE id = 'b'`)).toEqual([
      'missing_actor counter/b',
    ]);
    expect(
      await problemsAfter(
        `INSERT INTO actors (kind, id, version, state_version, state, seq) VALUES ('counter', 'z', 1, 1, '{}', 1)`,
      ),
    ).toEqual(['unlogged_actor counter/z', 'missing_actor counter/b']);
  });
  it('a version that does not rise', async () => {
    const again = counter('a', 3);
    const payload = again.events[0]!.payload.replace('"version":3', '"version":2');
    await commitAll(store.journal, [{ ...again, events: [{ ...again.events[0]!, payload }] }]);
    expect(await problemsAfter('SELECT 1')).toEqual(['version_order 5', 'state counter/a']);
  });
  it('text that is no longer JSON, by name', async () => {
    store.db.exec(`UPDATE events SET payload = '{' WHERE event_id = 2`);
    await expect(verifyJournal(store.journal)).rejects.toThrow('event 2');
  });
});

describe('the report', () => {
  it('counts what it looked at', async () => {
    expect(await verifyJournal(store.journal)).toEqual({
      ok: true,
      events: 4,
      actors: 3,
      problems: [],
      problem_count: 0,
    });
  });
  it('is the same when the states do not fit into memory at once', async () => {
    store.db.exec(
      `UPDATE actors SET version = 9 WHERE id = 'b'; UPDATE events SET actor = 'x' WHERE event_id = 1`,
    );
    const whole = await verifyJournal(store.journal);
    const inPasses = await verifyJournal(store.journal, { actorsInMemoryMax: 1 });
    expect(inPasses.problem_count).toBe(2);
    expect(new Set(inPasses.problems)).toEqual(new Set(whole.problems));
    expect(inPasses).toMatchObject({ events: 4, actors: 3 });
  });
  it('keeps a bounded number of problems and counts all', async () => {
    store.db.exec(`UPDATE events SET actor = 'x'`);
    const report = await verifyJournal(store.journal, { problemsMax: 2 });
    expect(report.problems).toHaveLength(2);
    expect(report.problem_count).toBe(4);
  });
  it('is clean beside a writer', async () => {
    let version = 2;
    // Every load is preceded by a commit, as if turns ran all the time.
    const busy: Journal = {
      ...store.journal,
      async load(kind, id) {
        if (version < 30) {
          version += 1;
          await commitAll(store.journal, [counter('a', version), counter(`new-${version}`, 1)]);
        }
        return store.journal.load(kind, id);
      },
    };
    expect(await verifyJournal(busy)).toMatchObject({ ok: true });
    expect(version).toBeGreaterThan(2);
  });
});
