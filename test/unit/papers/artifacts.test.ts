/** Writing a paper: what is refused, what is written, and that a crash at any step leaves a whole version. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import type { GeneratedArtifacts } from '../../../src/machines/paper/events.ts';
import type { ClaimLedger } from '../../../src/papers/claims/schema.ts';
import { sectionTitles } from '../../../src/papers/document.ts';
import type { EvidenceBundle } from '../../../src/papers/evidence/schema.ts';
import { describeFile } from '../../../src/papers/manifest.ts';
import { listFiles, recoverFolders, replaceSteps } from '../../../src/papers/staging.ts';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { writeDeterministic } from '../../../src/papers/writers/deterministic.ts';
import type { PaperWriter } from '../../../src/papers/writers/port.ts';
import {
  createSandbox,
  putFile,
  type Sandbox,
  sampleDecision,
  sampleFiles,
  sampleRunId,
} from './support.ts';

const open: Sandbox[] = [];
function sandboxWith(files: Readonly<Record<string, string>> = sampleFiles): Sandbox {
  const sandbox = createSandbox(files);
  open.push(sandbox);
  return sandbox;
}
afterEach(() => {
  for (const sandbox of open.splice(0)) sandbox.dispose();
});

const read = (sandbox: Sandbox, file: string): string =>
  readFileSync(join(sandbox.paperDir, file), 'utf8');
const readJson = <T>(sandbox: Sandbox, file: string): T => JSON.parse(read(sandbox, file)) as T;
const snapshot = (dir: string): Map<string, string> =>
  new Map(listFiles(dir).map((path) => [path, describeFile(dir, path).sha256]));

describe('refusing to write', () => {
  it('refuses a run id that is no folder name', async () => {
    await expect(sandboxWith().write({ runId: '../x' })).rejects.toMatchObject({
      code: 'path_escape',
    });
  });

  it('refuses a run that is not decided, naming what decided', async () => {
    const decision = {
      ...sampleDecision,
      project_decision: 'needs_review',
      research_outcome: 'needs_review',
    } as const;
    await expect(sandboxWith().write({ decision })).rejects.toMatchObject({
      code: 'not_eligible',
      details: { verdict: { field: 'research_outcome' } },
    });
  });

  it('refuses a project without results and notes', async () => {
    const sandbox = sandboxWith({ '.orrery/project_decision.json': '{}' });
    await expect(sandbox.write()).rejects.toMatchObject({
      code: 'evidence_missing',
      status: 424,
      details: { found: ['decision'] },
    });
    expect(existsSync(sandbox.paperDir)).toBe(false);
  });
});

describe('a written paper', () => {
  it('has the files and the reply the paper machine expects', async () => {
    const sandbox = sandboxWith();
    const written: GeneratedArtifacts = await sandbox.write({ sync: { method: 'http' } });
    for (const path of [
      written.draft_markdown_path,
      written.draft_latex_path,
      written.evidence_bundle_path,
      written.claim_ledger_path,
      written.manifest_path,
    ]) {
      expect(existsSync(join(sandbox.artifactRoot, path)), path).toBe(true);
    }
    expect(written.title).toBe('Content-routed memory for long streams');
    expect(written.report).toMatchObject({
      verified: true,
      fallback_used: false,
      evidence_sync: { method: 'http' },
    });
  });

  it('lists every artefact with its hash in the manifest', async () => {
    const sandbox = sandboxWith();
    await sandbox.write();
    const manifest = readJson<{ artifacts: object[] }>(sandbox, 'paper_manifest.json');
    const others = listFiles(sandbox.paperDir).filter((path) => path !== 'paper_manifest.json');
    expect(manifest.artifacts).toEqual(others.map((path) => describeFile(sandbox.paperDir, path)));
    expect(manifest).toMatchObject({
      ai_generated: true,
      human_authorship_claimed: false,
      peer_reviewed: false,
      writer: { provider: 'deterministic' },
    });
  });

  it('gives the same bytes for the same input', async () => {
    const [first, second] = [sandboxWith(), sandboxWith()];
    await first.write();
    await second.write();
    expect(snapshot(first.paperDir)).toEqual(snapshot(second.paperDir));
    await second.write({ clock: createManualClock(Date.UTC(2027, 0, 1)) });
    expect(snapshot(first.paperDir)).not.toEqual(snapshot(second.paperDir));
  });

  it('has exactly the sections of the contract, in order', async () => {
    const sandbox = sandboxWith();
    await sandbox.write();
    const headings = [...read(sandbox, 'paper.md').matchAll(/^## (.+)$/gm)].map(
      (match) => match[1],
    );
    expect(headings).toEqual([...sectionTitles]);
  });

  it('takes a sentence with its claims, and leaves out sentences whose numbers no file holds', async () => {
    const sandbox = sandboxWith();
    await sandbox.write();
    const text = read(sandbox, 'paper.md');
    expect(text).toContain('The mean latency fell to 8.12 ms [[C4](#c4)].');
    expect(text).not.toContain('3.75');
    expect(text).not.toContain('never above 0.9');
    expect(text).toContain(
      'Some sentences of the notes and the decision record are not repeated here',
    );
  });

  it('says a negative result in title and abstract', async () => {
    const sandbox = sandboxWith();
    const decision = {
      ...sampleDecision,
      project_decision: 'finalize_negative',
      research_outcome: 'negative',
      hypothesis_status: 'unsupported',
    } as const;
    const written = await sandbox.write({ decision });
    expect(written.title).toMatch(/^Negative result: /);
    expect(read(sandbox, 'paper.md').split('## Introduction')[0]).toContain(
      'This is a negative result',
    );
  });

  it('marks claims as weak when the record calls the evidence weak', async () => {
    const sandbox = sandboxWith();
    await sandbox.write({ decision: { ...sampleDecision, evidence_strength: 'weak' } });
    const ledger = readJson<ClaimLedger>(sandbox, 'claim_ledger.json');
    expect(new Set(ledger.claims.map((claim) => claim.support_status))).toEqual(
      new Set(['weakly_supported']),
    );
    expect(ledger.unsupported_claim_count).toBe(0);
  });

  it('stores a comparison so that anyone can compute it again', async () => {
    const sandbox = sandboxWith();
    await sandbox.write();
    const claim = readJson<ClaimLedger>(sandbox, 'claim_ledger.json').claims.find(
      ({ kind }) => kind === 'comparison',
    );
    expect(claim?.evidence_refs.map((ref) => ref.pointer)).toEqual([
      '/variants/routed/mean_ms',
      '/variants/baseline/mean_ms',
    ]);
    expect(claim?.derived).toEqual({
      formula:
        'ratio("evidence/results/latency_summary.json#/variants/routed/mean_ms","evidence/results/latency_summary.json#/variants/baseline/mean_ms")',
      quoted_value: '0.7926',
      recomputed_value: 8.11873 / 10.2431,
      match: true,
    });
  });

  it('compares only numbers of one unit', async () => {
    const metrics = [
      { name: 'median_baseline_ms', value: 4, unit: 'ms' },
      { name: 'median_candidate_ms', value: 2, unit: 'ms' },
      { name: 'median_speedup', value: 2.5, unit: 'ratio' },
    ];
    const sandbox = sandboxWith({
      ...sampleFiles,
      'results/summary.json': JSON.stringify({ metrics }),
    });
    await sandbox.write();
    const { claims } = readJson<ClaimLedger>(sandbox, 'claim_ledger.json');
    const compared = claims.filter((claim) => claim.kind === 'comparison');
    const own = compared.filter((claim) => claim.evidence_refs[0]?.pointer.startsWith('/metrics'));
    expect(own.map((claim) => claim.derived?.recomputed_value)).toEqual([0.5]);
  });
});

describe('the evidence of a paper', () => {
  it('holds metrics with pointers and units, from siblings and names', async () => {
    const sandbox = sandboxWith();
    await sandbox.write();
    const { metrics } = readJson<EvidenceBundle>(sandbox, 'evidence_bundle.json');
    const file = 'evidence/results/latency_summary.json';
    expect(metrics).toContainEqual({
      file,
      pointer: '/throughput/value',
      value: 2139.25,
      unit: 'items/s',
    });
    expect(metrics).toContainEqual({
      file,
      pointer: '/variants/routed/p95_ms',
      value: 11.25,
      unit: 'ms',
    });
    expect(metrics).toContainEqual({ file, pointer: '/variants/routed/errors', value: 0 });
  });

  it('leaves out links, broken JSON and what is too large, and says so', async () => {
    const sandbox = sandboxWith({
      ...sampleFiles,
      'results/broken.json': '{"x": NaN}',
      'results/large.json': `["${'x'.repeat(5_000_000)}"]`,
    });
    putFile(sandbox.root, 'secret.json', '{"secret": 1}');
    symlinkSync(
      join(sandbox.root, 'secret.json'),
      join(sandbox.projectDir, 'results', 'link.json'),
    );
    await sandbox.write();
    const bundle = readJson<EvidenceBundle>(sandbox, 'evidence_bundle.json');
    expect(bundle.files.map((file) => file.path)).not.toContain('results/link.json');
    expect(bundle.unavailable).toEqual([
      expect.objectContaining({ path: 'results/large.json', reason: 'omitted', bytes: 5_000_004 }),
    ]);
    expect(bundle.limitations.join()).toMatch(
      /large\.json is larger.*broken\.json cannot be read .*NaN/,
    );
    expect(read(sandbox, 'paper.md')).toContain('broken.json cannot be read');
  });

  it('takes secrets and home folders out of the copies and records it', async () => {
    const sandbox = sandboxWith({
      ...sampleFiles,
      'run_notes.md':
        // allowed: a home folder is what has to be found
        '# Notes\n\napi_key: abcd1234efgh5678 in /home/jane/work, Authorization: Bearer abcdefghijklmnopqrstuv\n',
    });
    await sandbox.write();
    const copy = read(sandbox, 'evidence/run_notes.md');
    expect(copy).not.toMatch(/abcd1234|jane|abcdefghij/);
    const { redactions } = readJson<EvidenceBundle>(sandbox, 'evidence_bundle.json');
    expect(redactions.map((entry) => entry.rule).sort()).toEqual([
      'bearer_token',
      'home_path',
      'named_secret',
    ]);
  });

  it('includes the telemetry receipt without making results of it', async () => {
    const sandbox = sandboxWith();
    await sandbox.write({
      receipt: {
        state: 'idle',
        window: { from: 1, to: 2 },
        samples_sha256: 'a'.repeat(64),
        margin: 3.5,
      },
    });
    const bundle = readJson<EvidenceBundle>(sandbox, 'evidence_bundle.json');
    expect(bundle.telemetry).toEqual({
      window: { from: 1, to: 2 },
      samples_sha256: 'a'.repeat(64),
      summary: { state: 'idle', margin: 3.5 },
    });
    expect(bundle.metrics.some((metric) => metric.value === 3.5)).toBe(false);
  });

  it('never takes a paper for evidence', async () => {
    const sandbox = sandboxWith({
      ...sampleFiles,
      'papers/x/evidence_bundle.json': '{"a": 1}',
      'papers/x/paper.md': '# P',
    });
    await sandbox.write();
    const { files } = readJson<EvidenceBundle>(sandbox, 'evidence_bundle.json');
    expect(files.some((file) => file.path.startsWith('papers/'))).toBe(false);
  });
});

describe('writers', () => {
  const failing: PaperWriter = { write: () => Promise.reject(new Error('the provider is down')) };
  /** A writer that states a number nobody measured. */
  const inventing: PaperWriter = {
    write: (input) => {
      const result = writeDeterministic(input);
      const [abstract, ...rest] = result.document.sections;
      if (abstract === undefined) throw new Error('no abstract');
      const made = {
        kind: 'value',
        claimId: 'C1',
        printed: '99.9',
        unit: undefined,
        cited: true,
      } as const;
      const sections = [
        {
          ...abstract,
          blocks: [...abstract.blocks, { kind: 'paragraph', inlines: [made] } as const],
        },
        ...rest,
      ];
      return Promise.resolve({
        ...result,
        document: { ...result.document, sections },
        facts: { ...result.facts, provider: 'external_llm' },
      });
    },
  };

  it.each([
    ['cannot be reached', failing, 'the provider is down'],
    ['invents a number', inventing, '99.9 is not the value of C1'],
  ])('are replaced by the deterministic one when one %s', async (_, writer, reason) => {
    const sandbox = sandboxWith();
    const written = await sandbox.write({ writer });
    expect(written.report).toMatchObject({ writer_provider: 'deterministic', fallback_used: true });
    expect(written.report.fallback_reason).toContain(reason);
    expect(verifyPaper(sandbox.paperDir).ok).toBe(true);
  });

  it('are not replaced when the fallback is switched off, and nothing is written', async () => {
    const sandbox = sandboxWith();
    await expect(sandbox.write({ writer: failing, fallbackEnabled: false })).rejects.toThrow(
      'the provider is down',
    );
    await expect(
      sandbox.write({ writer: inventing, fallbackEnabled: false }),
    ).rejects.toMatchObject({ code: 'gates_failed' });
    expect(existsSync(sandbox.paperDir)).toBe(false);
  });
});

describe('a crash while writing', () => {
  it.each(replaceSteps)(
    'leaves one whole version after step %s, for a first draft and for a rewrite',
    async (step) => {
      const sandbox = sandboxWith();
      const crash = {
        onStep: (at: string) => {
          if (at === step) throw new Error('crash');
        },
      };
      const papers = join(sandbox.artifactRoot, 'papers');
      const committed = replaceSteps.indexOf(step) >= replaceSteps.indexOf('new_in');
      await expect(sandbox.write(crash)).rejects.toThrow('crash');
      recoverFolders(papers);
      expect(existsSync(sandbox.paperDir)).toBe(committed);
      await sandbox.write();
      const old = snapshot(sandbox.paperDir);

      await expect(sandbox.write({ ...crash, projectName: 'Another name' })).rejects.toThrow(
        'crash',
      );
      recoverFolders(papers);
      // The texts that were replaced stand beside it.
      const folders = readdirSync(papers).filter((name) => !name.startsWith('.drafts-'));
      expect(folders).toEqual([sampleRunId]);
      expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
      expect(read(sandbox, 'paper.md').startsWith('# Another name')).toBe(committed);
      if (!committed) expect(snapshot(sandbox.paperDir)).toEqual(old);
    },
  );

  it('does not stop the next write when nobody recovered', async () => {
    const sandbox = sandboxWith();
    mkdirSync(join(sandbox.artifactRoot, 'papers', `.staging-${sampleRunId}`, 'left'), {
      recursive: true,
    });
    await sandbox.write();
    expect(readdirSync(join(sandbox.artifactRoot, 'papers'))).toEqual([sampleRunId]);
  });
});
