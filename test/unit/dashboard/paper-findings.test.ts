/** Findings of lint and audit stand beside the sentence that they are about, and beside no other. */
import { expect, it } from 'vitest';
import { allFindings, placeFindings } from '../../../src/dashboard/paper-findings.ts';

const sentences = [
  { position: 0, line: 3, text: 'The time fell [C1].' },
  { position: 1, line: 3, text: 'We prove it [C2].' },
  { position: 2, line: 9, text: 'It is 12 ms [C3].' },
];
const finding = (line: number, excerpt = '', file = 'paper.md') => ({
  rule: 'r',
  file,
  line,
  excerpt,
  fix: 'Say less',
});

it('are placed by line, and by their words where a line has several sentences', () => {
  const placed = placeFindings(sentences, [
    finding(3, 'We prove'),
    finding(3),
    finding(9),
    finding(4),
    finding(0),
    finding(9, '', 'paper.tex'),
  ]);
  expect([...placed].map(([position, found]) => [position, found.length])).toEqual([
    [1, 1],
    [0, 1],
    [2, 1],
  ]);
});

it('are those of lint and of the audit, as far as they are told', () => {
  expect(allFindings({})).toEqual([]);
  expect(allFindings({ lint: { findings: [finding(1)] }, audit: {} })).toHaveLength(1);
});
