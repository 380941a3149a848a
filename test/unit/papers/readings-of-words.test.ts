/** What stands outside of sentences is read as well: heads, labels, captions, markup, declared texts, the PDF. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTextLayer } from '../../../src/papers/pdf/pdf.ts';
import { typeset } from '../../../src/papers/pdf/typeset.ts';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, type Sandbox } from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.write();
});
afterAll(() => sandbox.dispose());

/** Rules broken when texts of the folder are changed; hashes in the manifest are not looked at. */
function rulesAfter(changes: readonly (readonly [file: string, from: string, to: string])[]) {
  const before = new Map<string, Buffer>();
  for (const [file, from, to] of changes) {
    const path = join(sandbox.paperDir, file);
    const bytes = readFileSync(path);
    if (!before.has(path)) before.set(path, bytes);
    const text = bytes.toString('utf8');
    expect(text, `${file} holds ${from}`).toContain(from);
    writeFileSync(path, text.replaceAll(from, to));
  }
  try {
    const { problems } = verifyPaper(sandbox.paperDir);
    return problems
      .filter(({ rule }) => rule !== 'manifest_hash')
      .map(({ rule, file }) => `${rule} ${file}`);
  } finally {
    for (const [path, bytes] of before) writeFileSync(path, bytes);
  }
}

describe('a table', () => {
  it.each([
    ['two heads that changed places', 'mean (ms) | p95 (ms)', 'p95 (ms) | mean (ms)', 'name'],
    ['a head with another unit', 'mean (ms)', 'mean (s)', 'unit'],
    ['two cases that changed places', '| baseline | 10.24', '| routed | 10.24', 'name'],
    [
      'a head that states a result',
      '| Case | mean',
      '| Best case always | mean',
      'word_without_claim',
    ],
    ['values of another column', '| 10.24 | 14.9 |', '| 14.9 | 10.24 |', 'number_without_claim'],
    ['an exponent behind a value', '| 10.24 |', '| 10.24 million |', 'number_without_claim'],
    ['a caption out of order', '**Table 2**', '**Table 4**', 'declared_kind'],
  ])('with %s is found', (_what, from, to, rule) => {
    expect(rulesAfter([['paper.md', from, to]])).toContain(`${rule} paper.md`);
  });
});

describe('a figure', () => {
  it('with another label or unit at an axis is found, though the drawing was made again', () => {
    const [from, to] = ['"x_label": "length"', '"x_label": "trials"'];
    expect(rulesAfter([['claim_ledger.json', from, to]])).toContain('name figures/figure-b.svg');
    const unit = rulesAfter([
      ['claim_ledger.json', '"name": "memory (MiB)"', '"name": "memory (GB)"'],
    ]);
    expect(unit).toContain('unit figures/figure-a.svg');
  });
  it('may bear no other alternative text', () => {
    const rules = rulesAfter([
      ['paper.md', '![Plot](figures/figure-a.svg)', '![9 ms](figures/figure-a.svg)'],
    ]);
    expect(rules).toContain('unreadable_line paper.md');
  });
});

describe('markup', () => {
  it.each([
    ['a comment', '<!-- 9.9 ms -->'],
    ['a tag', '<b>so</b>'],
    ['an entity', '&#57;.9'],
    ['a link', '[here](http://127.0.0.1/)'],
    ['an image', '![x](y.svg)'],
    ['text struck out', '~~not~~'],
    ['a formula', '$9.9$'],
    ['code that does not end', '`so'],
    ['a foot note', '[^a]'],
  ])('that the renderer does not write is found: %s', (_what, markup) => {
    const rules = rulesAfter([['paper.md', 'Latency includes', `${markup} Latency includes`]]);
    expect(rules).toContain('unreadable_line paper.md');
  });
});

describe('the title', () => {
  it('in the metadata must be that of the draft', () => {
    const rules = rulesAfter([['metadata.json', 'for long streams', 'for all streams']]);
    expect(rules).toEqual(['title metadata.json']);
  });
  it('may state nothing that the idea does not', () => {
    const change = ['# Content-routed memory', '# Faster content-routed memory'] as const;
    expect(rulesAfter([['paper.md', ...change]])).toContain('word_without_claim paper.md');
  });
});

describe('a declared text', () => {
  it.each([
    ['a date of nothing', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['a hash of nothing', 'root:', 'root:0123456789abcdef… root:'],
    ['a path to nothing', 'evidence/results/summary.json`', 'evidence/results/s2.json`'],
    ['another count of files', '2 result files', '3 result files'],
    ['another count of claims', '24 measurement claims', '25 measurement claims'],
  ])('that is %s is found even where drafts and ledger agree', (_what, from, to) => {
    const clean = (text: string) => text.replaceAll('`', '');
    const ledger = readFileSync(join(sandbox.paperDir, 'claim_ledger.json'), 'utf8');
    const entry = `"text": "${clean(from)}`;
    const changes: [string, string, string][] = [['paper.md', from, to]];
    if (ledger.includes(entry)) changes.push(['claim_ledger.json', entry, `"text": "${clean(to)}`]);
    const rules = rulesAfter(changes);
    expect(rules.join()).toMatch(/declared_kind paper\.md|number_without_claim paper\.md/);
  });
  it('of another kind than it is, or of none, is found', () => {
    for (const [from, to] of [
      ['"kind": "date"', '"kind": "version"'],
      ['"kind": "identifier"', '"kind": "date"'],
      ['"kind": "document_count"', '"kind": "quoted"'],
      ['"kind": "name"', '"kind": "identifier"'],
      ['"kind": "table_number"', '"reason": "free words"'],
    ] as const)
      expect(rulesAfter([['claim_ledger.json', from, to]]), to).toContain('declared_kind paper.md');
  });
  it('that is the title must stand in quotation marks elsewhere', async () => {
    const other = createSandbox();
    await other.write({ projectName: 'Routing 9 times' });
    const path = join(other.paperDir, 'paper.md');
    const text = readFileSync(path, 'utf8');
    expect(verifyPaper(other.paperDir).problems).toEqual([]);
    writeFileSync(path, text.replace('“Routing 9 times”', 'Routing 9 times'));
    const rules = verifyPaper(other.paperDir).problems.map(({ rule }) => rule);
    expect(rules).toContain('declared_kind');
    other.dispose();
  });
});

describe('a paper of an earlier edition', () => {
  it('is told to be rewritten', () => {
    const rules = rulesAfter([['evidence_bundle.json', '"idea": {', '"once": {']]);
    expect(rules).toContain('earlier_edition claim_ledger.json');
    expect(rules.join()).not.toContain('paper.md');
  });
});

const installed = spawnSync('pdftotext', ['-v']).error === undefined;

describe('the text layer of the PDF', () => {
  it('is said not to be read where the program is missing', () => {
    const layer = readTextLayer(join(sandbox.paperDir, 'paper.md'), 'no-such-program');
    expect(layer).toEqual({ ok: false, reason: 'no-such-program is not installed' });
  });
  it.skipIf(!installed)('must print the same numbers and citations', async () => {
    const dir = sandbox.paperDir;
    let source = '';
    const keepSource = (given: string) => {
      source = given;
      return typeset(given);
    };
    await sandbox.write({ typeset: keepSource });
    expect(verifyPaper(dir).problems).toEqual([]);
    for (const [from, to] of [
      ['8.119', '8.118'],
      ['"C4"', '"C5"'],
    ] as const) {
      const lying = typeset(source.replace(from, to));
      if (!lying.ok) throw new Error(lying.reason);
      writeFileSync(join(dir, 'paper.pdf'), lying.bytes);
      const rules = verifyPaper(dir).problems.map(({ rule, file }) => `${rule} ${file}`);
      expect(new Set(rules)).toEqual(
        new Set(['readings_differ paper.pdf', 'manifest_hash paper.pdf']),
      );
    }
  });
});
