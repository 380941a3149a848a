/** An outcome follows the numbers and the criterion registered before the run, whatever the agent says. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Evaluation, registrationOf } from '../src/domain/entities/evaluation.ts';
import type { ProjectDecision } from '../src/domain/records.ts';
import { hypothesisStatuses, projectDecisions, researchOutcomes } from '../src/domain/statuses.ts';
import { contradictionOf } from '../src/papers/claims/contradiction.ts';
import { type ClaimFile, createClaimEvidence } from '../src/papers/claims/evidence.ts';
import { outcomeClaims, outcomeOf } from '../src/papers/claims/outcome.ts';
import type { ClaimLedger } from '../src/papers/claims/schema.ts';
import { registrationPath, toBundleRegistration } from '../src/papers/evidence/registration.ts';
import type { EvidenceBundle } from '../src/papers/evidence/schema.ts';
import { verifyPaper } from '../src/papers/verifier.ts';
import { createSandbox } from '../test/unit/papers/support.ts';
import { propertyOptions } from './options.ts';

const event = { event_id: 3, created_at: '2026-01-01T00:00:00.000Z' };
const number = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  // Not so small that half of it is none.
  fc.integer({ min: -10_000, max: 10_000 }).map((value) => value / 1000),
);
const evaluation: fc.Arbitrary<Evaluation> = fc.record({
  metric: fc.constant('gain'),
  direction: fc.constantFrom('at_least', 'at_most', 'above', 'below'),
  threshold: number,
  statistic: fc.constantFrom('value', 'median', 'mean'),
});
const values = fc.array(number, { maxLength: 6 });
const decision: fc.Arbitrary<ProjectDecision> = fc.record({
  // What a paper may be written of; the others are refused before anything is read.
  project_decision: fc.constantFrom(
    ...projectDecisions.filter((word) => word.startsWith('finalize_')),
  ),
  research_outcome: fc.constantFrom(...researchOutcomes),
  hypothesis_status: fc.constantFrom(...hypothesisStatuses),
  summary: fc.constantFrom(
    null,
    'The gain is at least twice the threshold, so the criterion is met.',
    'Everything was confirmed.',
  ),
});

/** What the numbers come to, by the words of the documentation and nothing else. */
function modelOf(
  { direction, threshold, statistic }: Evaluation,
  given: readonly number[],
): 'met' | 'not_met' | 'not_measured' {
  const sorted = [...given].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) return 'not_measured';
  if (statistic === 'value' && given.length > 1) return 'not_measured';
  const mean = given.reduce((sum, value) => sum + value, 0) / given.length;
  const value = statistic === 'mean' ? mean : low + 0.5 * (high - low);
  const one = given.length === 1 ? (given[0] ?? value) : value;
  const isMet = {
    at_least: one >= threshold,
    at_most: one <= threshold,
    above: one > threshold,
    below: one < threshold,
  }[direction];
  return isMet ? 'met' : 'not_met';
}
const isPositive = (said: ProjectDecision): boolean =>
  said.hypothesis_status === 'supported' ||
  said.research_outcome === 'paper_positive' ||
  said.project_decision === 'finalize_positive';
const isNegative = (said: ProjectDecision): boolean =>
  said.hypothesis_status === 'unsupported' ||
  said.research_outcome === 'negative' ||
  said.project_decision === 'finalize_negative';

const file = { path: registrationPath, public_path: 'evidence/r.json', role: 'registration' };
const result = { path: 'results/a.json', public_path: 'evidence/a.json', role: 'result' };

describe('an outcome', () => {
  it('is what the numbers come to, and contradicts exactly the words of the other side', () => {
    fc.assert(
      fc.property(evaluation, values, decision, (criterion, gains, said) => {
        const registration = toBundleRegistration(registrationOf(criterion), event);
        const bundle = { registration, files: [file, result] } as unknown as EvidenceBundle;
        const evidence = createClaimEvidence([
          { ...file, path: file.public_path, sha256: 'a'.repeat(64), json: registration },
          { ...result, path: result.public_path, sha256: 'b'.repeat(64), json: { gain: gains } },
        ] as ClaimFile[]);
        const { outcome } = outcomeOf(outcomeClaims(bundle, evidence, (at) => `C${at + 1}`));
        const verdict = modelOf(criterion, gains);
        expect(outcome?.outcome?.verdict).toBe(verdict);
        const contradicted = verdict === 'met' ? isNegative(said) : isPositive(said);
        expect(contradictionOf(outcome, said) !== null).toBe(contradicted);
      }),
      propertyOptions(2000),
    );
  });

  it('stands in the paper as it was computed, or there is no paper', async () => {
    await fc.assert(
      fc.asyncProperty(evaluation, values, decision, async (criterion, gains, said) => {
        const sandbox = createSandbox({
          'run_notes.md': '# Notes\n\n## Result\n\nThe criterion is met and all is proven.\n',
          'results/a.json': JSON.stringify({ gain: gains, other: 1 }),
        });
        try {
          const verdict = modelOf(criterion, gains);
          const contradicted = verdict === 'met' ? isNegative(said) : isPositive(said);
          const registration = toBundleRegistration(registrationOf(criterion), event);
          const written = await sandbox.write({ decision: said, registration }).then(
            () => true,
            (error: unknown) => {
              const reason = contradicted ? 'outcome_contradicted' : 'not_measured';
              expect(error).toMatchObject({ details: { reason } });
              return false;
            },
          );
          expect(written).toBe(!contradicted && verdict !== 'not_measured');
          expect(existsSync(sandbox.paperDir)).toBe(written);
          if (!written) return;
          expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
          const read = (name: string): string => readFileSync(join(sandbox.paperDir, name), 'utf8');
          const { claims } = JSON.parse(read('claim_ledger.json')) as ClaimLedger;
          const outcomes = claims.filter(({ kind }) => kind === 'outcome');
          expect(outcomes.map(({ outcome }) => outcome?.verdict)).toEqual([verdict]);
          const headline = /so the criterion is met \[\[?C\d+\]/;
          expect(headline.test(read('paper.md'))).toBe(verdict === 'met');
        } finally {
          sandbox.dispose();
        }
      }),
      propertyOptions(60),
    );
  });
});
