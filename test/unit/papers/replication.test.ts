/** A replication in the paper: both results, the written rule, and a verifier that holds what is said of it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Evaluation, registrationOf } from '../../../src/domain/entities/evaluation.ts';
import type { ProjectDecision } from '../../../src/domain/records.ts';
import { evaluateChecklist } from '../../../src/papers/checklist.ts';
import { replicationOf } from '../../../src/papers/claims/replication.ts';
import type { Claim, ClaimLedger } from '../../../src/papers/claims/schema.ts';
import { findSeeds } from '../../../src/papers/claims/second-run.ts';
import { toBundleRegistration } from '../../../src/papers/evidence/registration.ts';
import { lintPaper } from '../../../src/papers/lint/lint.ts';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, type Sandbox, sampleDecision } from './support.ts';

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0)) step();
});

const notes = '# Run notes\n\n## Method\n\nBoth programs sorted the same lists.\n';
const speedup: Evaluation = {
  metric: 'speedup',
  source: 'results/summary.json#/speedups',
  statistic: 'median',
  direction: 'at_least',
  threshold: 2,
  unit: 'x',
};
const event = { event_id: 17, created_at: '2026-01-01T00:00:00.000Z' };
const first = [3.1, 3.2, 3.3, 3.2, 3.15, 3.25, 3.05, 3.3];
const close = [3.2, 3.1, 3.3, 3.25, 3.15, 3.2, 3.3, 3.1];
const positive: ProjectDecision = {
  ...sampleDecision,
  claim_scope: null,
  scale_limits: null,
  summary: null,
};
const againRun = 'sorting-replication-1-20260102T000000000';

/** The paper of a run whose experiment was done again with `again`; null: it came to no result. */
async function paperOf(
  again: unknown,
  evaluation: Evaluation = speedup,
  before: object = { speedups: first, speedup: 3.2 },
): Promise<Sandbox> {
  const sandbox = createSandbox({
    'run_notes.md': notes,
    'results/summary.json': JSON.stringify(before),
  });
  const dir = mkdtempSync(join(tmpdir(), 'again-'));
  mkdirSync(join(dir, 'results'));
  if (again !== null) writeFileSync(join(dir, 'results/summary.json'), JSON.stringify(again));
  cleanUp.push(
    () => sandbox.dispose(),
    () => rmSync(dir, { recursive: true }),
  );
  await sandbox.write({
    decision: positive,
    hypothesis: null,
    registration: toBundleRegistration(registrationOf(evaluation), event),
    replication: {
      runId: againRun,
      projectId: 'sorting-replication-1',
      number: 1,
      worker: 'beta',
      dir: again === null ? null : dir,
    },
  });
  return sandbox;
}
const read = (sandbox: Sandbox, file: string): string =>
  readFileSync(join(sandbox.paperDir, file), 'utf8');
/** The draft, its links replaced by what they show. */
const plainText = (sandbox: Sandbox): string =>
  read(sandbox, 'paper.md').replace(/\[\[(C\d+)\]\(#c\d+\)\]|\[(C\d+)\]\(#c\d+\)/g, '$1$2');
const ledgerOf = (sandbox: Sandbox): ClaimLedger =>
  JSON.parse(read(sandbox, 'claim_ledger.json')) as ClaimLedger;
function claimOf(sandbox: Sandbox): Claim {
  expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
  expect(lintPaper(sandbox.paperDir)).toEqual([]);
  expect(verifyFolder(sandbox.paperDir).problems).toEqual([]);
  const claim = replicationOf(ledgerOf(sandbox).claims).replication;
  if (claim === undefined) throw new Error('no replication is stated');
  return claim;
}
const itemOf = (sandbox: Sandbox) =>
  evaluateChecklist(sandbox.paperDir, event.created_at).find(
    ({ item_id }) => item_id === 'reproducibility',
  );

describe('the seeds of a file', () => {
  it('are what it calls so, and no number of them or seed of a bootstrap', () => {
    const file = {
      seed: 1,
      config: { random_seed: 2, trainSeed: 3, 'data seed': 4, seeds: [5, 6] },
      trials: [{ seed: 7, ms: 1 }],
      n_seeds: 8,
      num_seeds: 9,
      bootstrap_seed: 10,
      linseed: 11,
      seed_note: 12,
      seeds: [{ ms: 13 }],
    };
    expect(findSeeds(file).map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(findSeeds(file)[4]?.pointer).toBe('/config/seeds/0');
  });
});

describe('a replication', () => {
  it('agrees where the verdicts are the same and the intervals overlap, and both stand in the text', async () => {
    const sandbox = await paperOf({ speedups: [3.2, 3.1, 3.3, 3.25, 3.15, 3.2, 3.3, 3.1] });
    const claim = claimOf(sandbox);
    expect(claim.replication).toEqual({
      run_id: againRun,
      number: 1,
      worker: 'beta',
      verdict: 'met',
      first_verdict: 'met',
      intervals: 'overlap',
      seed: 'unknown',
      copied: 'no',
      agrees: true,
    });
    const text = read(sandbox, 'paper.md');
    expect(text).toContain('run again as run');
    expect(text).toContain('the intervals overlap: the replication agrees');
    expect(text).toContain('It ran on the worker `beta`, and its result files record no seed');
    expect(text).not.toContain('not repeated independently');
    expect(text).toContain('by others the run was not repeated');
    expect(itemOf(sandbox)?.status).toBe('pass');
  });

  it('disagrees where the intervals are apart, although the verdicts are the same', async () => {
    const sandbox = await paperOf({ speedups: [9.2, 9.1, 9.3, 9.25, 9.15, 9.2, 9.3, 9.1] });
    expect(claimOf(sandbox).replication).toMatchObject({
      verdict: 'met',
      intervals: 'apart',
      agrees: false,
    });
    expect(read(sandbox, 'paper.md')).toContain(
      'the intervals are apart: the replication disagrees',
    );
    expect(itemOf(sandbox)).toMatchObject({
      status: 'fail',
      finding: expect.stringContaining('does not agree'),
    });
  });

  it('disagrees where the verdict is another', async () => {
    const sandbox = await paperOf({ speedups: [1.2, 1.1, 1.3, 1.25, 1.15, 1.2, 1.3, 1.1] });
    expect(claimOf(sandbox).replication).toMatchObject({
      verdict: 'not_met',
      first_verdict: 'met',
      agrees: false,
    });
    expect(read(sandbox, 'paper.md')).toContain('The verdicts differ');
  });

  it('names the seed of the second run, which is looked at', async () => {
    const before = { speedups: first, seed: 17, method: { bootstrap_seed: 1 } };
    const again = { speedups: close, seed: 99, method: { bootstrap_seed: 1 } };
    const sandbox = await paperOf(again, speedup, before);
    expect(claimOf(sandbox).replication).toMatchObject({ seed: 'other', agrees: true });
    expect(plainText(sandbox)).toMatch(
      /It ran on the worker `beta`, with seed 99 C\d+, not that of the first run C\d+\./,
    );
  });

  it.each<[string, object, object, object, string]>([
    [
      'has the seed of the first run',
      { speedups: first, seeds: [17, 18] },
      { speedups: close, seeds: [18] },
      { seed: 'same', copied: 'no' },
      'but its seed is that of the first run: the replication disagrees',
    ],
    [
      'has its raw values',
      { speedups: first, seed: 17 },
      { speedups: first, seed: 99 },
      { seed: 'other', copied: 'values' },
      'but its raw values are those of the first run: the replication disagrees',
    ],
    [
      'has its result file',
      { speedups: first },
      { speedups: first },
      { seed: 'unknown', copied: 'file' },
      'but its result file is that of the first run: the replication disagrees',
    ],
  ])('is none where it %s, whoever says so', async (_, before, again, found, words) => {
    const sandbox = await paperOf(again, speedup, before);
    const claim = claimOf(sandbox);
    expect(claim.replication).toMatchObject({ ...found, intervals: 'overlap', agrees: false });
    expect(plainText(sandbox)).toContain(words);
    const path = join(sandbox.paperDir, 'claim_ledger.json');
    const ledger = ledgerOf(sandbox);
    const claims = ledger.claims.map((each) =>
      each.replication === undefined
        ? each
        : {
            ...each,
            replication: { ...each.replication, seed: 'other', copied: 'no', agrees: true },
          },
    );
    writeFileSync(path, JSON.stringify({ ...ledger, claims }));
    expect(verifyPaper(sandbox.paperDir).problems.map(({ rule }) => rule)).toContain(
      'claim_replication',
    );
    const told = verifyFolder(sandbox.paperDir)
      .problems.map(({ message }) => message)
      .join();
    expect(told).toContain('agrees is true');
  });

  it('prints the interval of the mean where a mean was registered, of both runs', async () => {
    const mean: Evaluation = { ...speedup, statistic: 'mean' };
    const sandbox = await paperOf({ speedups: close }, mean);
    expect(claimOf(sandbox).replication).toMatchObject({ intervals: 'overlap', agrees: true });
    const intervals = replicationOf(ledgerOf(sandbox).claims).interval ?? [];
    expect(intervals.map(({ derived }) => derived?.formula.slice(0, 6))).toEqual([
      't_low(',
      't_high',
    ]);
  });

  it('goes by the verdict alone where there are no two intervals, and says so', async () => {
    const single: Evaluation = {
      metric: 'speedup',
      source: 'results/summary.json#/speedup',
      direction: 'at_least',
      threshold: 2,
      unit: 'x',
    };
    const sandbox = await paperOf({ speedup: 2.5 }, single);
    expect(claimOf(sandbox).replication).toMatchObject({ intervals: 'none', agrees: true });
    expect(read(sandbox, 'paper.md')).toContain('not both runs have an interval');
  });

  it.each([
    ['it came to no result', null],
    ['its files do not hold what was registered', { other: 1 }],
  ])('is no agreement where %s', async (_, again) => {
    const sandbox = await paperOf(again);
    expect(claimOf(sandbox).replication).toMatchObject({ verdict: 'not_measured', agrees: false });
    expect(read(sandbox, 'paper.md')).toContain('no value to compare');
  });

  it('leaves a checklist that looks at figures and at the outcome in the abstract', async () => {
    const sandbox = await paperOf({ speedups: first });
    const ledger = ledgerOf(sandbox);
    const statusOf = (item: string) =>
      evaluateChecklist(sandbox.paperDir, event.created_at).find(({ item_id: id }) => id === item);
    expect(statusOf('title_abstract_quality')?.status).toBe('pass');
    const silent = ledger.claims.map((claim) =>
      claim.kind === 'outcome' ? { ...claim, used_in: [] } : claim,
    );
    const path = join(sandbox.paperDir, 'claim_ledger.json');
    writeFileSync(path, JSON.stringify({ ...ledger, claims: silent }));
    expect(statusOf('title_abstract_quality')?.finding).toContain('does not state the outcome');
    const figure = ledger.figures[0]?.file;
    if (figure === undefined) throw new Error('a series is drawn');
    rmSync(join(sandbox.paperDir, figure));
    expect(statusOf('artifact_readability')?.finding).toContain(`figure ${figure} is missing`);
  });

  it('cannot be told otherwise in the finished files', async () => {
    const sandbox = await paperOf({ speedups: [9.2, 9.1, 9.3, 9.25, 9.15, 9.2, 9.3, 9.1] });
    const path = join(sandbox.paperDir, 'claim_ledger.json');
    const ledger = ledgerOf(sandbox);
    const claims = ledger.claims.map((claim) =>
      claim.replication === undefined
        ? claim
        : { ...claim, replication: { ...claim.replication, agrees: true, intervals: 'overlap' } },
    );
    writeFileSync(path, JSON.stringify({ ...ledger, claims }));
    expect(verifyPaper(sandbox.paperDir).problems.map(({ rule }) => rule)).toContain(
      'claim_replication',
    );
    const lie = ledger.claims.map((claim) =>
      claim.replication === undefined
        ? claim
        : { ...claim, replication: { ...claim.replication, agrees: true } },
    );
    writeFileSync(path, JSON.stringify({ ...ledger, claims: lie }));
    expect(verifyFolder(sandbox.paperDir).problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('agrees is true'),
    );
    writeFileSync(path, JSON.stringify(ledger));
    const draft = join(sandbox.paperDir, 'paper.md');
    writeFileSync(
      draft,
      read(sandbox, 'paper.md').replaceAll('replication disagrees', 'replication agrees'),
    );
    const found = verifyPaper(sandbox.paperDir).problems.filter(({ file }) => file === 'paper.md');
    expect(found.map(({ message }) => message).join(' ')).toContain('replication agrees');
  });
});
