/** Where a paper of the corpus stands in the picture, how it is said to be, and where the keys lead. */
import { describe, expect, it } from 'vitest';
import {
  dotAfter,
  dotChart,
  dotLegend,
  dotWords,
} from '../../../src/dashboard/papers/corpus-dots.ts';
import type { CorpusRow } from '../../../src/dashboard/service/wire.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-03-01T12:00:00.000Z');
const paper = (id: string, daysAgo: number, more: CorpusRow = {}): CorpusRow => ({
  paper_id: id,
  title: `Paper ${id}`,
  status: 'imported',
  lint: 'pass',
  audit: 'strict_pass',
  imported_at: new Date(nowMs - daysAgo * dayMs).toISOString(),
  ...more,
});
const chartOf = (...rows: readonly CorpusRow[]) => dotChart(rows, nowMs)!;
const marksOf = (...rows: readonly CorpusRow[]) => chartOf(...rows).dots.map(({ mark }) => mark);

describe('the papers of the corpus over time', () => {
  it('has no picture of papers that were never imported', () => {
    expect(dotChart([], nowMs)).toBeNull();
    expect(dotChart([paper('a', 1, { imported_at: null, status: 'failed' })], nowMs)).toBeNull();
  });

  it('goes from the first import to now, each paper in the column of its time', () => {
    const { dots, columns, levels, fromMs, toMs } = chartOf(
      paper('new', 0.1),
      paper('old', 40),
      paper('also-old', 40),
    );
    expect(dots.map(({ id, level }) => [id, level])).toEqual([
      ['old', 0],
      ['also-old', 1],
      ['new', 0],
    ]);
    expect(levels).toBe(2);
    expect(columns).toBeLessThanOrEqual(28);
    expect(toMs).toBeGreaterThan(nowMs);
    for (const { atMs, column } of dots) {
      const columnMs = (toMs - fromMs) / columns;
      expect(Math.floor((atMs - fromMs) / columnMs)).toBe(column);
    }
  });

  it.each([0, 0.0001, 0.01, 1, 3, 27.99, 400, 5_000])('holds %s days', (daysAgo) => {
    const { dots, columns } = chartOf(paper('first', daysAgo), paper('last', daysAgo / 2));
    expect(columns).toBeGreaterThanOrEqual(1);
    expect(columns).toBeLessThanOrEqual(28);
    for (const { column } of dots) expect(column).toBeLessThan(columns);
  });

  it('takes a paper that was imported after the page says it is now', () => {
    const { dots, columns } = chartOf(paper('ahead', -0.01));
    expect(dots[0]!.column).toBeLessThan(columns);
  });

  it('says what is worst of a paper, and never that it passed where that is not known', () => {
    expect(
      marksOf(
        paper('good', 9),
        paper('other files', 8, { drift: 'paper.md differs' }),
        paper('gone', 7, { status: 'removed', drift: 'paper.md differs' }),
        paper('lint', 6, { lint: 'fail' }),
        paper('unknown', 5, { lint: undefined, audit: undefined }),
        paper('leaves', 4, { status: 'removing' }),
        paper('again', 3, { status: 'failed', last_error: 'disk full' }),
      ),
    ).toEqual(['done', 'person', 'paused', 'failed', 'failed', 'running', 'failed']);
  });

  it('says each in words, and counts them', () => {
    const { dots } = chartOf(paper('a', 2), paper('b', 1, { drift: 'paper.md differs' }));
    expect(dotWords(dots[0]!, nowMs)).toMatch(
      /^Paper a · imported .+ · passed lint and strict audit$/,
    );
    expect(dotWords(dots[1]!, nowMs)).toContain('not as it was imported: paper.md differs.');
    expect(dotLegend(dots).map(({ text }) => text)).toEqual([
      '1 passed lint and strict audit',
      '1 not as imported',
    ]);
  });
});

describe('the keys in the picture', () => {
  const { dots } = chartOf(paper('a', 20), paper('b', 20), paper('c', 10), paper('d', 0));

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 3, 3],
    ['ArrowLeft', 0, 0],
    ['ArrowLeft', 2, 1],
    ['ArrowUp', 0, 1],
    ['ArrowUp', 1, 1],
    ['ArrowDown', 1, 0],
    ['ArrowDown', 0, 0],
    ['Home', 3, 0],
    ['End', 0, 3],
    ['Enter', 1, null],
    ['j', 1, null],
  ])('%s leads from paper %s to %s', (key, from, to) => {
    expect(dotAfter(key, dots, from)).toBe(to);
  });
});
