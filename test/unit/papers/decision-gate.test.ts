/** Reading a decision and judging whether a paper may be written. */
import { describe, expect, it } from 'vitest';
import {
  decisionBytesMax,
  judgeDecision,
  readDecision,
} from '../../../src/domain/decision-gate.ts';
import type { ProjectDecision } from '../../../src/domain/records.ts';

const bounded: ProjectDecision = {
  project_decision: 'finalize_negative',
  research_outcome: 'useful_signal',
  hypothesis_status: 'mixed',
  evidence_strength: 'moderate',
  bounded_paper_ready: true,
  claim_scope: 'one model',
  scale_limits: 'one machine',
};

describe('reading a decision', () => {
  it('names a missing file', () => {
    expect(readDecision(null)).toEqual({
      decision: null,
      problems: ['the decision file is missing'],
    });
  });

  it('names what is wrong with text that is no decision', () => {
    expect(readDecision('{').problems[0]).toContain('not JSON');
    expect(readDecision('[]').problems[0]).toContain('one JSON object');
    expect(readDecision('null').problems[0]).toContain('one JSON object');
    expect(readDecision(`"${'x'.repeat(decisionBytesMax)}"`).problems[0]).toContain(
      `at most ${decisionBytesMax}`,
    );
  });

  it('names every member that does not fit', () => {
    const { decision, problems } = readDecision(
      JSON.stringify({ ...bounded, project_decision: 'publish', confidence: 2 }),
    );
    expect(decision).toBeNull();
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'project_decision',
      'confidence',
    ]);
  });

  it('takes an empty optional word for none given, but not an empty required one', () => {
    expect(readDecision(JSON.stringify({ ...bounded, followup_type: '' })).problems).toEqual([]);
    expect(readDecision(JSON.stringify({ ...bounded, hypothesis_status: '' })).decision).toBeNull();
  });

  it('drops members it does not know and a byte order mark', () => {
    const { decision } = readDecision(`\uFEFF${JSON.stringify({ ...bounded, novelty: true })}`);
    expect(decision).toEqual(bounded);
  });
});

describe('judging a decision', () => {
  it('does not take a missing decision for a positive one', () => {
    expect(judgeDecision(null)).toMatchObject({
      positive: false,
      field: 'project_decision',
      value: 'missing',
    });
  });

  it.each([
    ['research_outcome', 'promising_if_scaled'],
    ['bounded_paper_ready', false],
    ['bounded_paper_ready', null],
    ['hypothesis_status', 'inconclusive'],
    ['evidence_strength', 'weak'],
    ['claim_scope', '  '],
    ['scale_limits', null],
  ] as const)('says that %s decided when it is %s', (field, value) => {
    const verdict = judgeDecision({ ...bounded, [field]: value });
    expect(verdict).toMatchObject({ positive: false, field });
    expect(verdict.reason).toContain(`${field} is ${verdict.value}`);
  });

  it('is positive for finalize_positive whatever else is said', () => {
    const verdict = judgeDecision({
      project_decision: 'finalize_positive',
      research_outcome: 'negative',
      hypothesis_status: 'unsupported',
    });
    expect(verdict).toMatchObject({
      positive: true,
      field: 'project_decision',
      value: 'finalize_positive',
    });
  });

  it('is positive for a bounded paper that meets every condition', () => {
    expect(judgeDecision(bounded)).toMatchObject({
      positive: true,
      field: 'bounded_paper_ready',
      value: 'true',
    });
  });
});
