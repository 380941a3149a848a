/** Whatever the result files hold, the paper made of them verifies, lints clean, audits and agrees. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditPaper } from '../src/papers/audit/audit.ts';
import { findShapes } from '../src/papers/claims/groups.ts';
import type { ClaimLedger } from '../src/papers/claims/schema.ts';
import { discoverMetrics } from '../src/papers/evidence/metrics.ts';
import { lintPaper } from '../src/papers/lint/lint.ts';
import { escapeLatex, readLatexLine } from '../src/papers/render/latex-text.ts';
import { escapeMarkdown, readMarkdownLine } from '../src/papers/render/markdown.ts';
import { findNumbers, printNumber, standsFor } from '../src/papers/text/numbers.ts';
import { verifyPaper } from '../src/papers/verifier.ts';
import {
  createSandbox,
  nastyNames,
  nastyUnits,
  sampleDecision,
} from '../test/unit/papers/support.ts';
import { propertyOptions } from './options.ts';

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e-300, 1e300, 0.1, 2 ** 53, -1.5, 1e21, 123456.789, 75566934431029940),
);
/** Names that say something of what stands under or beside them. */
const speakingNames =
  'trials samples seeds runs config metrics method environment label name unit units n x y x_label y_unit baseline routed baseline_ms routed_ms max_length warmup measured better *'.split(
    ' ',
  );
const name = fc.oneof(
  fc.constantFrom(...nastyNames),
  fc.constantFrom(...speakingNames),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const record = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.array(fc.tuple(name, value), { maxLength: 5 }).map((entries) => Object.fromEntries(entries));
const series = fc
  .tuple(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), fc.integer({ min: 2, max: 6 }))
  .chain(([names, length]) =>
    fc
      .array(fc.tuple(...names.map(() => number)), { minLength: length, maxLength: length })
      .map((rows) =>
        rows.map((row) => Object.fromEntries(row.map((value, at) => [names[at], value]))),
      ),
  );
const measure = fc
  .tuple(number, fc.constantFrom(...nastyUnits))
  .map(([value, unit]) => ({ value, unit }));
const json = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    number,
    measure,
    series,
    fc.array(number, { maxLength: 5 }),
    fc.constantFrom('text', 'ms', 'lower', null, true),
    tie('record'),
  ),
  record: record(tie('node')),
})).record;
const prose = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...nastyNames,
        'The value',
        'is 3.5',
        'fp32',
        '8-bit',
        'GPT-2',
        '. ',
        '- item',
        '\n\n',
        '# Method\n',
        '[1]',
        '10%',
      ),
      fc.string({ maxLength: 10 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(' '));

/** How many numbers of a result file are evidence, if only those that `keep` accepts are. */
function metricCount(text: string, keep: (value: number) => boolean): number {
  const root: unknown = JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'number' && !keep(value) ? null : value,
  );
  return discoverMetrics('', root, 1e6).metrics.length;
}

/** Whether the digits that JSON writes for a number are the number: not so for most beyond 2^53. */
function isExact(value: number): boolean {
  const digits = JSON.stringify(value);
  return !/^-?\d+$/.test(digits) || BigInt(digits) === BigInt(value);
}

const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);

const measured = '{"loss": 0.5}';

describe('a paper of arbitrary evidence', () => {
  it('verifies, lints clean, passes the strict audit, and never loses a number', async () => {
    await fc.assert(
      fc.asyncProperty(
        json,
        json,
        prose,
        prose,
        name,
        async (first, second, notes, summary, projectName) => {
          const decision = {
            ...sampleDecision,
            summary,
            stop_reason: notes,
            scale_limits: summary || 'none',
          };
          const sandbox = createSandbox({
            'run_notes.md': notes,
            '.orrery/project_decision.json': JSON.stringify(decision),
            'results/a_summary.json': JSON.stringify(first),
            'results/b.json': JSON.stringify(second),
            // Of a run that measured nothing there is no paper.
            'results/c.json': measured,
          });
          try {
            await sandbox.write({ decision, projectName, hypothesis: summary });
            expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
            expect(lintPaper(sandbox.paperDir)).toEqual([]);
            expect(auditPaper(sandbox.paperDir)).toMatchObject({
              verdict: 'strict_pass',
              findings: [],
            });
            const ledger = JSON.parse(
              readFileSync(join(sandbox.paperDir, 'claim_ledger.json'), 'utf8'),
            ) as ClaimLedger;
            const texts = [JSON.stringify(first), JSON.stringify(second), measured];
            const written = texts.map((text) => metricCount(text, () => true));
            const exact = texts.map((text) => metricCount(text, isExact));
            const read = ledger.claims.filter(
              ({ kind, setting, evidence_refs: [ref] }) =>
                (kind === 'measurement' || (kind === 'setting' && setting?.source !== 'idea')) &&
                typeof ref?.recomputed_value === 'number',
            );
            expect(read).toHaveLength(sum(exact));
            const { limitations } = JSON.parse(
              readFileSync(join(sandbox.paperDir, 'evidence_bundle.json'), 'utf8'),
            ) as { limitations: string[] };
            const left = limitations.map(
              (said) => /^(\d+) numbers of .* cannot be read exactly/.exec(said)?.[1],
            );
            expect(sum(left.map((count) => Number(count ?? 0)))).toBe(sum(written) - sum(exact));
          } finally {
            sandbox.dispose();
          }
        },
      ),
      propertyOptions(25),
    );
  });

  it('puts every number of a result file into exactly one shape', () => {
    fc.assert(
      fc.property(json, (value) => {
        const root: unknown = JSON.parse(JSON.stringify(value));
        const shaped = findShapes(root).flatMap((shape) =>
          shape.kind === 'scalar'
            ? [shape.pointer]
            : [...shape.rows].flatMap((row) => row.cells.filter((cell) => cell !== null)),
        );
        const all = discoverMetrics('', root, 1e6).metrics.map((metric) => metric.pointer);
        expect([...shaped].sort()).toEqual([...all].sort());
      }),
      propertyOptions(100),
    );
  });
});

describe('text that is escaped', () => {
  const line = fc
    .oneof(name, fc.string({ unit: 'binary' }))
    .map((text) => text.replace(/[\s\p{C}]+/gu, ' '));

  it('is read back from LaTeX as it was', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(readLatexLine(escapeLatex(text))).toBe(text);
      }),
      propertyOptions(1000),
    );
  });

  it('is read back from Markdown as it was', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(readMarkdownLine(`x ${escapeMarkdown(text)}`)).toBe(`x ${text}`);
      }),
      propertyOptions(1000),
    );
  });
});

describe('printed numbers', () => {
  it('are found whole in a sentence and stand for their value', () => {
    fc.assert(
      fc.property(number, (value) => {
        const printed = printNumber(value);
        const tokens = findNumbers(`a value of ${printed} was seen`);
        expect(tokens.map((token) => token.text)).toEqual([printed]);
        expect(tokens[0] !== undefined && standsFor(tokens[0], value)).toBe(true);
      }),
      propertyOptions(2000),
    );
  });
});
