/** The strict audit: verdicts on changed papers and on the public corpus samples. */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StrictVerdict } from '../../../src/domain/statuses.ts';
import { auditCorpus, auditPaper } from '../../../src/papers/audit/audit.ts';
import { lintCorpus, lintPaper } from '../../../src/papers/lint/lint.ts';
import { hashFile } from '../../../src/papers/readers/file.ts';
import { createSandbox, type Sandbox, sampleFiles } from './support.ts';

const corpus = fileURLToPath(new URL('../../fixtures/corpus-samples', import.meta.url));

/** Folder prefix, verdict of the older rules (the fixture's table), our strict verdict and its cause. */
const samples: readonly [string, StrictVerdict, StrictVerdict, string | null][] = [
  ['ssa-mamba', 'strict_pass', 'strict_pass', null],
  ['vllm-attention', 'strict_pass', 'strict_pass', null],
  [
    'benchmark-qwen3',
    'blocked_missing_result_files',
    'blocked_missing_result_files',
    'missing_result_file',
  ],
  ['null-result', 'blocked_empty_claims', 'blocked_empty_claims', 'empty_claims'],
  ['multi-seed', 'strict_pass', 'blocked_schema_or_evidence_gap', 'hash_mismatch'],
  ['controlled', 'strict_pass', 'blocked_schema_or_evidence_gap', 'self_evidence'],
];

describe('auditing real papers', () => {
  const compat = auditCorpus(corpus, { compat: true });
  const strict = auditCorpus(corpus);

  it.each(samples)(
    '%s: the older rules say %s, the strict ones %s because of %s',
    (prefix, older, ours, rule) => {
      const find = (audit: typeof strict) =>
        audit.papers.find((paper) => paper.slug.startsWith(prefix));
      expect(find(compat)?.verdict).toBe(older);
      expect(find(strict)?.verdict).toBe(ours);
      const rules = find(strict)?.findings.map((finding) => finding.rule) ?? [];
      if (rule === null) expect(rules).toEqual([]);
      else expect(rules).toContain(rule);
    },
  );

  it('counts every missing result file of the bundle once', () => {
    const paper = compat.papers.find(({ slug }) => slug.startsWith('benchmark'));
    const missing = paper?.findings.filter((finding) => finding.file === 'evidence_bundle.json');
    expect(missing).toHaveLength(18);
  });

  it('adds up the verdicts', () => {
    expect(strict.totals).toMatchObject({
      papers: 6,
      strict_pass: 2,
      blocked_empty_claims: 1,
      blocked_missing_result_files: 1,
      blocked_schema_or_evidence_gap: 2,
    });
    expect(compat.totals).toMatchObject({ strict_pass: 4 });
  });

  it('finds no lint fault in any of them', () => {
    expect(lintCorpus(corpus)).toMatchObject({
      totals: { papers: 6, passing: 6, failing: 0, findings: 0 },
    });
  });

  it('takes references below the corpus root, in a folder called papers', () => {
    const sandbox = createSandbox({});
    const slug = 'vllm-attention-sink-retention-3b-continuous-serving-stress-campaign';
    cpSync(join(corpus, slug), join(sandbox.root, 'papers', slug), { recursive: true });
    expect(auditCorpus(sandbox.root).papers).toEqual([
      { slug, verdict: 'strict_pass', findings: [] },
    ]);
    sandbox.dispose();
  });
});

describe('auditing one paper', () => {
  let sandbox: Sandbox;
  let dir: string;
  const original = join(
    corpus,
    'vllm-attention-sink-retention-3b-continuous-serving-stress-campaign',
  );
  beforeAll(() => {
    sandbox = createSandbox({});
    dir = join(
      sandbox.root,
      'papers',
      'vllm-attention-sink-retention-3b-continuous-serving-stress-campaign',
    );
  });
  afterAll(() => sandbox.dispose());

  function withEdit(file: string, edit: (value: never) => unknown): ReturnType<typeof auditPaper> {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(join(sandbox.root, 'papers'), { recursive: true });
    cpSync(original, dir, { recursive: true });
    const path = join(dir, file);
    writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8')) as never)));
    return auditPaper(dir);
  }
  const rules = (audit: ReturnType<typeof auditPaper>): string[] => [
    ...new Set(audit.findings.map((finding) => finding.rule)),
  ];

  it.each([
    ['reason', 'lost', 'reason "lost"'],
    ['sha256', undefined, 'sha256 is missing'],
    ['bytes', undefined, 'bytes is missing'],
    ['public_surrogate', 'evidence/none.json', 'public_surrogate does not exist'],
    ['sha256', 'a'.repeat(64), 'the surrogate has another hash'],
  ])('refuses a declaration whose %s is %s', (member, value, message) => {
    const audit = withEdit(
      'evidence_bundle.json',
      (bundle: { unavailable_result_files: object[] }) => ({
        ...bundle,
        unavailable_result_files: bundle.unavailable_result_files.map((entry, index) =>
          index === 3 ? { ...entry, [member]: value } : entry,
        ),
      }),
    );
    expect(audit.verdict).toBe('blocked_schema_or_evidence_gap');
    expect(audit.findings.map((finding) => finding.excerpt).join()).toContain(message);
  });

  it('refuses a fragment that leads nowhere', () => {
    const audit = withEdit(
      'claim_ledger.json',
      (ledger: { claims: { evidence_refs: string[] }[] }) => ({
        ...ledger,
        claims: ledger.claims.map((claim) => ({
          ...claim,
          evidence_refs: claim.evidence_refs.map((ref) =>
            ref.replace('vllm-sink-002', 'vllm-sink-999'),
          ),
        })),
      }),
    );
    expect(rules(audit)).toEqual(['pointer_unresolved']);
  });

  it('refuses an unsupported claim and a claim without references', () => {
    const audit = withEdit('claim_ledger.json', (ledger: { claims: object[] }) => ({
      ...ledger,
      claims: [
        { ...ledger.claims[0], support_status: 'unsupported' },
        { claim: 'x', evidence_refs: [] },
      ],
    }));
    expect(rules(audit)).toEqual(['unsupported_claim', 'claim_without_evidence']);
  });

  it('refuses references that leave the corpus', () => {
    const audit = withEdit('claim_ledger.json', (ledger: object) => ({
      ...ledger,
      claims: [
        {
          claim: 'x',
          evidence_refs: ['../../../../etc/hostname', '/etc/hostname', join(original, 'paper.md')],
        },
      ],
    }));
    expect(audit.verdict).toBe('blocked_missing_result_files');
    expect(audit.findings).toHaveLength(3);
  });

  it('names a ledger that is missing, broken or without a list of claims', () => {
    expect(rules(withEdit('claim_ledger.json', () => ({ claims: 'none' })))).toEqual(['schema']);
    writeFileSync(join(dir, 'claim_ledger.json'), '{');
    expect(rules(auditPaper(dir))).toEqual(['schema']);
    rmSync(join(dir, 'claim_ledger.json'));
    expect(auditPaper(dir)).toMatchObject({
      verdict: 'blocked_schema_or_evidence_gap',
      findings: [{ rule: 'missing_file' }],
    });
  });

  it('does not take a folder that is not there for an empty corpus', () => {
    expect(() => auditCorpus(join(sandbox.root, 'nowhere'))).toThrow(/no folder/);
    expect(() => lintCorpus(join(sandbox.root, 'nowhere'))).toThrow(/no folder/);
  });

  it('checks hash, pointer and value of version 3 references', async () => {
    const own = createSandbox();
    await own.write();
    expect(auditPaper(own.paperDir)).toMatchObject({ verdict: 'strict_pass', findings: [] });
    const path = join(own.paperDir, 'claim_ledger.json');
    const text = readFileSync(path, 'utf8');
    const cases: [string, string, string][] = [
      ['"recomputed_value": 8.11873', '"recomputed_value": 8.2', 'value_mismatch'],
      [
        '"pointer": "/variants/routed/mean_ms"',
        '"pointer": "/variants/routed/none"',
        'pointer_unresolved',
      ],
      [
        '"path": "evidence/results/summary.json"',
        '"path": "evidence/results/none.json"',
        'missing_result_file',
      ],
    ];
    for (const [from, to, rule] of cases) {
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to));
      expect(rules(auditPaper(own.paperDir))).toEqual([rule]);
    }
    own.dispose();
  });

  it('refuses what no list names, and links', async () => {
    const own = createSandbox();
    await own.write();
    writeFileSync(join(own.paperDir, 'evidence', 'planted.json'), '{"accuracy": 1}');
    writeFileSync(join(own.paperDir, '.hidden'), '');
    symlinkSync('/etc/hostname', join(own.paperDir, 'evidence', 'link.json'));
    expect(auditPaper(own.paperDir)).toMatchObject({
      verdict: 'blocked_schema_or_evidence_gap',
      findings: [
        { rule: 'unlisted_file', excerpt: '.hidden' },
        { rule: 'unlisted_file', excerpt: 'evidence/link.json is no regular file' },
        { rule: 'unlisted_file', excerpt: 'evidence/planted.json' },
      ],
    });
    own.dispose();
  });

  it('reads series, rows and the other additions to version 3', async () => {
    const own = createSandbox({
      ...sampleFiles,
      'results/trials.csv': 'seed,loss\n1,0.5\n2,0.25\n',
      'results/steps.jsonl': '{"loss": 0.75}\n{"loss": 0.5}\n',
    });
    await own.write();
    expect(auditPaper(own.paperDir)).toMatchObject({ verdict: 'strict_pass', findings: [] });
    const path = join(own.paperDir, 'claim_ledger.json');
    const ledger = JSON.parse(readFileSync(path, 'utf8')) as {
      claims: { evidence_refs: { path: string; sha256: string; pointer: string }[] }[];
    };
    const hashOf = (file: string) => hashFile(join(own.paperDir, file))?.sha256;
    const withRef = (file: string, pointer: string, value: unknown) => {
      const ref = {
        path: file,
        sha256: hashOf(file),
        pointer,
        quoted_value: String(value),
        recomputed_value: value,
      };
      const claim = {
        id: 'C1',
        text: 'x',
        kind: 'statistic',
        support_status: 'supported',
        evidence_refs: [ref],
        derived: { formula: 'mean("a#/*/loss")' },
        comparison: {},
        outcome: {},
      };
      writeFileSync(path, JSON.stringify({ ...ledger, claims: [claim] }));
      return auditPaper(own.paperDir).findings.map(({ rule, excerpt }) => [rule, excerpt]);
    };
    const [csv, rows] = ['evidence/results/trials.csv', 'evidence/results/steps.jsonl'];
    expect(withRef(csv, '/*/loss', 2)).toEqual([]);
    expect(withRef(csv, '/1/loss', 0.25)).toEqual([]);
    expect(withRef(rows, '/0/loss', 0.75)).toEqual([]);
    expect(withRef('evidence/results/latency_summary.json', '/variants/*/mean_ms', 2)).toEqual([]);
    expect(withRef(csv, '/*/loss', 3)).toEqual([
      ['value_mismatch', `C1: ${csv}#/*/loss selects 2`],
    ]);
    expect(withRef(csv, '/*/none', 2)).toEqual([['pointer_unresolved', `C1: ${csv}#/*/none`]]);
    expect(withRef(rows, '/2/loss', 0.5)).toEqual([['pointer_unresolved', `C1: ${rows}#/2/loss`]]);
    own.dispose();
  });

  it('says where a ledger or a result file cannot be read', async () => {
    const own = createSandbox();
    await own.write();
    const path = join(own.paperDir, 'claim_ledger.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"claims"', '"claims": [],\n"claims"'));
    expect(auditPaper(own.paperDir).findings).toEqual([
      expect.objectContaining({
        rule: 'schema',
        file: 'claim_ledger.json',
        excerpt: expect.stringMatching(/^line \d+, column 1: the name "claims" appears twice$/),
      }),
    ]);
    writeFileSync(path, text);
    writeFileSync(join(own.paperDir, 'evidence/results/summary.json'), '{"seed": 17, "seed": 18}');
    expect(auditPaper(own.paperDir).findings).toContainEqual(
      expect.objectContaining({
        rule: 'unreadable_evidence',
        excerpt: expect.stringContaining('line 1, column 14: the name "seed" appears twice'),
      }),
    );
    own.dispose();
  });
});

describe('the older rules', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = createSandbox({});
  });
  afterAll(() => sandbox.dispose());
  const sha256 = hashFile(join(corpus, 'README.md'))?.sha256 ?? '';
  function audit(ref: object | string, bundle: object = {}) {
    const dir = join(sandbox.root, 'papers', 'one');
    mkdirSync(dir, { recursive: true });
    cpSync(join(corpus, 'README.md'), join(dir, 'paper.md'));
    cpSync(join(corpus, 'README.md'), join(dir, 'copy.md'));
    writeFileSync(
      join(dir, 'claim_ledger.json'),
      JSON.stringify({ claims: [{ claim: 'x', evidence_refs: [ref] }] }),
    );
    writeFileSync(join(dir, 'evidence_bundle.json'), JSON.stringify(bundle));
    const { verdict, findings } = auditPaper(dir, { compat: true });
    return findings.length === 0 ? verdict : findings[0]?.rule;
  }
  it.each<[string, object | string, object, string]>([
    ['a file', 'copy.md', {}, 'strict_pass'],
    ['no file', 'none.json', {}, 'missing_result_file'],
    ['the paper itself', 'paper.md', {}, 'self_evidence'],
    ['the hash of the file', { path: 'copy.md', sha256 }, {}, 'strict_pass'],
    ['another hash', { path: 'copy.md', sha256: 'a'.repeat(64) }, {}, 'hash_mismatch'],
    [
      'another hash, of the source',
      { path: 'copy.md', sha256: 'a'.repeat(64), source_path: 'notes.md' },
      {},
      'strict_pass',
    ],
    [
      'a listed file of another size',
      'copy.md',
      { files: [{ path: 'copy.md', bytes: 1 }] },
      'size_mismatch',
    ],
    [
      'a listed file of another hash',
      'copy.md',
      { files: [{ path: 'copy.md', sha256: 'b'.repeat(64) }] },
      'hash_mismatch',
    ],
    [
      'a declared file',
      'gone.json',
      { unavailable: [{ path: 'gone.json', reason: 'private', sha256 }] },
      'strict_pass',
    ],
    [
      'one declared without a reason',
      'gone.json',
      { unavailable: [{ path: 'gone.json', sha256 }] },
      'unavailable_incomplete',
    ],
    [
      'one declared without a hash',
      'gone.json',
      { unavailable: [{ path: 'gone.json', reason: 'private' }] },
      'unavailable_incomplete',
    ],
  ])('take a reference to %s', (_, ref, bundle, expected) => {
    expect(audit(ref, bundle)).toBe(expected);
  });

  it('pass the lint of all six samples, and fail what they name', () => {
    expect(lintCorpus(corpus, { compat: true }).totals).toMatchObject({ papers: 6, passing: 6 });
    const dir = join(sandbox.root, 'papers', 'two');
    cpSync(join(corpus, 'controlled-supabase-lifecycle-drill'), dir, { recursive: true });
    const edit = (file: string, change: (text: string) => string): string[] => {
      const path = join(dir, file);
      const before = readFileSync(path, 'utf8');
      writeFileSync(path, change(before));
      const rules = lintPaper(dir, { compat: true }).map(({ rule }) => rule);
      writeFileSync(path, before);
      return rules;
    };
    expect(
      edit(
        'paper.md',
        (text) => `${text}\nIt has been peer-reviewed. TODO. Human-authored.`,
      ).sort(),
    ).toEqual(['human_authorship_claim', 'peer_review_claim', 'placeholder']);
    expect(
      edit('paper.md', (text) => text.replace(/^>.*$/m, '').replace('Generated by', 'By')),
    ).toEqual(['missing_provenance_notice']);
    expect(edit('metadata.json', () => '{}')).toContain('metadata_missing');
    expect(edit('paper.md', (text) => `${text}\nAs shown [12] (Smith et al., 2020).`)).toEqual([]);
  });
});
