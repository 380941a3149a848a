/** Every member of a claim that is not what the files say is found, with what would be right. */
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../src/lib/canonical-json.ts';
import { sha256Hex } from '../../../../src/lib/hash.ts';
import type { Claim } from '../../../../src/papers/claims/schema.ts';
import { at, check, draft, only, resultPath } from './support.ts';

const evaluation = {
  metric: 'latency',
  direction: 'at_most',
  threshold: 9,
  unit: 'ms',
} as const;
const registration = {
  event_id: 'e-1',
  at: '2026-01-01T00:00:00.000Z',
  sha256: sha256Hex(canonicalJson(evaluation)),
  evaluation,
};
const result = {
  method: 'wall clock',
  seed: 3,
  latency: { value: 8, unit: 'ms', label: 'Mean latency', n: 4 },
  variants: { baseline: { mean_ms: 10, errors: 1 }, routed: { mean_ms: 8, errors: 1 } },
  trials: [{ ms: 1 }, { ms: 2 }, { ms: 6 }],
};
const idea = { title: 'T', hypothesis: 'It takes 5 ms.', settings: { depth: 4 } };
const { built, ledger } = draft(result, { idea, registration });

const formula = (text: string) => (claim: Claim) =>
  claim.derived?.formula.startsWith(text) === true;
const measured = (claims: readonly Claim[]): Claim => at(claims, '/latency/value');
const median = (claims: readonly Claim[]): Claim => only(claims, formula('median('));
const compared = (claims: readonly Claim[]): Claim =>
  only(claims, (claim) => claim.comparison?.quantity === 'mean');
const set = (claims: readonly Claim[]): Claim => at(claims, '/seed');
const stated = (claims: readonly Claim[]): Claim => at(claims, '/method');
const ofIdea = (claims: readonly Claim[]): Claim =>
  only(claims, (claim) => claim.quantity === 'depth');

/** The findings when one claim is changed. */
function lie(pick: (claims: readonly Claim[]) => Claim, change: (claim: Claim) => object): string {
  const claim = pick(ledger.claims);
  const changed = { ...claim, ...change(claim) };
  return check(
    built,
    ledger.claims.map((other) => (other === claim ? changed : other)),
  ).join('\n');
}

describe('checking claims', () => {
  it('finds nothing in what was drafted', () => {
    expect(check(built, ledger.claims)).toEqual([]);
  });

  const withRef = (change: object) => (claim: Claim) => ({
    evidence_refs: claim.evidence_refs.map((ref, place) =>
      place === 0 ? { ...ref, ...change } : ref,
    ),
  });
  const withFormula =
    (text: string, value: number) =>
    ({ derived }: Claim) => ({
      derived: { ...derived, formula: text, recomputed_value: value, quoted_value: String(value) },
    });
  const mean = `mean("${resultPath}#/trials/*/ms")`;
  it.each([
    ['a unit', measured, () => ({ unit: 's' }), 'claim_unit', 'should be "ms"'],
    ['no unit', measured, () => ({ unit: undefined }), 'claim_unit', 'should be "ms"'],
    [
      'a label',
      measured,
      () => ({ label: 'Median latency' }),
      'claim_label',
      'should be "Mean latency"',
    ],
    ['a quantity', measured, () => ({ quantity: 'loss' }), 'claim_quantity', 'should be "latency"'],
    ['a subject', compared, () => ({ subject: 'other' }), 'claim_subject', 'should be "routed"'],
    ['a count', measured, () => ({ n: 400 }), 'claim_n', 'should be 4'],
    ['the count of a series', median, () => ({ n: 30 }), 'claim_n', 'should be 3'],
    [
      'the values of a series',
      median,
      withRef({ recomputed_value: 30, quoted_value: '30' }),
      'claim_value',
      'holds 3',
    ],
    ['a kind', set, () => ({ kind: 'measurement' }), 'claim_kind', 'should be "setting"'],
    [
      'a measurement as a setting',
      measured,
      () => ({ kind: 'setting', setting: { source: 'result' } }),
      'claim_kind',
      'should be "measurement"',
    ],
    [
      'where a setting is from',
      set,
      () => ({ setting: { source: 'idea' } }),
      'claim_setting',
      'should be {"source":"result"}',
    ],
    [
      'a setting of the idea',
      ofIdea,
      withRef({ recomputed_value: 5, quoted_value: '5' }),
      'claim_value',
      'holds 4',
    ],
    [
      'a method',
      stated,
      withRef({ quoted_value: 'a profiler', recomputed_value: 'a profiler' }),
      'claim_value',
      'holds "wall clock"',
    ],
    ['another formula', median, withFormula(mean, 2), 'claim_value', 'is 3'],
    ['a formula that is none', median, withFormula('2 + 2', 4), 'claim_formula', 'character'],
    [
      'a formula over other files',
      median,
      withFormula('sum("x.json#/*")', 2),
      'claim_formula',
      'x.json is no JSON file',
    ],
    ['a formula without files', median, withFormula('abs(2)', 2), 'claim_formula', 'reads no file'],
    [
      'a direction',
      compared,
      ({ comparison }: Claim) => ({ comparison: { ...comparison, direction: 'higher' } }),
      'claim_comparison',
      '"direction":"lower"',
    ],
    [
      'what is better',
      compared,
      ({ comparison }: Claim) => ({ comparison: { ...comparison, better: 'higher' } }),
      'claim_comparison',
      '"better":"lower"',
    ],
    [
      'a baseline',
      compared,
      ({ comparison }: Claim) => ({ comparison: { ...comparison, baseline: 'routed' } }),
      'claim_comparison',
      '"baseline":"baseline"',
    ],
    ['a text', measured, () => ({ text: 'all is well' }), 'claim_text', 'should read'],
    [
      'a reference more',
      measured,
      ({ evidence_refs: refs }: Claim) => ({ evidence_refs: [...refs, ...refs] }),
      'claim_reference',
      'should to',
    ],
    [
      'no reference',
      measured,
      () => ({ evidence_refs: [] }),
      'claim_without_evidence',
      'no reference',
    ],
    [
      'a formula at a number that was read',
      measured,
      () => ({ derived: median(ledger.claims).derived }),
      'claim_kind',
      'has no formula',
    ],
    [
      'an observation of a result file',
      stated,
      () => ({ kind: 'observation' }),
      'claim_formula',
      'no text of the decision record',
    ],
  ])('finds %s that is not the file’s', (_, pick, change, rule, right) => {
    const said = lie(pick, change);
    expect(said).toContain(rule);
    expect(said).toContain(right);
  });

  it('finds a comparison of different quantities or units, and one that sets the baseline first', () => {
    const source = (pointer: string) => `"${resultPath}#/variants/${pointer}"`;
    const pair = (a: string, b: string, value: number) =>
      lie(compared, withFormula(`ratio(${source(a)},${source(b)})`, value));
    expect(pair('routed/mean_ms', 'baseline/errors', 8)).toContain('claim_formula');
    expect(pair('baseline/mean_ms', 'routed/mean_ms', 1.25)).toContain('claim_comparison');
    expect(pair('routed/mean_ms', 'routed/mean_ms', 1)).toContain('two different things');
  });

  it('finds units and an idea in the bundle that are not those of the files', () => {
    const { bundle } = built;
    const changed = (change: object) =>
      check({ ...built, bundle: { ...bundle, ...change } }, ledger.claims).join('\n');
    const metrics = bundle.metrics.map((metric) => ({ ...metric, unit: 'min' }));
    expect(changed({ metrics })).toContain('metric_unit');
    expect(changed({ idea: { ...idea, hypothesis: 'It takes 6 ms.' } })).toContain('idea ');
    expect(changed({ registration: { ...registration, sha256: 'a'.repeat(64) } })).toContain(
      'registration the registered evaluation hashes to',
    );
  });

  it('does not throw at half characters and deep nests, wherever they stand', () => {
    const half = '\ud800';
    expect(lie(measured, () => ({ label: half, subject: half }))).toContain('claim_label');
    const bad = { ...registration, evaluation: { ...evaluation, metric: half } };
    const deepText = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const copies = built.copies.map((copy) =>
      copy.file.role === 'idea' ? { ...copy, bytes: Buffer.from(deepText) } : copy,
    );
    const said = check({ copies, bundle: { ...built.bundle, registration: bad } }, ledger.claims);
    expect(said.join()).toContain('hashes to nothing');
    expect(said.join()).toContain('the idea is not that of the file');
    const whole = draft(result, { idea: { ...idea, title: half } });
    expect(check(whole.built, whole.ledger.claims)).toEqual([]);
  });

  it('asks for an older ledger to be written again, and says nothing else of it', () => {
    const older = (change: (claim: Claim) => Claim) => check(built, ledger.claims.map(change));
    const named = older((claim) =>
      claim.comparison === undefined || claim.derived === undefined
        ? claim
        : { ...claim, derived: { ...claim.derived, formula: 'ratio' } },
    );
    expect(named).toEqual(['earlier_edition written by an earlier edition: rewrite it']);
    const { idea: _, ...bundle } = built.bundle;
    expect(check({ ...built, bundle }, ledger.claims)).toEqual(named);
  });
});

describe('checking an outcome', () => {
  const outcome = only(ledger.claims, ({ kind }) => kind === 'outcome');
  const said = (change: object) =>
    check(
      built,
      ledger.claims.map((claim) =>
        claim === outcome
          ? ({ ...outcome, outcome: { ...outcome.outcome, ...change } } as Claim)
          : claim,
      ),
    ).join('\n');

  it('finds nothing in one that follows from the registration', () => {
    expect(outcome.outcome?.verdict).toBe('met');
    expect(said({})).toBe('');
  });
  it.each([
    { verdict: 'not_met' },
    { verdict: 'not_measured' },
    { threshold: 7 },
    { direction: 'at_least' },
    { metric: 'loss' },
    { unit: 's' },
    { registration: null },
  ])('finds %j', (change) => {
    expect(said(change)).toContain(`the files give: ${outcome.text}`);
  });
  it('finds one where nothing was registered', () => {
    const bare = { ...built, bundle: { ...built.bundle, registration: null } };
    expect(check(bare, ledger.claims).join()).toContain('nothing was registered');
  });
});
