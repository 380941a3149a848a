/** Lists narrowed by the values of members that are lists, and the table that is kept for it. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import type { EntityKind } from '../../../src/domain/entities/all.ts';
import { Sqlite } from '../../../src/lib/sqlite.ts';
import type { FilterValue } from '../../../src/store/ports/read-models.ts';
import { listStatement } from '../../../src/store/sqlite/list-engine/list.ts';
import { checkListQuery } from '../../../src/store/sqlite/list-engine/request.ts';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { migrations } from '../../../src/store/sqlite/migrations/all.ts';
import { proveMemberValues } from '../../../src/store/sqlite/proof/member-values.ts';
import { ProofNotes } from '../../../src/store/sqlite/proof/notes.ts';
import { createStatementCache } from '../../../src/store/sqlite/reads/statement-cache.ts';
import { project } from '../../support/control-context.ts';
import {
  commitAll,
  listQuery,
  openTestStore,
  queryPlan,
  someTime,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

const proven = ({ db }: Pick<TestStore, 'db'>): readonly string[] => {
  const notes = new ProofNotes();
  proveMemberValues(db, notes);
  return notes.list().flatMap(({ problems }) => problems);
};
const byText = (left: unknown, right: unknown): number => (String(left) < String(right) ? -1 : 1);
const tagged = (id: string, version: number, tags: readonly string[]) =>
  stateTurn('project', id, version, project(id, { tags: [...tags] }));
async function idsWith({ reads }: TestStore, tag: FilterValue): Promise<readonly unknown[]> {
  const { rows } = await reads.list('project', listQuery({ filters: { tag }, sort: 'project_id' }));
  return rows.map((row) => row['project_id']);
}

describe('a filter by the values of a list', () => {
  it('refuses what is no list of lists of words, and a word alone', async () => {
    const store = openTestStore();
    for (const tag of ['a', ['a'], true] as const)
      await expect(idsWith(store, tag)).rejects.toThrow('The filter "tag" must be lists of words.');
    await store.journal.close();
  });

  it('is asked only where it is declared', () => {
    expect(() => checkListQuery('corpus_entry', listQuery({ filters: { tag: [['a']] } }))).toThrow(
      'Unknown filter "tag"',
    );
  });

  it('takes all of the lists and any of the words of one', async () => {
    const store = openTestStore();
    await commitAll(store.journal, [
      tagged('p1', 1, ['a', 'b']),
      tagged('p2', 1, ['a']),
      tagged('p3', 1, ['c']),
      tagged('p4', 1, []),
    ]);
    expect(await idsWith(store, [['a'], ['b']])).toEqual(['p1']);
    expect(await idsWith(store, [['b', 'c']])).toEqual(['p1', 'p3']);
    expect(await idsWith(store, [['a', 'c'], ['b']])).toEqual(['p1']);
    expect(await idsWith(store, [[]])).toEqual([]);
    expect(await idsWith(store, [])).toHaveLength(4);
    expect(await store.reads.count('project', { tag: [['a']] })).toBe(2);
    await store.journal.close();
  });

  it('gives page by page, in any order, what it should: as many rows, each once', async () => {
    const word = fc.constantFrom('a', 'b', 'c', 'it"s', '%', 'ä b');
    const wish = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 3 });
    const property = fc.asyncProperty(
      fc.array(fc.uniqueArray(word), { maxLength: 12 }),
      wish,
      fc.constantFrom('project_id', '-updated_at', 'created_at'),
      async (all, tag, sort) => {
        const store = openTestStore();
        await commitAll(
          store.journal,
          all.map((tags, index) => tagged(`p${index}`, 1, tags)),
        );
        const found: unknown[] = [];
        let cursor: string | null = null;
        do {
          const query = listQuery({ filters: { tag }, sort, pageSize: 2, cursor });
          const page = await store.reads.list('project', query);
          found.push(...page.rows.map((row) => row['project_id']));
          cursor = page.nextCursor;
        } while (cursor !== null);
        const wanted = all.flatMap((tags, index) =>
          tag.every((words) => words.some((one) => tags.includes(one))) ? [`p${index}`] : [],
        );
        expect(found.toSorted(byText)).toEqual(wanted.toSorted(byText));
        await store.journal.close();
      },
    );
    await fc.assert(property, propertyOptions(40));
  });

  it('is found by the index of the values where few have them, else along the order', async () => {
    const store = openTestStore();
    await commitAll(store.journal, [
      ...Array.from({ length: 1002 }, (_, index) => tagged(`p${index}`, 1, ['many'])),
      tagged('rare', 1, ['few']),
    ]);
    const planOf = (tag: readonly (readonly string[])[]): string => {
      const request = checkListQuery('project', listQuery({ filters: { tag } }));
      const window = { after: null, limit: 51, offset: 0 };
      const prepare = createStatementCache(store.db);
      const { sql, params } = listStatement(prepare, request, undefined, window);
      return queryPlan(store.db, sql, params).join('\n');
    };
    expect(planOf([['few']])).toMatch(/INDEX actors_address \(kind=\? AND id=\?\)/);
    expect(planOf([['many'], ['few']])).toMatch(/INDEX actors_address \(kind=\? AND id=\?\)/);
    expect(planOf([['many']])).toMatch(/INDEX actors_by_updated/);
    await store.journal.close();
  });
});

describe('the table of the values', () => {
  it('follows every change of the list', async () => {
    const store = openTestStore();
    await commitAll(store.journal, [tagged('p1', 1, ['a', 'b']), tagged('p2', 1, ['a'])]);
    await commitAll(store.journal, [tagged('p1', 2, ['b', 'c'])]);
    await commitAll(store.journal, [tagged('p1', 3, ['b', 'c'])]);
    expect(await idsWith(store, [['a']])).toEqual(['p2']);
    expect(await idsWith(store, [['c']])).toEqual(['p1']);
    expect(proven(store)).toEqual([]);
    store.db.exec(`DELETE FROM actors WHERE id = 'p1'`);
    expect(proven(store)).toEqual([]);
    expect(await idsWith(store, [['b']])).toEqual([]);
    await store.journal.close();
  });

  it('is filled from an older store, without the marks that lay among the tags', () => {
    const db = new Sqlite(':memory:');
    migrate(
      db,
      migrations.filter(({ number }) => number < 12),
    );
    const mark = 'intake:0123456789abcdef';
    const insert = db.prepare(
      `INSERT INTO actors (kind, id, version, state_version, state, seq)
       VALUES ('project', ?, 1, ?, ?, 0)`,
    );
    const stateOf = (tags: readonly string[]): string => JSON.stringify({ tags });
    insert.run('old', 1, stateOf(['gpu', 'title:x', mark, 'title:0123456789abcdef']));
    insert.run('older', 1, '{}');
    insert.run('new', 2, stateOf([mark]));
    migrate(db, migrations);
    const values = db.prepare('SELECT id, value FROM member_values ORDER BY id, place').raw();
    expect(values.all()).toEqual([
      ['new', mark],
      ['old', 'gpu'],
      ['old', 'title:x'],
    ]);
    expect(proven({ db })).toEqual([]);
    const counts = db.prepare('SELECT value, count FROM member_counts ORDER BY value').raw();
    expect(counts.all()).toEqual([
      ['gpu', 1],
      [mark, 1],
      ['title:x', 1],
    ]);
    db.close();
  });

  it.each(['queue_item', 'run', 'paper'])('has the labels of a %s', async (kind) => {
    const store = openTestStore();
    const turn = (version: number, more: object) =>
      stateTurn(kind, 'x', version, { status: 'queued', updated_at: someTime, ...more });
    await commitAll(store.journal, [turn(1, {})]);
    await commitAll(store.journal, [turn(2, { tags: ['a', 'b'] })]);
    expect(await store.reads.count(kind as EntityKind, { tag: [['a'], ['b']] })).toBe(1);
    await commitAll(store.journal, [turn(3, { tags: ['b'] })]);
    expect(await store.reads.count(kind as EntityKind, { tag: [['a']] })).toBe(0);
    expect(await store.reads.mostUsed(kind as EntityKind, 'tags', 9)).toEqual([
      { value: 'b', count: 1 },
    ]);
    expect(proven(store)).toEqual([]);
    await store.journal.close();
  });
});

describe('how many have each value', () => {
  it('is kept whatever changes, an entity once, and read from an index in order', async () => {
    const word = fc.constantFrom('a', 'b', 'c', '__proto__', 'ä "b"');
    const change = fc.record({
      id: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
      // As an older store may have them: the same twice.
      tags: fc.array(word, { maxLength: 4 }),
    });
    const property = fc.asyncProperty(
      fc.array(change, { maxLength: 15 }),
      fc.integer({ min: 1, max: 4 }),
      async (changes, limit) => {
        const store = openTestStore();
        const now = new Map<string, { version: number; tags: readonly string[] }>();
        for (const { id, tags } of changes) {
          const version = (now.get(id)?.version ?? 0) + 1;
          await commitAll(store.journal, [tagged(id, version, tags)]);
          now.set(id, { version, tags });
        }
        const counts = new Map<string, number>();
        for (const { tags } of now.values())
          for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
        const wanted = [...counts]
          .map(([value, count]) => ({ value, count }))
          .toSorted((one, other) => other.count - one.count || byText(one.value, other.value))
          .slice(0, limit);
        expect(await store.reads.mostUsed('project', 'tags', limit)).toEqual(wanted);
        expect(proven(store)).toEqual([]);
        await store.journal.close();
      },
    );
    await fc.assert(property, propertyOptions(60));
  });

  it('is proven: one that is off by one is named', async () => {
    const store = openTestStore();
    await commitAll(store.journal, [tagged('p1', 1, ['a', 'b'])]);
    store.db.exec(`UPDATE member_counts SET count = 2 WHERE value = 'a'`);
    expect(proven(store)).toEqual([
      'project: how many have "a" among their tags is not what is kept',
    ]);
    store.db.exec(`DELETE FROM member_counts WHERE value = 'b'`);
    expect(proven(store)).toHaveLength(2);
    await store.journal.close();
  });
});
