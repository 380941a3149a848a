/** What the core sub-service makes of rows: reading, hashing, projecting and comparing them. */
import { describe, expect, it } from 'vitest';
import { compareWithQueue } from '../../../src/core-service/compare.ts';
import { projectQueue } from '../../../src/core-service/projection.ts';
import {
  hashRows,
  type ReadSnapshot,
  readSnapshot,
} from '../../../src/core-service/read-snapshot.ts';
import { type RawRow, readPaperRow, readQueueRow } from '../../../src/core-service/rows.ts';
import { limits } from '../../../src/domain/limits.ts';
import type { EntityRow, ListQuery } from '../../../src/store/ports/read-models.ts';
import { queueItem } from '../../support/store-fixtures.ts';

const read = (queue: readonly RawRow[], papers: readonly RawRow[] = []) =>
  readSnapshot({ queue, papers });
const decision = {
  project_decision: 'finalize_positive',
  research_outcome: 'paper_positive',
  hypothesis_status: 'supported',
};

describe('a row of another service', () => {
  it.each([{}, { project_id: 7 }, { project_id: '' }, { project_id: 'a/b' }, { project_id: null }])(
    'is not read without a usable id: %j',
    (row) => {
      expect(readQueueRow(row)).toBeNull();
      expect(readPaperRow(row)).toBeNull();
    },
  );

  it('tells what is said to be none from what is not said', () => {
    const silent = readQueueRow({ project_id: 'a', status: 'queued' });
    const none = readQueueRow({ project_id: 'a', status: 'queued', current_run_id: null });
    expect([silent?.current_run_id, none?.current_run_id]).toEqual([undefined, null]);
  });

  it.each<[RawRow]>([
    [{ id: 'a', queue_status: 'paused', priority: 3, manual_review_required: 1 }],
    [{ project_id: 'a', status: 'paused', dispatch_priority: 3, manual_review_required: true }],
  ])('is read under older names and under ours: %j', (row) => {
    expect(readQueueRow(row)).toMatchObject({
      project_id: 'a',
      status: 'paused',
      dispatch_priority: 3,
      manual_review_required: true,
    });
  });

  it.each([
    [{ gate_positive: false }, false],
    [{ gate_verdict: { positive: true } }, true],
    [{ decision }, true],
    [{ decision: { project_decision: 'finalize_negative' } }, undefined],
    [{}, undefined],
  ])('with %j has the verdict %s', (members, verdict) => {
    expect(readQueueRow({ project_id: 'a', ...members })?.gate_positive).toBe(verdict);
  });
});

describe('the hash of the rows', () => {
  it('does not depend on the order of members, and does on everything else', async () => {
    const hash = (queue: readonly RawRow[], papers: readonly RawRow[] = []) =>
      hashRows({ queue, papers });
    const base = await hash([{ a: 1, b: [2] }, { c: 3 }]);
    expect(base).toMatch(/^[0-9a-f]{64}$/);
    expect(await hash([{ b: [2], a: 1 }, { c: 3 }])).toBe(base);
    const others = [
      hash([{ c: 3 }, { a: 1, b: [2] }]),
      hash([{ a: 1, b: [2] }], [{ c: 3 }]),
      hash([{ a: 1, b: [3] }, { c: 3 }]),
      hash([{ a: 1, b: [2] }]),
    ];
    for (const other of await Promise.all(others)) expect(other).not.toBe(base);
  });
});

describe('the projection', () => {
  it('counts a completed item with a paper by its own id, its run or its project as no candidate', async () => {
    const completed = (id: string, more: object = {}) => ({
      project_id: id,
      status: 'completed',
      decision,
      ...more,
    });
    const projection = await projectQueue(
      await read(
        [
          completed('plain'),
          completed('own', { paper_id: 'own-1--draft' }),
          completed('by-run', { current_run_id: 'by-run-1' }),
          completed('by-project'),
          completed('older-run', { current_run_id: 'older-run-2' }),
        ],
        [
          { paper_id: 'x1', run_id: 'by-run-1', project_id: 'by-run' },
          { paper_id: 'x2', project_id: 'by-project', paper_status: 'draft_review' },
          { paper_id: 'x3', run_id: 'older-run-1', project_id: 'older-run' },
        ],
      ),
    );
    expect(projection).toMatchObject({ draft_candidate_count: 2, polish_candidate_count: 1 });
  });

  it('lists at most so many active rows, in order, and says that there are more', async () => {
    const rows = Array.from({ length: limits.coreActiveRowsMax + 5 }, (_, index) => ({
      project_id: `p${String(9999 - index)}`,
      status: 'running',
    }));
    const { active_rows, active_total, warnings } = await projectQueue(await read(rows));
    expect(active_rows).toHaveLength(limits.coreActiveRowsMax);
    expect(active_total).toBe(rows.length);
    expect(warnings).toEqual(['5 more active rows are not listed']);
    const ids = active_rows.map((row) => row.project_id);
    expect(ids).toEqual([...ids].sort());
  });
});

describe('the comparison', () => {
  /** Read models of these rows, in pages of two; the head moves on with every page when told to. */
  function readsOf(queue: readonly object[], papers: readonly object[] = [], moving = false) {
    let head = 7;
    return {
      head: () => Promise.resolve(head),
      list: (kind: string, query: ListQuery) => {
        const all = (kind === 'queue_item' ? queue : papers) as readonly EntityRow[];
        const start = Number(query.cursor ?? 0);
        if (moving) head += 1;
        const nextCursor = start + 2 < all.length ? String(start + 2) : null;
        return Promise.resolve({ rows: all.slice(start, start + 2), nextCursor });
      },
    };
  }
  const live = (id: string, more: object = {}) => ({ version: 1, ...queueItem(id), ...more });
  const compare = async (reads: ReturnType<typeof readsOf>, snapshot: ReadSnapshot) =>
    (await compareWithQueue(reads, snapshot, [])).comparison;

  it('finds nothing where rows only leave things out', async () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ project_id: id, status: 'queued' }));
    const found = await compare(readsOf(rows.map((row) => live(row.project_id))), await read(rows));
    expect(found).toMatchObject({ divergence_count: 0, divergences: [], live_queue_rows: 3 });
  });

  it('finds a value that is said to be none', async () => {
    const reads = readsOf([live('a', { current_run_id: 'a-1' })]);
    const found = await compare(reads, await read([{ project_id: 'a', current_run_id: null }]));
    expect(found.divergences).toEqual([
      {
        kind: 'field_differs',
        entity: 'queue_item',
        id: 'a',
        field: 'current_run_id',
        snapshot_value: null,
        live_value: 'a-1',
        would_apply: false,
        applied: false,
        message: expect.stringContaining('current_run_id cannot be edited'),
      },
    ]);
  });

  it('lists at most so many and counts all', async () => {
    const many = Array.from({ length: limits.coreDivergencesMax + 30 }, (_, index) => ({
      project_id: `p${index}`,
    }));
    const found = await compare(readsOf([live('z')]), await read(many));
    expect(found.divergences).toHaveLength(limits.coreDivergencesMax);
    expect(found).toMatchObject({
      divergence_count: many.length + 1,
      by_kind: { missing_in_queue: many.length, missing_in_snapshot: 1 },
    });
  });

  it('names repeated rows and papers, and notices that the queue moved on', async () => {
    const rows = [{ project_id: 'a' }, { project_id: 'a' }];
    const papers = [{ paper_id: 'x', paper_status: 'archived' }];
    const reads = readsOf([live('a')], [{ paper_id: 'x', status: 'draft_review' }], true);
    const found = await compare(reads, await read(rows, papers));
    expect(found.divergences.map(({ kind, entity }) => [kind, entity])).toEqual([
      ['repeated_in_snapshot', 'queue_item'],
      ['field_differs', 'paper'],
    ]);
    expect(found.live_head_to).toBeGreaterThan(found.live_head_from);
  });
});
