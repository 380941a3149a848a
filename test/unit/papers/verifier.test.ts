/** The verifier: every changed digit is noticed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, putFile, type Sandbox } from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.write({
    receipt: { state: 'idle', window: { from: 'a', to: 'b' }, samples_sha256: 'f'.repeat(64) },
  });
});
afterAll(() => sandbox.dispose());

/** Runs `check` with a file changed, and puts the file back. */
function withChange(
  file: string,
  change: (text: string) => string,
  check: (rules: string[]) => void,
): void {
  const path = join(sandbox.paperDir, file);
  const before = readFileSync(path);
  const text = before.toString('utf8');
  const changed = change(text);
  expect(changed, `${file} changes`).not.toBe(text);
  writeFileSync(path, changed);
  try {
    check(
      verifyPaper(sandbox.paperDir).problems.map((problem) => `${problem.rule} ${problem.file}`),
    );
  } finally {
    writeFileSync(path, before);
  }
}

/** Another digit at one place. */
function flip(text: string, index: number): string {
  return `${text.slice(0, index)}${(Number(text[index]) + 1) % 10}${text.slice(index + 1)}`;
}

function digitPlaces(text: string): number[] {
  return [...text.matchAll(/\d/g)].map((match) => match.index);
}

describe('verifying a paper', () => {
  it('passes the paper as written', () => {
    expect(verifyPaper(sandbox.paperDir)).toEqual({ ok: true, problems: [] });
  });

  it.each([
    ['paper.md', '8.119', '8.118', 'number_without_claim paper.md'],
    ['paper.tex', '8.119', '8.118', 'number_without_claim paper.tex'],
    [
      'evidence/results/latency_summary.json',
      '8.11873',
      '8.11973',
      'evidence_hash evidence/results/latency_summary.json',
    ],
    [
      'claim_ledger.json',
      '"recomputed_value": 8.11873',
      '"recomputed_value": 8.11973',
      'claim_value claim_ledger.json',
    ],
    [
      'claim_ledger.json',
      '"quoted_value": "8.119"',
      '"quoted_value": "8.118"',
      'claim_quote claim_ledger.json',
    ],
    [
      'evidence_bundle.json',
      '"value": 8.11873',
      '"value": 8.11874',
      'metric_value evidence_bundle.json',
    ],
    ['figures/figure-a.svg', 'cx="80"', 'cx="81"', 'figure figures/figure-a.svg'],
  ])('names the cause when one digit of %s changes from %s to %s', (file, from, to, rule) => {
    withChange(
      file,
      (text) => text.replace(from, to),
      (rules) => expect(rules).toContain(rule),
    );
  });

  it.each(['paper.md', 'paper.tex', 'claim_ledger.json'])(
    'catches a change of any digit of %s',
    (file) => {
      const places = digitPlaces(readFileSync(join(sandbox.paperDir, file), 'utf8'));
      const step = Math.max(1, Math.floor(places.length / 30));
      for (let at = 0; at < places.length; at += step) {
        const index = places[at] ?? 0;
        withChange(
          file,
          (text) => flip(text, index),
          (rules) =>
            expect(
              rules.filter((rule) => !rule.startsWith('manifest_hash')),
              `digit at ${index}`,
            ).not.toEqual([]),
        );
      }
    },
  );

  it('catches a citation that leads to another claim', () => {
    withChange(
      'paper.md',
      (text) => text.replace('8.119 ms [[C4](#c4)]', '8.119 ms [[C5](#c5)]'),
      (rules) => expect(rules).toContain('number_without_claim paper.md'),
    );
  });

  it('catches a number added without a claim, also inside a word or in another script', () => {
    for (const addition of [
      'It was 3 times faster.',
      'It used fp64.',
      'It took ٣ runs.',
      'Half (½) remained.',
    ]) {
      withChange(
        'paper.md',
        (text) => text.replace('Latency includes', `${addition} Latency includes`),
        (rules) => expect(rules, addition).toContain('number_without_claim paper.md'),
      );
    }
  });

  it('catches words that only one draft holds', () => {
    withChange(
      'paper.tex',
      (text) => text.replace('never full', 'seldom full'),
      (rules) =>
        expect(rules).toEqual([
          'quote paper.tex',
          'drafts_differ paper.tex',
          'manifest_hash paper.tex',
        ]),
    );
  });

  it('catches a command that could hide text in the LaTeX draft', () => {
    withChange(
      'paper.tex',
      (text) => text.replace('\\end{document}', '\\phantom{x}\n\\end{document}'),
      (rules) => expect(rules).toContain('unreadable_line paper.tex'),
    );
  });

  it('catches a declared text that is used once more than declared', () => {
    withChange(
      'paper.md',
      (text) => text.replace('Synthetic streams only.', 'Synthetic p95 streams only.'),
      (rules) => expect(rules).toContain('declared_count paper.md'),
    );
  });

  it('refuses evidence that is the paper itself', () => {
    withChange(
      'evidence_bundle.json',
      (text) => text.replace('evidence/run_notes.md', 'paper.md'),
      (rules) => expect(rules).toContain('self_evidence paper.md'),
    );
  });

  it('says which file is missing or broken instead of throwing', () => {
    withChange(
      'claim_ledger.json',
      () => '{',
      (rules) =>
        expect(rules).toEqual(['schema claim_ledger.json', 'manifest_hash claim_ledger.json']),
    );
    expect(verifyPaper(join(sandbox.root, 'nowhere')).problems).toHaveLength(5);
  });

  it('does not read evidence outside the paper folder', () => {
    putFile(sandbox.artifactRoot, 'outside.json', '{}');
    withChange(
      'evidence_bundle.json',
      (text) =>
        text.replace(
          '"public_path": "evidence/run_notes.md"',
          '"public_path": "../../outside.json"',
        ),
      (rules) => expect(rules).toContain('evidence_missing ../../outside.json'),
    );
  });
});
