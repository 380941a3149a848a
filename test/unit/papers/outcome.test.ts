/** The outcome of a run: found in the files, computed, held against the record, and said in the paper as it is. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Evaluation, registrationOf } from '../../../src/domain/entities/evaluation.ts';
import type { ProjectDecision } from '../../../src/domain/records.ts';
import type { WritePaperInput } from '../../../src/papers/artifacts.ts';
import { outcomeOf } from '../../../src/papers/claims/outcome.ts';
import type { Claim, ClaimLedger } from '../../../src/papers/claims/schema.ts';
import { toBundleRegistration } from '../../../src/papers/evidence/registration.ts';
import { lintPaper } from '../../../src/papers/lint/lint.ts';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, type Sandbox, sampleDecision } from './support.ts';

const open: Sandbox[] = [];
afterEach(() => {
  for (const sandbox of open.splice(0)) sandbox.dispose();
});

const notes = '# Run notes\n\n## Method\n\nBoth programs sorted the same lists.\n';
const inconclusive: ProjectDecision = {
  ...sampleDecision,
  hypothesis_status: 'inconclusive',
  research_outcome: 'useful_signal',
  project_decision: 'finalize_negative',
  claim_scope: null,
  scale_limits: null,
  summary: null,
};
const speedup: Evaluation = { metric: 'speedup', direction: 'at_least', threshold: 2, unit: 'x' };
const event = { event_id: 17, created_at: '2026-01-01T00:00:00.000Z' };

type Files = Readonly<Record<string, unknown>>;
function sandboxOf(results: Files): Sandbox {
  const files = Object.entries(results).map(([name, value]) => [
    `results/${name}`,
    JSON.stringify(value),
  ]);
  const sandbox = createSandbox({ 'run_notes.md': notes, ...Object.fromEntries(files) });
  open.push(sandbox);
  return sandbox;
}
const draft = (
  sandbox: Sandbox,
  evaluation: Evaluation | null,
  decision: ProjectDecision = inconclusive,
) =>
  sandbox.write({
    decision,
    hypothesis: null,
    registration:
      evaluation === null ? null : toBundleRegistration(registrationOf(evaluation), event),
  });
const textOf = (sandbox: Sandbox, file: string): string =>
  readFileSync(join(sandbox.paperDir, file), 'utf8');
const ledgerOf = (sandbox: Sandbox): ClaimLedger =>
  JSON.parse(textOf(sandbox, 'claim_ledger.json')) as ClaimLedger;

/** The outcome that a paper of these files states, whichever way the criterion went. */
async function outcome(results: Files, evaluation: Evaluation): Promise<Claim> {
  const sandbox = sandboxOf(results);
  await draft(sandbox, evaluation, {
    ...inconclusive,
    project_decision: 'finalize_positive',
  }).catch(() => draft(sandbox, evaluation));
  expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
  expect(lintPaper(sandbox.paperDir)).toEqual([]);
  const claim = outcomeOf(ledgerOf(sandbox).claims).outcome;
  if (claim === undefined) throw new Error('no outcome');
  return claim;
}

describe('the outcome of a run', () => {
  it('is the value at the place of that name, and the verdict follows from it', async () => {
    const claim = await outcome({ 'a.json': { speedup: 0.54 } }, speedup);
    expect(claim).toMatchObject({
      kind: 'outcome',
      unit: 'x',
      n: 1,
      text: 'speedup is 0.54 x, registered was at least 2 x: not met',
      evidence_refs: [{ path: 'evidence/results/a.json', pointer: '/speedup' }],
      outcome: {
        metric: 'speedup',
        direction: 'at_least',
        threshold: 2,
        verdict: 'not_met',
        registration: { event_id: '17', sha256: registrationOf(speedup).sha256 },
      },
    });
    expect(claim.derived).toBeUndefined();
  });

  it('is a formula over the series that the source names', async () => {
    const results = { 'a.json': { trials: [{ up: 1 }, { up: 4 }, { up: 3 }, { up: 2 }], up: 9 } };
    const source = 'results/a.json#/trials/*/up';
    const of = (statistic: 'median' | 'mean') =>
      outcome(results, { ...speedup, source, statistic, threshold: 2.5 });
    expect(await of('median')).toMatchObject({
      n: 4,
      evidence_refs: [{ pointer: '/trials/*/up', quoted_value: '4', recomputed_value: 4 }],
      derived: {
        formula: 'median("evidence/results/a.json#/trials/*/up")',
        quoted_value: '2.5',
        recomputed_value: 2.5,
      },
      outcome: { verdict: 'met' },
    });
    expect((await of('mean')).derived?.formula).toBe(
      'mean("evidence/results/a.json#/trials/*/up")',
    );
  });

  it('is converted to the unit of the threshold before it is compared', async () => {
    const claim = await outcome(
      { 'a.json': { p95_ms: 1500 } },
      { metric: 'p95', direction: 'at_most', threshold: 1.4, unit: 's' },
    );
    expect(claim).toMatchObject({
      unit: 's',
      derived: {
        formula: 'convert("evidence/results/a.json#/p95_ms","ms","s")',
        recomputed_value: 1.5,
      },
      outcome: { verdict: 'not_met' },
    });
  });

  it.each<[string, Files, Evaluation, RegExp]>([
    ['nothing has the name', { 'a.json': { x: 1 } }, speedup, /no result file has a number/],
    [
      'the name stands at several places, which are named',
      { 'a.json': { speedup: 3 }, 'b.json': { all: { speedup: 1 } } },
      speedup,
      /2 places.*results\/a\.json#\/speedup, results\/b\.json#\/all\/speedup/,
    ],
    [
      'rows of different things have it',
      {
        'a.json': [
          { variant: 'a', speedup: 1 },
          { variant: 'b', speedup: 3 },
        ],
      },
      { ...speedup, statistic: 'median' },
      /2 places/,
    ],
    [
      'it is a series and no statistic was registered',
      { 'a.json': { speedup: [1, 3] } },
      speedup,
      /2 values, and neither median nor mean/,
    ],
    [
      'the file of the source is not there',
      { 'a.json': { speedup: 3 } },
      { ...speedup, source: 'results/b.json#/speedup' },
      /results\/b\.json is not among the result files/,
    ],
    [
      'the source holds nothing',
      { 'a.json': { speedup: 3 } },
      { ...speedup, source: 'results/a.json#/speed' },
      /holds nothing/,
    ],
    [
      'the source holds words among its numbers',
      { 'a.json': { speedup: [3, 'n/a'] } },
      { ...speedup, source: 'results/a.json#/speedup/*', statistic: 'mean' },
      /no number/,
    ],
    [
      'the file says no unit',
      { 'a.json': { latency: 3 } },
      { metric: 'latency', direction: 'at_most', threshold: 2, unit: 'ms' },
      /states no unit/,
    ],
    [
      'the unit is of another kind',
      { 'a.json': { latency_ms: 3 } },
      { metric: 'latency', direction: 'at_most', threshold: 2, unit: 'J' },
      /is in ms, which is not converted to J/,
    ],
  ])(
    'is not measured where %s, and no word of the record makes a paper of it',
    async (_, results, evaluation, why) => {
      const sandbox = sandboxOf(results);
      await expect(draft(sandbox, evaluation)).rejects.toMatchObject({
        code: 'gates_failed',
        details: { reason: 'not_measured', problems: [expect.stringMatching(why)] },
      });
      expect(existsSync(sandbox.paperDir)).toBe(false);
    },
  );
});

describe('the record against the numbers', () => {
  const confirmed = { ...sampleDecision, claim_scope: null, scale_limits: null, summary: null };
  const refuted: ProjectDecision = {
    ...confirmed,
    project_decision: 'finalize_negative',
    research_outcome: 'negative',
    hypothesis_status: 'unsupported',
  };

  it.each<[string, number | string, ProjectDecision, RegExp]>([
    [
      'not met and supported',
      0.54,
      confirmed,
      /speedup is 0\.54 x.*at least 2 x: not met.*supported/,
    ],
    [
      'not met and positive',
      0.54,
      { ...confirmed, hypothesis_status: 'mixed' },
      /not met.*research_outcome paper_positive/,
    ],
    ['met and unsupported', 3, refuted, /speedup is 3 x.*at least 2 x: met.*unsupported/],
    [
      'not met and ready for a bounded paper',
      0.54,
      {
        ...confirmed,
        project_decision: 'continue',
        research_outcome: 'useful_signal',
        hypothesis_status: 'mixed',
        claim_scope: 'One machine.',
        scale_limits: 'One length.',
      },
      /not met.*bounded_paper_ready true/,
    ],
    ['not measured and supported', 'fast', confirmed, /not measured.*supported/],
  ])('refuses a draft for %s, and writes nothing', async (_, value, decision, words) => {
    const sandbox = sandboxOf({ 'a.json': { speedup: value, other: 1 } });
    const refusal = draft(sandbox, speedup, decision);
    await expect(refusal).rejects.toMatchObject({
      code: 'gates_failed',
      details: { reason: 'outcome_contradicted', problems: [expect.stringMatching(words)] },
    });
    expect(existsSync(sandbox.paperDir)).toBe(false);
  });

  it.each<[string, number, ProjectDecision]>([
    ['met and supported', 2, confirmed],
    ['not met and unsupported', 1, refuted],
    ['met and inconclusive', 3, { ...inconclusive, project_decision: 'finalize_positive' }],
    ['not met and mixed', 1, { ...inconclusive, hypothesis_status: 'mixed' }],
  ])('lets a draft pass for %s', async (_, value, decision) => {
    const sandbox = sandboxOf({ 'a.json': { speedup: value } });
    await draft(sandbox, speedup, decision);
    expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
  });
});

describe('a run that measured nothing', () => {
  const bare: Files = { 'a.json': { seed: 7, verdict: 'faster by far' } };
  const nothing = {
    code: 'gates_failed',
    details: {
      reason: 'not_measured',
      problems: [expect.stringMatching(/^Nothing was measured/)],
    },
  };

  it.each<[string, Files]>([
    ['has notes alone', {}],
    ['has a result file of settings and words', bare],
  ])('is no paper where it %s', async (_, results) => {
    const sandbox = sandboxOf(results);
    await expect(draft(sandbox, null, sampleDecision)).rejects.toMatchObject(nothing);
    expect(existsSync(sandbox.paperDir)).toBe(false);
  });

  it('is no paper for what the worker saw of it', async () => {
    const sandbox = sandboxOf(bare);
    const observed: NonNullable<WritePaperInput['observed']> = {
      schema_version: 'observed_run.v1',
      worker: 'local',
      started_at: null,
      ended_at: null,
      wall_seconds: 41.25,
      exit_status: 0,
      run_processes: {
        cpu_percent: 47,
        cpu_peak_percent: 50,
        memory_peak_mib: null,
        processes_peak: 2,
      },
      other_processes: { cpu_percent: 40 },
      gpus: {},
    };
    await expect(sandbox.write({ observed })).rejects.toMatchObject(nothing);
  });

  it('does not pass the verifier either', async () => {
    const sandbox = sandboxOf({ 'a.json': { seed: 7, speedup: 3 } });
    await draft(sandbox, null, sampleDecision);
    const ledger = ledgerOf(sandbox);
    const claims = ledger.claims.map((claim) =>
      claim.kind === 'measurement' ? { ...claim, kind: 'setting' } : claim,
    );
    writeFileSync(
      join(sandbox.paperDir, 'claim_ledger.json'),
      JSON.stringify({ ...ledger, claims }),
    );
    const rules = verifyPaper(sandbox.paperDir).problems.map(({ rule }) => rule);
    expect(rules).toContain('not_measured');
  });
});

describe('what the paper says', () => {
  it('says the computed outcome once in the abstract and once in the conclusion', async () => {
    const sandbox = sandboxOf({ 'a.json': { speedup: [1, 2, 6] } });
    await draft(
      sandbox,
      { ...speedup, statistic: 'median' },
      { ...inconclusive, project_decision: 'finalize_positive' },
    );
    const said = textOf(sandbox, 'paper.md').match(/so the criterion is met/g);
    expect(said).toHaveLength(2);
    expect(textOf(sandbox, 'evidence_bundle.json')).toContain('"event_id": "17"');
  });

  it('says that nothing was registered, and takes no word of success for its own', async () => {
    const sandbox = sandboxOf({ 'a.json': { speedup: 3 } });
    await draft(sandbox, null, sampleDecision);
    const text = textOf(sandbox, 'paper.md');
    expect(text.match(/No criterion was registered before the run/g)).toHaveLength(1);
    expect(text).not.toContain('support the statement made');
    expect(outcomeOf(ledgerOf(sandbox).claims).outcome).toBeUndefined();
    expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
  });

  it.each<[string, (ledger: ClaimLedger) => void, RegExp]>([
    [
      'another verdict',
      ({ claims }) => {
        Object.assign(outcomeOf(claims).outcome?.outcome ?? {}, { verdict: 'met' });
      },
      /the files give: speedup is 0\.54 x.*not met/,
    ],
    [
      'another threshold',
      ({ claims }) => {
        Object.assign(outcomeOf(claims).outcome?.outcome ?? {}, { threshold: 0.5, verdict: 'met' });
      },
      /the files give/,
    ],
    [
      'no outcome any more',
      (ledger) => {
        Object.assign(outcomeOf(ledger.claims).outcome ?? {}, { kind: 'observation' });
      },
      /0 outcomes are stated/,
    ],
  ])('does not pass the verifier with %s', async (_, change, words) => {
    const sandbox = sandboxOf({ 'a.json': { speedup: 0.54 } });
    await draft(sandbox, speedup);
    const ledger = ledgerOf(sandbox);
    change(ledger);
    writeFileSync(join(sandbox.paperDir, 'claim_ledger.json'), JSON.stringify(ledger));
    const messages = verifyPaper(sandbox.paperDir).problems.map(({ message }) => message);
    expect(messages.join('\n')).toMatch(words);
  });

  it('does not pass the verifier with a registration that was made lower afterwards', async () => {
    const sandbox = sandboxOf({ 'a.json': { speedup: 0.54 } });
    await draft(sandbox, speedup);
    const path = join(sandbox.paperDir, 'evidence_bundle.json');
    const bundle = readFileSync(path, 'utf8').replace('"threshold": 2', '"threshold": 0.5');
    writeFileSync(path, bundle);
    const rules = verifyPaper(sandbox.paperDir).problems.map(({ rule }) => rule);
    expect(rules.filter((rule) => rule === 'registration')).toHaveLength(2);
  });
});
