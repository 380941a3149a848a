/**
 * The finalization package and the corpus import, refusals and crashes included. Long because each
 * case needs the package that the cases before it made.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tar from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { auditPaper } from '../../../src/papers/audit/audit.ts';
import { evaluateChecklist } from '../../../src/papers/checklist.ts';
import { importPackage } from '../../../src/papers/corpus/corpus.ts';
import {
  indexEntry,
  indexKeptEvery,
  readCorpusIndex,
  rebuildIndex,
} from '../../../src/papers/corpus/corpus-index.ts';
import { lintCorpus } from '../../../src/papers/lint/lint.ts';
import { descriptionProblems } from '../../../src/papers/package/descriptions.ts';
import {
  checksumProblems,
  type PackageRequest,
  preparePackage,
} from '../../../src/papers/package/package.ts';
import {
  type PublicationFacts,
  unstatedPublication,
} from '../../../src/papers/package/publication.ts';
import { provePaper } from '../../../src/papers/prove-folder.ts';
import { rankPaper } from '../../../src/papers/rank.ts';
import { listFiles, replaceSteps } from '../../../src/papers/staging.ts';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { createSandbox, type Sandbox, sampleFiles, sampleRunId } from './support.ts';

type Row = Readonly<Record<string, unknown>>;
const at = '2026-01-02T00:00:00.000Z';
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.write();
});
afterAll(() => sandbox.dispose());

const request = (overrides: Partial<PackageRequest> = {}): PackageRequest => ({
  artifactRoot: sandbox.artifactRoot,
  runId: sampleRunId,
  paperId: `${sampleRunId}--draft`,
  targetLabel: 'corpus',
  checklist: evaluateChecklist(sandbox.paperDir, at),
  written: null,
  dryRun: false,
  clock: createManualClock(),
  ...overrides,
});

/** Runs `body` with a file of the paper changed. */
async function withPaperChange(
  file: string,
  change: (text: string) => string,
  body: () => Promise<void>,
): Promise<void> {
  const path = join(sandbox.paperDir, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, change(before));
  try {
    await body();
  } finally {
    writeFileSync(path, before);
  }
}

describe('the checklist', () => {
  it('passes what can be decided of a good paper and says nothing about the rest', () => {
    const entries = evaluateChecklist(sandbox.paperDir, at);
    expect(entries.map((entry) => `${entry.item_id} ${entry.status}`)).toEqual([
      'artifact_readability pass',
      'title_abstract_quality pass',
      'claim_evidence_alignment pass',
      'reproducibility pass',
      'limitations_ethics pass',
      'formatting_quality pass',
    ]);
    expect(new Set(entries.map((entry) => entry.evaluated_by))).toEqual(new Set(['orrery']));
  });

  it('fails each item for its own fault', async () => {
    const failed = (): string[] =>
      evaluateChecklist(sandbox.paperDir, at)
        .filter((entry) => entry.status === 'fail')
        .map((entry) => entry.item_id);
    await withPaperChange(
      'paper.md',
      (text) => text.replace('8.119', '8.118'),
      async () => expect(failed()).toEqual(['claim_evidence_alignment']),
    );
    await withPaperChange(
      'paper.md',
      (text) => text.replace(/## Limitations[\s\S]*?(?=## Repro)/, ''),
      async () =>
        expect(failed()).toEqual([
          'artifact_readability',
          'claim_evidence_alignment',
          'limitations_ethics',
        ]),
    );
    await withPaperChange(
      'metadata.json',
      (text) => text.replace(/"title": "[^"]*"/, '"title": ""'),
      async () =>
        expect(failed()).toEqual([
          'title_abstract_quality',
          'claim_evidence_alignment',
          'formatting_quality',
        ]),
    );
  });

  it('looks at what an item names: result files, and what is known to limit the paper', async () => {
    const findingOf = (item: string) =>
      evaluateChecklist(sandbox.paperDir, at).find((entry) => entry.item_id === item);
    const inBundle = (change: (bundle: Row) => Row) => (text: string) =>
      JSON.stringify(change(JSON.parse(text) as Row));
    await withPaperChange(
      'evidence_bundle.json',
      inBundle((bundle) => ({
        ...bundle,
        files: (bundle['files'] as Row[]).filter(
          ({ role }) => role !== 'result' && role !== 'metrics',
        ),
      })),
      async () =>
        expect(findingOf('reproducibility')).toMatchObject({
          status: 'fail',
          finding: 'no result file is delivered',
        }),
    );
    const limitation = '2 further files were not fetched';
    await withPaperChange(
      'evidence_bundle.json',
      inBundle((bundle) => ({ ...bundle, limitations: [limitation] })),
      async () => {
        const untold = `the limitations do not say that ${limitation}`;
        expect(findingOf('limitations_ethics')).toMatchObject({ status: 'fail', finding: untold });
        await withPaperChange(
          'paper.md',
          (text) => text.replace('## Limitations\n', `## Limitations\n\n- ${limitation}.\n`),
          async () => expect(findingOf('limitations_ethics')).toMatchObject({ status: 'pass' }),
        );
      },
    );
    await withPaperChange(
      'paper.md',
      (text) => text.replace(/\bAI\b/g, 'automatic'),
      async () =>
        expect(findingOf('limitations_ethics')?.finding).toContain('that an AI system wrote it'),
    );
  });
});

describe('the rank', () => {
  const all = {
    paperStatus: 'publication_draft',
    auditVerdict: 'strict_pass',
    lintPasses: true,
    evidencePathsComplete: true,
    draftsPresent: true,
    queueBlocked: false,
  } as const;

  it('adds the terms of the contract and names each', () => {
    expect(rankPaper(all)).toMatchObject({ score: 155 });
    expect(rankPaper(all).reasons.map((reason) => reason.points)).toEqual([100, 20, 20, 10, 5]);
    expect(rankPaper({ ...all, paperStatus: 'draft_review' }).score).toBe(95);
    expect(rankPaper({ ...all, queueBlocked: true }).score).toBe(55);
  });

  it('takes an unknown signal for neither a pass nor a failure, once', () => {
    const rank = rankPaper({ ...all, auditVerdict: null, queueBlocked: null });
    expect(rank.score).toBe(110);
    expect(rank.reasons.at(-1)).toEqual({
      term: 'missing_signal',
      points: -25,
      reason: 'not known: strict_audit, queue',
    });
  });
});

describe('the finalization package', () => {
  it('is refused with the list of what fails', async () => {
    await withPaperChange(
      'paper.md',
      (text) => `${text}\nTODO\n`,
      async () => {
        const outcome = await preparePackage(request());
        expect(outcome).toMatchObject({ ok: false });
        const { problems } = outcome;
        expect(problems.some((problem) => problem.startsWith('lint placeholder_marker'))).toBe(
          true,
        );
        expect(problems.some((problem) => problem.startsWith('verify drafts_differ'))).toBe(true);
        expect(existsSync(join(sandbox.artifactRoot, 'packages'))).toBe(false);
        const dry = await preparePackage(request({ dryRun: true }));
        expect(dry).toMatchObject({ ok: true, dryRun: true, problems });
      },
    );
  });

  it('is refused for a required checklist item that fails, not for an accepted risk', async () => {
    const [first, ...rest] = request().checklist;
    if (first === undefined) throw new Error('no checklist');
    const failing = { ...first, status: 'fail', finding: 'cannot be read' } as const;
    expect(await preparePackage(request({ checklist: [failing, ...rest] }))).toEqual({
      ok: false,
      problems: ['checklist artifact_readability: cannot be read'],
    });
    expect(
      await preparePackage(
        request({ checklist: [{ ...failing, status: 'accepted_risk' }, ...rest] }),
      ),
    ).toMatchObject({ ok: true });
  });

  it('refuses ids that name no paper', async () => {
    await expect(preparePackage(request({ runId: '..' }))).rejects.toMatchObject({
      code: 'path_escape',
    });
    await expect(preparePackage(request({ runId: 'none' }))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('writes nothing on a dry run', async () => {
    const outcome = await preparePackage(request({ dryRun: true, paperId: 'dry' }));
    expect(outcome).toMatchObject({ ok: true, packageSha256: null, problems: [] });
    expect(existsSync(join(sandbox.artifactRoot, 'packages', 'dry'))).toBe(false);
  });

  it('is a folder and an archive with the same files, every one hashed, and the same bytes again', async () => {
    const outcome = await preparePackage(request());
    if (!outcome.ok) throw new Error(outcome.problems.join());
    const folder = join(sandbox.artifactRoot, outcome.packageDir);
    const archive = join(sandbox.artifactRoot, outcome.packageArchive);
    expect(checksumProblems(folder)).toEqual([]);
    expect(sha256Hex(readFileSync(archive))).toBe(outcome.packageSha256);
    const unpacked = mkdtempSync(join(tmpdir(), 'unpack-'));
    tar.extract({ sync: true, file: archive, cwd: unpacked });
    expect(listFiles(join(unpacked, `${sampleRunId}--draft`))).toEqual(listFiles(folder));
    expect(checksumProblems(join(unpacked, `${sampleRunId}--draft`))).toEqual([]);
    rmSync(unpacked, { recursive: true });
    const later = createManualClock();
    later.advance(400 * 24 * 3600 * 1000);
    expect(await preparePackage(request({ clock: later }))).toMatchObject({
      packageSha256: outcome.packageSha256,
    });
  });

  it('says how it is cited, and what the operator states of its release, in every place', async () => {
    const publication: PublicationFacts = {
      ...unstatedPublication,
      crate_version: '1.2',
      license: { url: 'https://example.org/by', name: 'BY', description: 'A licence.' },
    };
    const outcome = await preparePackage(request({ paperId: 'stated', publication }));
    if (!outcome.ok) throw new Error(outcome.problems.join());
    const folder = join(sandbox.artifactRoot, outcome.packageDir);
    const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
    expect(listFiles(folder)).toEqual(
      expect.arrayContaining(['CITATION.cff', 'datacite.json', 'references.bib']),
    );
    expect(textOf('CITATION.cff')).toContain('license-url: "https://example.org/by"');
    expect(textOf('ro-crate-metadata.json')).toContain('https://w3id.org/ro/crate/1.2/context');
    expect(textOf('package_manifest.json')).not.toContain('prepared_at');
    const corpusDir = join(sandbox.root, 'stated-corpus');
    const given = { corpusDir, packageDir: folder, written: null, clock: createManualClock() };
    const imported = importPackage(given);
    if (!imported.ok) throw new Error(imported.problems.join());
    const copy = join(corpusDir, 'papers', imported.row.slug);
    for (const dir of [folder, copy]) expect(descriptionProblems(dir)).toEqual([]);
    const crate = readFileSync(join(copy, 'ro-crate-metadata.json'), 'utf8');
    for (const words of ['crate/1.2/context', 'https://example.org/by', imported.row.public_id])
      expect(crate).toContain(words);
  });

  it('holds what lint and audit found of it, which is nothing, and is no finding itself', async () => {
    const folder = join(sandbox.artifactRoot, 'packages', `${sampleRunId}--draft`, 'package');
    const path = join(folder, 'findings.sarif');
    const text = readFileSync(path, 'utf8');
    const { version, runs } = JSON.parse(text) as {
      version: string;
      runs: { tool: { driver: { name: string; rules: object[] } }; results: object[] }[];
    };
    expect([version, runs.map(({ tool }) => tool.driver.name)]).toEqual([
      '2.1.0',
      ['Orrery lint', 'Orrery audit'],
    ]);
    expect(runs.map(({ results }) => results)).toEqual([[], []]);
    expect(runs.every(({ tool }) => tool.driver.rules.length > 10)).toBe(true);
    expect(text).not.toContain(sandbox.root);
    expect(auditPaper(folder).findings).toEqual([]);
    const crate = readFileSync(join(folder, 'ro-crate-metadata.json'), 'utf8');
    expect(crate).toContain('"encodingFormat": "application/sarif+json"');
    const sayings = (): string[] => [
      ...verifyFolder(folder).problems.map(({ message }) => message),
      ...provePaper({ slug: 'package', dir: folder }).checks.flatMap(({ problems }) => problems),
    ];
    expect(sayings()).toEqual([]);
    const finding = { ruleId: 'placeholder_marker', message: { text: 'TODO' } };
    const [first, ...rest] = runs;
    writeFileSync(
      path,
      JSON.stringify({ version, runs: [{ ...first, results: [finding] }, ...rest] }),
    );
    const told = sayings().filter((said) => said === 'lists a finding: placeholder_marker');
    writeFileSync(path, text);
    expect(told).toHaveLength(2);
  });

  it('holds an RO-Crate that names every file', async () => {
    const folder = join(sandbox.artifactRoot, 'packages', `${sampleRunId}--draft`, 'package');
    const crate = JSON.parse(readFileSync(join(folder, 'ro-crate-metadata.json'), 'utf8')) as {
      '@context': unknown[];
      '@graph': { '@id': string; '@type': string; hasPart?: { '@id': string }[] }[];
    };
    expect(crate['@context'][0]).toBe('https://w3id.org/ro/crate/1.1/context');
    const files = listFiles(folder).filter(
      (path) => !['ro-crate-metadata.json', 'SHA256SUMS'].includes(path),
    );
    expect(
      crate['@graph'].filter((entry) => entry['@type'] === 'File').map((entry) => entry['@id']),
    ).toEqual(files);
    expect(
      crate['@graph'].find((entry) => entry['@id'] === './')?.hasPart?.map((part) => part['@id']),
    ).toEqual(files);
  });

  it('says why there is no PDF instead of failing', async () => {
    expect(await preparePackage(request())).toMatchObject({
      ok: true,
      pdfMissing: 'no PDF was asked for',
    });
  });

  it.each(replaceSteps)('is whole or absent after a crash at step %s', async (step) => {
    const paperId = `crash-${step.replace('_', '-')}`;
    const onStep = (reached: string): void => {
      if (reached === step) throw new Error('crash');
    };
    await expect(preparePackage(request({ paperId, onStep }))).rejects.toThrow('crash');
    const outcome = await preparePackage(request({ paperId }));
    if (!outcome.ok) throw new Error(outcome.problems.join());
    expect(checksumProblems(join(sandbox.artifactRoot, outcome.packageDir))).toEqual([]);
  });
});

describe('the corpus', () => {
  const packageOf = async (box: Sandbox, paperId: string): Promise<string> => {
    const outcome = await preparePackage({ ...request(), artifactRoot: box.artifactRoot, paperId });
    if (!outcome.ok) throw new Error(outcome.problems.join());
    return join(box.artifactRoot, outcome.packageDir);
  };
  const corpusDir = (name: string): string => join(sandbox.root, name);

  it('refuses a package that was changed after it was made, and leaves nothing', async () => {
    const packageDir = await packageOf(sandbox, 'changed');
    writeFileSync(join(packageDir, 'paper.md'), 'other');
    const outcome = importPackage({
      corpusDir: corpusDir('refused'),
      packageDir,
      written: null,
      clock: createManualClock(),
    });
    expect(outcome).toEqual({ ok: false, problems: ['paper.md does not match its checksum'] });
    expect(existsSync(corpusDir('refused'))).toBe(false);
  });

  it('checks on a dry run and writes nothing', async () => {
    const packageDir = await packageOf(sandbox, 'paper-a');
    const outcome = importPackage({
      corpusDir: corpusDir('dry'),
      packageDir,
      written: null,
      clock: createManualClock(),
      dryRun: true,
    });
    expect(outcome).toMatchObject({
      ok: true,
      row: { public_id: 'orrery-paper-0001', index: 'not_built' },
    });
    expect(existsSync(corpusDir('dry'))).toBe(false);
  });

  it('numbers papers in order, keeps a number for good, and builds an index that passes its own checks', async () => {
    const dir = corpusDir('corpus');
    const other = createSandbox({ ...sampleFiles, 'run_notes.md': '# Other\n' });
    await other.write({ projectName: 'Another study', hypothesis: 'Another idea.' });
    const [first, second] = [
      await packageOf(sandbox, 'paper-a'),
      await packageOf(other, 'paper-b'),
    ];
    const clock = createManualClock();
    const imported = importPackage({ corpusDir: dir, packageDir: first, written: null, clock });
    expect(imported).toMatchObject({
      ok: true,
      replaced: false,
      row: {
        public_id: 'orrery-paper-0001',
        slug: 'content-routed-memory-for-long-streams',
        lint: 'pass',
        audit: 'strict_pass',
        index: 'built',
      },
    });
    clock.advance(1000);
    expect(importPackage({ corpusDir: dir, packageDir: first, written: null, clock })).toEqual(
      imported,
    );
    expect(
      importPackage({ corpusDir: dir, packageDir: second, written: null, clock }),
    ).toMatchObject({
      row: { public_id: 'orrery-paper-0002' },
    });
    expect(lintCorpus(dir).totals).toMatchObject({ papers: 2, passing: 2 });
    expect(readCorpusIndex(dir)).toMatchObject({
      next_number: 3,
      // By the clock that it was given, whatever that of the file system says.
      built_at: '2026-01-01T00:00:01.000Z',
      totals: { papers: 2, lint_passes: 2, strict_passes: 2 },
    });

    rmSync(join(dir, 'papers', 'another-study'), { recursive: true });
    rebuildIndex(dir, { builtAt: at });
    expect(
      importPackage({ corpusDir: dir, packageDir: second, written: null, clock }),
    ).toMatchObject({
      row: { public_id: 'orrery-paper-0003' },
    });
    other.dispose();
  });

  it('goes on after a rebuild that was cut off where that one had come to', () => {
    const dir = corpusDir('cut-off');
    for (let number = 100; number < 160; number += 1)
      mkdirSync(join(dir, 'papers', `paper-${number}`), { recursive: true });
    let judged = 0;
    const judge = (stopAt: number) => (corpus: string, slug: string) => {
      judged += 1;
      if (judged === stopAt) throw new Error('cut off');
      return indexEntry(corpus, slug);
    };
    expect(() => rebuildIndex(dir, { builtAt: at, judge: judge(56) })).toThrow('cut off');
    expect(readCorpusIndex(dir)).toBeNull();
    judged = 0;
    expect(rebuildIndex(dir, { builtAt: at, judge: judge(100) }).totals.papers).toBe(60);
    expect(judged).toBe(60 - indexKeptEvery);
  });

  it('checks a paper again only when one of its files has changed', async () => {
    const dir = corpusDir('kept');
    const clock = createManualClock();
    const packageDir = await packageOf(sandbox, 'paper-kept');
    importPackage({ corpusDir: dir, packageDir, written: null, clock });
    const folder = join(dir, 'papers', 'content-routed-memory-for-long-streams');
    const before = readCorpusIndex(dir);
    // A verdict of its own shows whether the folder was looked at.
    const kept = join(dir, '.index-kept.json');
    const mark = (): void =>
      writeFileSync(kept, readFileSync(kept, 'utf8').replace('"strict_pass"', '"marked"'));
    const verdict = (): string | undefined =>
      rebuildIndex(dir, { builtAt: at }).papers[0]?.audit_verdict;
    mark();
    expect(verdict()).toBe('marked');
    // Its bytes are the same again, but it was written.
    writeFileSync(join(folder, 'paper.md'), readFileSync(join(folder, 'paper.md')));
    expect(verdict()).toBe('strict_pass');
    mark();
    // Of another program, or damaged: nothing of it counts.
    writeFileSync(kept, readFileSync(kept, 'utf8').replace(/"program":"\w+"/, '"program":"0"'));
    expect(verdict()).toBe('strict_pass');
    writeFileSync(kept, '{');
    expect(verdict()).toBe('strict_pass');
    expect(readCorpusIndex(dir)).toEqual({ ...before, built_at: at });
  });

  it('does not judge the papers there when another is imported', async () => {
    const dir = corpusDir('beside');
    const clock = createManualClock();
    const first = await packageOf(sandbox, 'paper-first');
    importPackage({ corpusDir: dir, packageDir: first, written: null, clock });
    const kept = join(dir, '.index-kept.json');
    writeFileSync(kept, readFileSync(kept, 'utf8').replace('"strict_pass"', '"marked"'));
    const box = createSandbox();
    await box.write({ projectName: 'Another study', hypothesis: 'Another idea.' });
    const second = await packageOf(box, 'paper-second');
    importPackage({ corpusDir: dir, packageDir: second, written: null, clock });
    const verdicts = readCorpusIndex(dir)?.papers.map((paper) => paper.audit_verdict);
    expect(verdicts).toEqual(['marked', 'strict_pass']);
    box.dispose();
  });

  it('replaces a paper that was packaged anew under the same id', async () => {
    const dir = corpusDir('again');
    const box = createSandbox();
    await box.write();
    const clock = createManualClock();
    importPackage({
      corpusDir: dir,
      packageDir: await packageOf(box, 'paper-a'),
      written: null,
      clock,
    });
    await box.write({ hypothesis: 'Another hypothesis.' });
    const outcome = importPackage({
      corpusDir: dir,
      packageDir: await packageOf(box, 'paper-a'),
      written: null,
      clock,
    });
    expect(outcome).toMatchObject({
      ok: true,
      replaced: true,
      row: { public_id: 'orrery-paper-0001' },
    });
    expect(
      readFileSync(
        join(dir, 'papers', 'content-routed-memory-for-long-streams', 'paper.md'),
        'utf8',
      ),
    ).toContain('Another hypothesis.');
    box.dispose();
  });

  it.each(replaceSteps)('gives the same row after a crash at step %s', async (step) => {
    const dir = corpusDir(`crash-${step}`);
    const packageDir = await packageOf(sandbox, 'paper-a');
    const clock = createManualClock();
    const onStep = (reached: string): void => {
      if (reached === step) throw new Error('crash');
    };
    expect(() =>
      importPackage({ corpusDir: dir, packageDir, written: null, clock, onStep }),
    ).toThrow('crash');
    expect(importPackage({ corpusDir: dir, packageDir, written: null, clock })).toMatchObject({
      ok: true,
      row: { public_id: 'orrery-paper-0001', index: 'built' },
    });
    expect(readCorpusIndex(dir)?.papers).toHaveLength(1);
    expect(checksumProblems(join(dir, 'papers', 'content-routed-memory-for-long-streams'))).toEqual(
      [],
    );
  });
});
