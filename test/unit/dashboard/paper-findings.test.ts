/** Findings of lint and audit stand beside the line that they are about, and beside no other. */
import { expect, it } from 'vitest';
import { allFindings, placeFindings } from '../../../src/dashboard/papers/paper-findings.ts';

const finding = (line: number, excerpt = '', file = 'paper.md') => ({
  rule: 'r',
  file,
  line,
  excerpt,
  fix: 'Say less',
});

it('are placed by line, as far as they are about one of the draft', () => {
  const placed = placeFindings([
    finding(3, 'We prove'),
    finding(3),
    finding(9),
    finding(0),
    finding(9, '', 'paper.tex'),
  ]);
  expect([...placed].map(([line, found]) => [line, found.length])).toEqual([
    [3, 2],
    [9, 1],
  ]);
});

it('are those of lint and of the audit, as far as they are told', () => {
  expect(allFindings({})).toEqual([]);
  expect(allFindings({ lint: { findings: [finding(1)] }, audit: {} })).toHaveLength(1);
});
