/**
 * Publication automation at 20,000 papers: lists, counts and the next paper are ranges of indexes in
 * rank order, shown by the plans that SQLite makes.
 */
import type { Database as Db } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import { exactFilters, openFilters } from '../../../src/control/publication/review-query.ts';
import { reviewStatuses } from '../../../src/domain/statuses.ts';
import { Sqlite } from '../../../src/lib/sqlite.ts';
import { initialPaperReview } from '../../../src/machines/paper-review/context.ts';
import type { ListQuery, ReadModels } from '../../../src/store/ports/read-models.ts';
import { projections } from '../../../src/store/projections.ts';
import { listStatement } from '../../../src/store/sqlite/list-engine/list.ts';
import { checkListQuery } from '../../../src/store/sqlite/list-engine/request.ts';
import { reviewListsMigration } from '../../../src/store/sqlite/migrations/0005-review-lists.ts';
import { migrations } from '../../../src/store/sqlite/migrations/all.ts';
import { createStatementCache } from '../../../src/store/sqlite/reads/statement-cache.ts';
import { selectFinalized } from '../../../src/store/sqlite/reads/waiting-rows.ts';
import { listQuery, openTestStore, queryPlan } from '../../support/store-fixtures.ts';

const rowCount = 20_000;
let db: Db;
let journal: Journal;
let reads: ReadModels;

beforeAll(() => {
  ({ db, journal, reads } = openTestStore());
  const columns = projections['paper_review']!.columns;
  const values = columns.map((column) => column.value.replaceAll('@state', 's.state'));
  db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${rowCount}),
       s (id, state) AS MATERIALIZED (
         SELECT printf('p%06d--draft', i), json_set(?, '$.paper_id', printf('p%06d--draft', i),
           '$.rank_score', i % 170,
           '$.status', iif(i % 10 = 0, 'blocked', iif(i % 3, 'queued', 'finalized')),
           '$.paper_status', iif(i % 7, 'publication_draft', 'draft_review'))
         FROM n)
     INSERT INTO actors (kind, id, version, state_version, state, seq,
       ${columns.map((column) => column.name).join(', ')})
     SELECT 'paper_review', s.id, 1, 1, s.state, 0, ${values.join(', ')} FROM s`,
  ).run(JSON.stringify(initialPaperReview('x')));
});
afterAll(() => journal.close());

function planOf(change: Partial<ListQuery>, found?: Parameters<typeof listStatement>[2]): string[] {
  const request = checkListQuery('paper_review', listQuery({ sort: '-rank_score', ...change }));
  const window = { after: [100, 'p'], limit: 51, offset: 0 };
  const { sql, params } = listStatement(createStatementCache(db), request, found, window);
  return queryPlan(db, sql, params);
}

const filters = (review_status: string, paper_status: string) => ({ review_status, paper_status });
const touching = (plan: readonly string[]): string[] =>
  plan.filter((step) => /^(SEARCH|SCAN)/.test(step));

it('finalized papers that lack their import come from their index in the order of their ranks', () => {
  for (const [behind, params] of [
    ['', [10]],
    ['AND (rank_score, id) < (?, ?)', [100, 'p', 10]],
  ] as const) {
    const plan = queryPlan(db, selectFinalized(behind), params);
    expect(plan[0]).toContain('USING COVERING INDEX review_by_status (status=?');
    expect(plan.join('\n')).not.toContain('TEMP B-TREE');
  }
});

describe('rank order', () => {
  it.each([
    ['of all', exactFilters(filters('', '')), 'review_by_rank', 1],
    ['of a review status', exactFilters(filters('queued', '')), 'review_by_status', 1],
    ['of a paper status', exactFilters(filters('', 'draft_review')), 'review_by_paper_status', 1],
    ['of both', exactFilters(filters('queued', 'publication_draft')), 'review_by_both', 1],
    [
      'of what is open',
      openFilters(filters('', 'publication_draft')),
      'review_by_both',
      reviewStatuses.length - 2,
    ],
    ['of what is open in any paper status', openFilters(filters('', '')), 'review_by_status', 9],
  ])('%s is read from one index, never sorted', (_, wanted, index, ranges) => {
    const plan = planOf({ filters: wanted });
    expect(touching(plan)).toHaveLength(ranges);
    for (const step of touching(plan)) expect(step).toContain(`INDEX ${index} (`);
    expect(plan.join('\n')).not.toContain('TEMP B-TREE');
    for (const step of touching(plan)) expect(step).toContain('rank_score');
  });

  it('of a search that finds many walks the same index', () => {
    const condition = {
      sql: 'rowid IN (SELECT rowid FROM actor_search WHERE actor_search MATCH ?)',
      params: ['content : "memory"*'],
    };
    const plan = planOf(
      { filters: exactFilters(filters('queued', 'draft_review')) },
      { condition },
    );
    expect(plan.join('\n')).toContain('USING COVERING INDEX review_by_both');
    expect(plan.join('\n')).not.toContain('TEMP B-TREE FOR ORDER BY');
  });

  it('by another member sorts what both statuses have, from their index alone', () => {
    const plan = planOf({
      sort: '-updated_at',
      filters: exactFilters(filters('queued', 'publication_draft')),
    });
    expect(touching(plan)).toHaveLength(1);
    expect(touching(plan)[0]).toContain('USING COVERING INDEX review_by_both');
  });
});

describe('pages and counts', () => {
  it('are those of the rows', async () => {
    const wanted = exactFilters(filters('queued', 'draft_review'));
    const isWanted = (i: number): boolean => i % 10 !== 0 && i % 3 !== 0 && i % 7 === 0;
    const total = Array.from({ length: rowCount }, (_, i) => i).filter(isWanted).length;
    const page = await reads.listByPage('paper_review', {
      sort: '-rank_score',
      filters: wanted,
      search: '',
      page: Math.ceil(total / 50),
      pageSize: 50,
    });
    expect(page.total).toBe(total);
    expect(page.rows.at(-1)).toMatchObject({ status: 'queued', paper_status: 'draft_review' });
    expect(await reads.count('paper_review', wanted)).toBe(total);
  });

  it('the best open one is the first of the open ones', async () => {
    const open = openFilters(filters('', 'publication_draft'));
    const { rows } = await reads.list('paper_review', listQuery({ filters: open, pageSize: 1 }));
    expect(rows).toMatchObject([{ rank_score: 169, paper_status: 'publication_draft' }]);
    expect(rows[0]!['status']).not.toBe('finalized');
  });
});

describe('a store from before', () => {
  it('has the paper status of every row filled in', () => {
    const older = new Sqlite(':memory:');
    for (const { number, sql } of migrations)
      if (number < reviewListsMigration.number) older.exec(sql);
    older
      .prepare(
        "INSERT INTO actors (kind, id, version, state_version, state, seq) VALUES ('paper_review', 'a', 1, 1, ?, 0)",
      )
      .run(JSON.stringify({ ...initialPaperReview('a'), paper_status: 'archived' }));
    older.exec(reviewListsMigration.sql);
    expect(older.prepare('SELECT paper_status FROM actors').pluck().all()).toEqual(['archived']);
    older.close();
  });
});
