/** The numbers of a text layer against those of the LaTeX: where pages end, and what a page number is. */
import { describe, expect, it } from 'vitest';
import { comparePdf } from '../../../src/papers/verify/readings.ts';

const line = (text: string, at: number, isRow = false) => ({
  line: at,
  text,
  isRow,
  cells: [],
  section: '',
});
const latex = {
  lines: [
    line('The mean is 8.119 [C1].', 1),
    line('Figure 1. Means.', 2),
    line('Claim Value', 4, true),
    line('[C1] 8.119 read from sha256:5d64d73e7017…', 5, true),
    line('[C2] 9.97 read from sha256:5d64d73e7017…', 6, true),
  ],
  problems: [],
  targets: [],
};
const ticks = ['1', '2', '3'];
const read = (...pages: string[]): string[] =>
  comparePdf(pages.join('\n\f'), latex, ticks).map(({ message }) => message);

const first =
  'The mean is 8.119 [C1].\n1\n2\n3\nFigure 1. Means.\nClaim Value\n[C1] 8.119 read from sha256:5d64d73e7017…';
const second = 'Claim Value\n[C2] 9.97 read from sha256:5d64d73e7017…';

describe('the numbers of a text layer', () => {
  it('are those of the draft where an axis counts as the pages do', () => {
    expect(read(`${first}\n1`, `${second}\n2`, '')).toEqual([]);
  });

  it('are not those where a page holds one more', () => {
    expect(read(`4\n${first}\n1`, `${second}\n2`, '')).toEqual([
      expect.stringMatching(/^4 does not stand there as often/),
    ]);
  });

  it('are not those where another number stands before a citation', () => {
    expect(read(`${first.replace('3\n', '')}\n1`, `3 ${second}\n2`, '')).toEqual([
      expect.stringMatching(/^73e7017 \[C2\] does not stand/),
      expect.stringMatching(/^3 \[C2\] does not stand/),
    ]);
  });

  it('may be parted by a break in a path, on one page', () => {
    const broken = first.replace('read from', 'read from evidence/\n2026/');
    expect(read(`${broken}\n1`, `${second}\n2`, '')).toEqual([]);
  });
});
