/**
 * A page at any depth is found through an index: shown by the plan that SQLite makes, on a queue of
 * 100,000 rows, and not by how long it takes.
 */

import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import type { EntityKind } from '../../../src/domain/entities/all.ts';
import { entityKinds } from '../../../src/domain/entities/kinds.ts';
import type { EntityRow, ListQuery, ReadModels } from '../../../src/store/ports/read-models.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { listStatement } from '../../../src/store/sqlite/list-engine/list.ts';
import { listModels } from '../../../src/store/sqlite/list-engine/models.ts';
import { checkListQuery } from '../../../src/store/sqlite/list-engine/request.ts';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { migrations } from '../../../src/store/sqlite/migrations/all.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { selectCandidates } from '../../../src/store/sqlite/reads/candidate-reads.ts';
import { eventsStatement } from '../../../src/store/sqlite/reads/event-list.ts';
import { createStatementCache } from '../../../src/store/sqlite/reads/statement-cache.ts';
import { selectHeads } from '../../../src/store/sqlite/reads/waiting-rows.ts';
import { addManyItems, manyItemId } from '../../support/many-items.ts';
import {
  commitAll,
  listQuery,
  openTestStore,
  queryPlan,
  queueTurn,
  readAllPages,
} from '../../support/store-fixtures.ts';

const rowCount = 100_000;
let db: Database;
let journal: Journal;
let reads: ReadModels;

beforeAll(() => {
  ({ db, journal, reads } = openTestStore());
  // One of a thousand is blocked; of the others every second is queued. Each third has a priority of its own.
  addManyItems(db, {
    count: rowCount,
    variants: (['blocked', 'queued', 'completed'] as const).flatMap((status) =>
      [10, 50, 90].map((priority) => ({ status, dispatch_priority: priority })),
    ),
    variantOf: 'iif(i % 1000 = 0, 0, iif(i % 2, 3, 6)) + i % 3',
  });
});
afterAll(() => journal.close());

function planOf(
  kind: EntityKind,
  change: Partial<ListQuery>,
  key: (string | number)[] | null,
): string[] {
  const request = checkListQuery(kind, listQuery(change));
  const window = { after: key, limit: 51, offset: 0 };
  const { sql, params } = listStatement(createStatementCache(db), request, undefined, window);
  return queryPlan(db, sql, params);
}

const usingIndex = (index: string): RegExp => new RegExp(`USING (COVERING )?INDEX ${index}\\b`);

/** Every step that touches the table searches or walks an index in order, and nothing is sorted. */
function expectOrderedByIndex(plan: readonly string[], index: string): void {
  const touching = plan.filter((step) => /^(SEARCH|SCAN)/.test(step));
  expect(touching.length).toBeGreaterThan(0);
  for (const step of touching) expect(step).toMatch(usingIndex(index));
  expect(plan.join('\n')).not.toContain('TEMP B-TREE');
}

describe('every sort of every kind, both ways', () => {
  const cases = entityKinds.flatMap((kind) =>
    Object.entries(listModels[kind].sorts).flatMap(([sort, order]) =>
      [sort, `-${sort}`].map((directed) => ({ kind, sort: directed, order })),
    ),
  );
  it.each(cases)('$kind by $sort walks its index', ({ kind, sort, order }) => {
    expectOrderedByIndex(planOf(kind, { sort }, null), order.index);
    const plan = planOf(kind, { sort }, [...order.columns, 'id']);
    expectOrderedByIndex(plan, order.index);
    // The whole key bounds the range: no row before the page is looked at.
    const columns = [...order.columns, 'id'];
    const comparison = sort.startsWith('-') ? '<' : '>';
    const bound =
      columns.length === 1
        ? `id${comparison}?`
        : `(${columns.join(',')})${comparison}(${columns.map(() => '?').join(',')})`;
    expect(plan.join('\n')).toContain(bound);
  });
});

describe('status and group in the default order', () => {
  it.each([
    { filters: { status: 'queued' } },
    { filters: { status: ['queued', 'blocked', 'paused'] } },
    { filters: { queue_group: 'active' } },
    { filters: { queue_group: 'completed' } },
  ])('$filters merges ranges of the status index', ({ filters }) => {
    const key = [50, 50, '2026', 'p1'];
    expectOrderedByIndex(planOf('queue_item', { filters }, key), 'queue_by_status');
    const descending = { filters, sort: '-dispatch_priority' };
    expectOrderedByIndex(planOf('queue_item', descending, key), 'queue_by_status');
  });
  it('merges the flagged rows into the blocked group', () => {
    const plan = planOf('queue_item', { filters: { queue_group: 'blocked' } }, [
      50,
      50,
      '2026',
      'p1',
    ]);
    expect(plan.filter((step) => step.includes('queue_by_status'))).toHaveLength(3);
    expect(plan.filter((step) => step.includes('queue_flagged'))).toHaveLength(1);
    expect(plan.join('\n')).not.toContain('TEMP B-TREE');
  });
  it('finds flagged items in their own index, whatever their status', () => {
    const flagged = { status: 'queued', manual_review_required: true };
    const plan = planOf('queue_item', { filters: flagged }, [50, 50, '2026', 'p1']);
    expectOrderedByIndex(plan, 'queue_flagged');
  });
  it('does the same for the other kinds', () => {
    const expected = {
      run: 'actors_by_status',
      paper: 'actors_by_status',
      paper_review: 'review_by_status',
    };
    const status = { run: 'running', paper: 'archived', paper_review: 'queued' };
    for (const kind of ['run', 'paper', 'paper_review'] as const) {
      const plan = planOf(kind, { filters: { status: status[kind] } }, ['x', 'id']);
      expectOrderedByIndex(plan, expected[kind]);
    }
  });
});

it('the first candidates are listed from their index alone, which has them in their order', () => {
  expect(queryPlan(db, selectCandidates, [1000])).toEqual([
    'SCAN actors USING COVERING INDEX queue_candidates',
  ]);
});

it('the first item of each way is found by a jump from way to way', () => {
  const plan = queryPlan(db, selectHeads, []);
  const touching = plan.filter((step) => /^(SEARCH|SCAN) actors/.test(step));
  expect(touching).toHaveLength(4);
  expect(touching.filter((step) => /USING INDEX queue_by_way\b/.test(step))).toHaveLength(3);
  expect(touching.filter((step) => step.includes('INTEGER PRIMARY KEY'))).toHaveLength(1);
});

describe('a filter by what few rows have', () => {
  it.each([
    ['project', 'source_ref', 'project_by_source'],
    ['project', 'parent_project_id', 'project_by_parent'],
    ['incident', 'group_key', 'incident_by_group'],
  ] as const)('%s by %s goes by the index of it', (kind, name, index) => {
    expect(planOf(kind, { filters: { [name]: 'x' } }, null)[0]).toMatch(usingIndex(index));
  });
  it.each(['running', 'queued', 'paused'])('items of the lane %s go by the status', (lane) => {
    const plan = planOf('queue_item', { filters: { operator_lane: lane } }, null);
    const touching = plan.filter((step) => /^(SEARCH|SCAN) actors/.test(step));
    expect(touching.length).toBeGreaterThan(0);
    for (const step of touching) expect(step).toMatch(/INDEX queue_by_status \(status=\?/);
  });
});

describe('a filter and an order that share no index', () => {
  const sort = 'updated_at';
  it('fetches and sorts a small set', () => {
    const plan = planOf('queue_item', { filters: { status: 'blocked' }, sort }, null);
    expect(plan.join('\n')).toMatch(usingIndex('queue_by_change'));
    const created = { filters: { status: 'blocked' }, sort: 'created_at' };
    const other = planOf('queue_item', created, null);
    expect(other.join('\n')).toMatch(usingIndex('queue_by_status'));
  });
  it.each([
    { filters: { status: 'queued' } },
    { filters: { status: ['queued', 'completed'] } },
    { filters: { queue_group: 'completed' } },
  ])('walks the index of the last changes for $filters', ({ filters }) => {
    for (const order of ['updated_at', '-updated_at'])
      for (const key of [null, ['2026', 'p1']])
        expectOrderedByIndex(
          planOf('queue_item', { filters, sort: order }, key),
          'queue_by_change',
        );
  });
  it('sorts a large set from the index of its status, which holds what it is sorted by', () => {
    for (const order of ['-created_at', 'project_id']) {
      const key = order === 'project_id' ? ['p1'] : ['2026', 'p1'];
      const plan = planOf('queue_item', { filters: { status: 'queued' }, sort: order }, key);
      expect(plan[0]).toContain('USING COVERING INDEX queue_by_status (status=?');
    }
  });
  it('says the same whichever index answers, whatever was flagged', async () => {
    const { journal: own, reads: small } = openTestStore();
    const statuses = ['queued', 'blocked', 'needs_review', 'completed'] as const;
    await commitAll(
      own,
      Array.from({ length: 40 }, (_, place) =>
        queueTurn(`p${place}`, {
          status: statuses[place % 4] ?? 'queued',
          manual_review_required: place % 5 === 0,
          updated_at: `2026-01-${String(10 + ((place * 7) % 13))}T00:00:00.000Z`,
        }),
      ),
    );
    const isOf = (row: EntityRow, ...wanted: readonly string[]): boolean =>
      wanted.includes(String(row['status']));
    const cases: readonly (readonly [ListQuery['filters'], (row: EntityRow) => boolean])[] = [
      [
        { queue_group: 'blocked' },
        (row) => isOf(row, 'blocked', 'needs_review') || row['manual_review_required'] === true,
      ],
      [{ status: ['queued', 'completed'] }, (row) => isOf(row, 'queued', 'completed')],
    ];
    for (const [filters, isWanted] of cases)
      for (const order of ['updated_at', '-updated_at']) {
        const rows = await readAllPages(small, 'queue_item', { filters, sort: order, pageSize: 3 });
        const all = await readAllPages(small, 'queue_item', { sort: order, pageSize: 500 });
        expect(rows).toEqual(all.filter(isWanted));
      }
    await own.close();
  });
  it('keeps only the first rows of each of several statuses', () => {
    const plan = planOf('queue_item', { filters: { queue_group: 'blocked' }, sort }, null);
    const touching = plan.filter((step) => /^(SEARCH|SCAN) actors/.test(step));
    expect(touching).toHaveLength(4);
    for (const step of touching) expect(step).toContain('USING COVERING INDEX queue_');
  });
  it('walks the order for a large set whose index does not hold it', () => {
    const wanted = { filters: { status: 'recorded' }, sort: 'created_at' };
    db.exec(`INSERT INTO actors (kind, id, version, state_version, state, seq, status, created_at)
      SELECT 'project', id, 1, 1, '{}', 0, 'recorded', created_at FROM actors
      WHERE kind = 'queue_item' LIMIT 1001`);
    expectOrderedByIndex(planOf('project', wanted, ['2026', 'p1']), 'actors_by_created');
  });
  it('keeps the runs of a project to their own index', () => {
    const plan = planOf('run', { filters: { project_id: 'p1' } }, ['2026', 'r1']);
    expectOrderedByIndex(plan, 'actors_by_project');
  });
});

it('a store from before has all its items in the index of the last changes', async () => {
  const older = openSqlite({ path: ':memory:' });
  const own = createStoreJournal(older);
  const times = ['2026-01-02', '2026-01-03', '2026-01-01'];
  await commitAll(
    own,
    times.map((updated_at, place) => queueTurn(`p${place}`, { updated_at })),
  );
  older.exec('DROP INDEX queue_by_change; DELETE FROM schema_migrations WHERE number = 21');
  const { sql, params } = listStatement(
    createStatementCache(db),
    checkListQuery('queue_item', listQuery({ filters: { status: 'queued' }, sort: '-updated_at' })),
    undefined,
    { after: null, limit: 9, offset: 0 },
  );
  expect(() => older.prepare(sql)).toThrow('no such index');
  migrate(older, migrations);
  const rows = older.prepare<unknown[], { id: string }>(sql).all(...params);
  expect(rows.map(({ id }) => id)).toEqual(['p1', 'p0', 'p2']);
  await own.close();
});

describe('the deepest page of 100,000 rows', () => {
  it('is found with and without a filter, and holds the last rows', async () => {
    const last = { dispatch_priority: 90, selection_rank: 50, project_id: manyItemId(99_998) };
    const down = await reads.list(
      'queue_item',
      listQuery({ sort: '-dispatch_priority', pageSize: 1 }),
    );
    expect(down.rows).toMatchObject([last]);
    const page = await reads.listByPage('queue_item', {
      sort: null,
      filters: { status: 'completed' },
      search: '',
      page: 998,
      pageSize: 50,
    });
    expect(page.total).toBe(49_900);
    expect(page.rows.at(-1)).toMatchObject(last);
    expect(await reads.countByStatus('queue_item')).toEqual({
      blocked: 100,
      completed: 49_900,
      queued: 50_000,
    });
  });
});

describe('events', () => {
  const none = { entityType: '', entityId: '', eventType: '' };
  const plan = (filters: Partial<typeof none>, match: string | null = null): string => {
    const window = { before: 500, limit: 10, offset: 0 };
    const prepare = createStatementCache(db);
    const { sql, params } = eventsStatement(prepare, { ...none, ...filters }, match, window);
    return queryPlan(db, sql, params).join('\n');
  };
  it.each([
    [{}, 'SEARCH e USING INTEGER PRIMARY KEY (rowid<?)'],
    [
      { entityType: 'run', entityId: 'r1' },
      'INDEX events_by_entity (entity_type=? AND entity_id=? AND rowid<?)',
    ],
    [{ eventType: 'run.started' }, 'INDEX events_by_type (event_type=? AND rowid<?)'],
  ])('with %o walk an index backwards', (filters, step) => {
    expect(plan(filters)).toContain(step);
    expect(plan(filters)).not.toContain('TEMP B-TREE');
  });
  it('found by words come in the order of the index', () => {
    expect(plan({}, '"word"*')).not.toContain('TEMP B-TREE');
  });
});
