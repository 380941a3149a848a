/** What a list refuses, how its cursor behaves, and what its filters select. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import { entityKinds } from '../../../src/domain/entities/kinds.ts';
import {
  type ListQuery,
  ListQueryError,
  type ReadModels,
} from '../../../src/store/ports/read-models.ts';
import {
  commitAll,
  listQuery,
  openTestStore,
  queueTurn,
  readAllPages,
  someTime,
  stateTurn,
} from '../../support/store-fixtures.ts';

let journal: Journal;
let reads: ReadModels;
beforeEach(() => {
  ({ journal, reads } = openTestStore());
});
afterEach(() => journal.close());

const ids = async (query: Partial<ListQuery>): Promise<unknown[]> =>
  (await reads.list('queue_item', listQuery(query))).rows.map((row) => row.project_id);

describe('what is refused', () => {
  const expectRefused = async (
    query: Partial<ListQuery>,
    field: string,
    message: RegExp,
  ): Promise<void> => {
    const error: unknown = await reads
      .list('queue_item', listQuery(query))
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ListQueryError);
    expect((error as ListQueryError).field).toBe(field);
    expect((error as ListQueryError).message).toMatch(message);
  };
  it('refuses an unknown sort field and names the known ones', async () => {
    await expectRefused({ sort: 'lane' }, 'sort', /Unknown sort "lane".*updated_at/);
    await expectRefused({ sort: '--updated_at' }, 'sort', /Unknown sort/);
    await expectRefused({ sort: 'constructor' }, 'sort', /Unknown sort/);
    await expectRefused({ sort: '' }, 'sort', /Unknown sort/);
  });
  it('refuses an unknown filter, value or type of value', async () => {
    await expectRefused({ filters: { colour: 'red' } }, 'filter', /Unknown filter "colour"/);
    await expectRefused({ filters: { toString: 'x' } }, 'filter', /Unknown filter/);
    await expectRefused(
      { filters: { status: 'sleeping' } },
      'filter',
      /"status" cannot be "sleeping"/,
    );
    await expectRefused({ filters: { status: ['queued', ''] } }, 'filter', /"status" cannot be ""/);
    await expectRefused({ filters: { lane: true } }, 'filter', /"lane" must be text/);
    await expectRefused({ filters: { manual_review_required: 'true' } }, 'filter', /true or false/);
    await expectRefused({ filters: { queue_group: ['active', 'queued'] } }, 'filter', /one value/);
  });
  it('refuses a damaged cursor', async () => {
    await commitAll(
      journal,
      ['p1', 'p2', 'p3'].map((id) => queueTurn(id)),
    );
    const { nextCursor } = await reads.list('queue_item', listQuery({ pageSize: 1 }));
    const body = JSON.parse(Buffer.from(nextCursor!, 'base64url').toString()) as object;
    const encode = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const damaged = [
      '',
      'garbage',
      '%00',
      nextCursor!.slice(0, -4),
      encode(null),
      encode([]),
      encode({ ...body, key: [1, 2] }),
      encode({ ...body, key: [50, 50, someTime, 'p0'] }),
      encode({ ...body, key: [{}] }),
      encode({ ...body, check: '' }),
      'A'.repeat(100_000),
    ];
    for (const cursor of damaged) await expectRefused({ cursor }, 'cursor', /damaged/);
  });
  it('refuses the cursor of another query', async () => {
    await commitAll(
      journal,
      ['p1', 'p2', 'p3'].map((id) => queueTurn(id)),
    );
    const { nextCursor: cursor } = await reads.list('queue_item', listQuery({ pageSize: 1 }));
    for (const other of [
      { sort: 'updated_at' },
      { filters: { status: 'queued' } },
      { search: 'p2' },
    ]) {
      await expectRefused({ ...other, cursor }, 'cursor', /another query/);
    }
    const otherKind = reads.list('run', listQuery({ cursor }));
    await expect(otherKind).rejects.toThrow('another query');
    const again = await reads.list('queue_item', listQuery({ cursor, pageSize: 2 }));
    expect(again.rows.map((row) => row.project_id)).toEqual(['p2', 'p3']);
  });
  it('refuses a kind that has no list', async () => {
    await expect(reads.list('control' as never, listQuery())).rejects.toThrow(ListQueryError);
  });
  it('stops on a number of rows to leave out that its caller should have checked', async () => {
    for (const skip of [-1, 10_000_001, 1.5, Number.NaN]) {
      await expect(reads.list('queue_item', listQuery({ skip }))).rejects.toThrow(
        'leaves out 0 to',
      );
    }
  });
  it('stops on a page size that its caller should have checked', async () => {
    for (const pageSize of [0, 501, 1.5, Number.NaN]) {
      await expect(reads.list('queue_item', listQuery({ pageSize }))).rejects.toThrow('1 to 500');
    }
  });
});

describe('filters', () => {
  beforeEach(() =>
    commitAll(journal, [
      queueTurn('p1', { status: 'running', lane: 'http://a', model: 'm1' }),
      queueTurn('p2', { status: 'paused', model: 'm1', machine_target: 'gpu' }),
      queueTurn('p3', { manual_review_required: true }),
      queueTurn('p4', { status: 'completed', model: 'm2' }),
    ]),
  );
  it('match exactly, one of several, and all together', async () => {
    expect(await ids({ filters: { model: 'm1' } })).toEqual(['p1', 'p2']);
    expect(
      await ids({ filters: { model: ['m1', 'm2'], status: ['paused', 'completed'] } }),
    ).toEqual(['p2', 'p4']);
    expect(await ids({ filters: { lane: 'http://a' } })).toEqual(['p1']);
    expect(await ids({ filters: { project_id: ['p4', 'p2', 'none'] } })).toEqual(['p2', 'p4']);
    expect(await ids({ filters: { project_id: 'p1', status: 'paused' } })).toEqual([]);
  });
  it('take an empty choice as nothing, not as everything', async () => {
    expect(await ids({ filters: { status: [] } })).toEqual([]);
    expect(await reads.count('queue_item', { status: [] })).toBe(0);
    expect(await ids({ filters: { project_id: [] } })).toEqual([]);
  });
  it('tell true from false and both from unknown', async () => {
    expect(await ids({ filters: { manual_review_required: true } })).toEqual(['p3']);
    expect(await ids({ filters: { manual_review_required: false } })).toEqual(['p1', 'p2', 'p4']);
    const review = { status: 'queued', paper_id: 'x', rank_score: 1, updated_at: someTime };
    await commitAll(journal, [
      stateTurn('paper_review', 'yes', 1, { ...review, paper_id: 'yes', lint_passes: true }),
      stateTurn('paper_review', 'no', 1, { ...review, paper_id: 'no', lint_passes: false }),
      stateTurn('paper_review', 'unknown', 1, {
        ...review,
        paper_id: 'unknown',
        lint_passes: null,
      }),
    ]);
    const failing = await reads.list(
      'paper_review',
      listQuery({ filters: { lint_passes: false } }),
    );
    expect(failing.rows.map((row) => row.paper_id)).toEqual(['no']);
  });
  it.each([
    ['active', ['p1']],
    ['queued', ['p3']],
    ['paused', ['p2']],
    ['completed', ['p4']],
    ['blocked', ['p3']],
    ['all', ['p1', 'p2', 'p3', 'p4']],
  ])('select the group %s in every order', async (queue_group, expected) => {
    for (const sort of ['dispatch_priority', 'updated_at', 'project_id', 'created_at']) {
      expect(await ids({ filters: { queue_group }, sort })).toEqual(expected);
      expect(await ids({ filters: { queue_group }, sort: `-${sort}` })).toEqual(
        expected.toReversed(),
      );
    }
    expect(await reads.count('queue_item', { queue_group })).toBe(expected.length);
  });
  it('combine a group with statuses, and with words', async () => {
    expect(
      await ids({ filters: { queue_group: 'blocked', status: ['queued', 'paused'] } }),
    ).toEqual(['p3']);
    expect(await ids({ filters: { queue_group: 'active' }, search: 'project' })).toEqual(['p1']);
    expect(await reads.count('queue_item', { queue_group: 'blocked', status: 'paused' })).toBe(0);
  });
  it('are the same in a numbered page, which also counts all', async () => {
    const query = { sort: null, filters: { model: ['m1', 'm2'] }, search: '', pageSize: 2 };
    const page = await reads.listByPage('queue_item', { ...query, page: 2 });
    expect(page).toMatchObject({ rows: [{ project_id: 'p4' }], total: 3 });
    const beyond = await reads.listByPage('queue_item', { ...query, page: 9 });
    expect(beyond).toEqual({ rows: [], total: 3 });
  });
});

describe('rows', () => {
  it('are the stored state with its version, and nothing else', async () => {
    await commitAll(journal, [queueTurn('p1')]);
    const [row] = (await reads.list('queue_item', listQuery())).rows;
    const stored = await journal.load('queue_item', 'p1');
    expect(row).toEqual({ ...(stored?.state as object), version: 1 });
    expect(await reads.get('queue_item', 'p1')).toEqual(row);
    expect(await reads.get('queue_item', 'p2')).toBeUndefined();
  });
  it('of another kind are never listed', async () => {
    await commitAll(journal, [queueTurn('p1'), stateTurn('counter', 'a', 1, { status: 'queued' })]);
    for (const kind of entityKinds) {
      const expected = kind === 'queue_item' ? 1 : 0;
      expect((await reads.list(kind, listQuery())).rows).toHaveLength(expected);
      expect(await reads.count(kind, {})).toBe(expected);
    }
  });
  it('without a sort value come first going up and last going down, in pages too', async () => {
    const run = (id: string, started_at: string | null) =>
      stateTurn('run', id, 1, {
        status: 'running',
        run_id: id,
        project_id: 'p',
        started_at,
        updated_at: someTime,
      });
    await commitAll(journal, [
      run('r1', someTime),
      run('r2', null),
      run('r3', null),
      run('r4', '2025-01-01T00:00:00.000Z'),
    ]);
    const order = async (sort: string): Promise<unknown[]> =>
      (await readAllPages(reads, 'run', { sort, pageSize: 1 })).map((row) => row.run_id);
    expect(await order('started_at')).toEqual(['r2', 'r3', 'r4', 'r1']);
    expect(await order('-started_at')).toEqual(['r1', 'r4', 'r3', 'r2']);
  });
  it('end without a cursor when the last page is exactly full', async () => {
    await commitAll(
      journal,
      ['p1', 'p2'].map((id) => queueTurn(id)),
    );
    const page = await reads.list('queue_item', listQuery({ pageSize: 2 }));
    expect(page.rows).toHaveLength(2);
    expect(page.nextCursor).toBeNull();
  });
});
