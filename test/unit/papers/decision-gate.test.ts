/** Reading a decision and judging whether a paper may be written. */
import { describe, expect, it } from 'vitest';
import { decisionLimits, judgeDecision, readDecision } from '../../../src/domain/decision-gate.ts';
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
    expect(readDecision('{').problems).toEqual([
      'the decision file cannot be read (line 1, column 2: the file ends before its value does)',
    ]);
    expect(readDecision('{"confidence": NaN}').problems[0]).toContain(
      'NaN is not a number of JSON',
    );
    expect(readDecision('[]').problems[0]).toContain('one JSON object');
    expect(readDecision('null').problems[0]).toContain('one JSON object');
    expect(readDecision(`"${'x'.repeat(decisionLimits.bytesMax)}"`).problems[0]).toContain(
      `at most ${decisionLimits.bytesMax}`,
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

describe('reading a decision that is none', () => {
  const { bytesMax, partsMax, problemsMax } = decisionLimits;
  const fill = (start: string, part: string, end: string): string =>
    start + part.repeat(Math.floor((bytesMax - start.length - end.length) / part.length)) + end;

  it.each([
    ['entries', fill('{"followup_required_evidence":[', '1,', '1]}')],
    ['members', fill('{', '"a":1,', '"a":1}')],
    ['levels of arrays', fill('', '[', '')],
    ['levels of objects', fill('', '{"a":', '')],
  ])('counts its %s before anything is made of them', (_what, text) => {
    // Parsed, these take up to a second of everybody's time.
    expect(readDecision(text)).toEqual({
      decision: null,
      problems: [`the decision file has more than ${partsMax} members and entries`],
    });
  });

  it('counts no commas and brackets of its texts', () => {
    const summary = fill('', ',[{', '').slice(0, bytesMax - 1_000);
    const text = JSON.stringify({ ...bounded, summary: `\\"${summary}` });
    expect(readDecision(text).problems.join()).not.toContain('members and entries');
  });

  it('names some of its faults and says how many more there are', () => {
    const { problems } = readDecision(
      JSON.stringify({ ...bounded, followup_required_evidence: Array(500).fill(1) }),
    );
    expect(problems).toHaveLength(problemsMax + 1);
    expect(problems.at(-1)).toBe(`and ${500 - problemsMax} more`);
  });

  it('says where a number is beyond what can be read, and lets one pass in a member that it does not know', () => {
    const with400 = (member: string): string =>
      JSON.stringify({ ...bounded, [member]: 0 }).replace(`"${member}":0`, `"${member}":1e400`);
    const { decision, problems } = readDecision(with400('confidence'));
    expect(decision).toBeNull();
    expect(problems.at(-1)).toMatch(/^line 1, column \d+: 1e400 is beyond the largest number$/);
    expect(readDecision(with400('other')).decision).toEqual(bounded);
  });

  it('does not choose between two members of one name', () => {
    const text = JSON.stringify(bounded);
    const twice = `{"project\\u005fdecision":"finalize_positive",${text.slice(1)}`;
    expect(readDecision(twice)).toEqual({
      decision: null,
      problems: [
        expect.stringMatching(
          /^the decision file cannot be read \(line 1, column \d+: the name "project_decision" appears twice\)$/,
        ),
      ],
    });
    const inner = JSON.stringify({ ...bounded, other: { a: 1, b: 2 } }).replace('"b"', '"a"');
    expect(readDecision(inner).problems[0]).toContain('the name "a" appears twice');
    expect(
      readDecision(JSON.stringify({ ...bounded, other: { claim_scope: 'x' } })).problems,
    ).toEqual([]);
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
