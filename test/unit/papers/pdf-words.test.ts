/** The words of a text layer against those of the LaTeX: what is told as a difference, and what is none. */
import { describe, expect, it } from 'vitest';
import { comparePdfWords } from '../../../src/papers/verify/pdf-words.ts';

const line = (text: string, at: number, isRow = false) => ({
  line: at,
  text,
  isRow,
  cells: [],
  section: '',
});
const latex = {
  lines: [
    line('Routed memory', 1),
    line('The mean is lower for routed than for the baseline.', 4),
    line('Case mean (ms) Claims', 7, true),
    line('routed 8.119 [C1]', 8, true),
    line('baseline 9.97 [C2]', 9, true),
    line('Figure 1. Raw values of the first mean.', 12),
    line('The criterion is met.', 14),
  ],
};
const drawn = ['10', 'mean (ms)', 'routed'];
const honest = `Routed memory
The mean is lower for rout-
ed than for the base\u00ad
line.
Case mean (ms) Claims
routed 8.119 [C1]
1
Case mean (ms) Claims
baseline 9.97 [C2]
10 mean (ms) routed
Figure 1. Raw values of the first mean.
The criterion is met.
2
`;
const told = (text: string, isExact = true): string[] =>
  comparePdfWords({ text, isExact }, latex, drawn).map(({ message }) => message);

describe('the words of a PDF', () => {
  it.each([
    ['another word', 'lower', 'higher', /^says “.*higher for rout.*” where line 4 .*lower for/],
    ['a word more', 'is met', 'is not met', /“.*is not met/],
    ['a word less', 'The criterion is met.', 'The criterion is', /line 14 of paper\.tex says/],
    ['another title', 'Routed memory', 'Rapid memory', /^says “R?apid memory/],
    ['another order', 'routed 8.119', 'baseline 8.119', /^says “.*baseline 8\.119/],
    ['another head above rows that go on', '1\nCase mean', '1\nCase sum', /^says “Case sum/],
    [
      'a sentence behind the last one',
      'is met.',
      'is met. It is proved.',
      /“It is proved.*the end of/,
    ],
    [
      'a drawing without a label',
      '10 mean (ms) routed',
      '10 mean (ms)',
      /“routed”, as its drawing/,
    ],
    ['a drawing with two of them', 'ms) routed', 'ms) routed routed', /^says “routed/],
  ])('are told where they hold %s', (_, from, to, message) => {
    expect(honest).toContain(from);
    expect(told(honest.replace(from, to))).toEqual([expect.stringMatching(message) as string]);
  });

  it('may be parted at the end of a line, and stand below a head that comes again', () => {
    expect(told(honest)).toEqual([]);
    expect(told(honest.replace('first', '\uFB01rst'))).toEqual([]);
  });

  it('are compared in the scripts alone that any reader puts in order, where another one read them', () => {
    const other = honest.replace('memory', 'memory \u0642\u062F');
    expect(told(other, false)).toEqual([]);
    expect(told(other)).toHaveLength(1);
    expect(told(other.replace('lower', 'higher'), false)).toHaveLength(1);
  });

  it('may end at the edge of the page for another reader, in a word that is wider than it', () => {
    const long = { lines: [line(`Of ${'longword'.repeat(10)}`, 1), line('Abstract', 3)] };
    const read = (text: string, isExact: boolean) => comparePdfWords({ text, isExact }, long, []);
    const cut = `Of ${'longword'.repeat(7)}\nAbstract`;
    expect(read(cut, false)).toEqual([]);
    expect(read(cut, true)).toHaveLength(1);
    expect(read(cut.replace('Abstract', 'Proof'), false)).toHaveLength(1);
  });
});
