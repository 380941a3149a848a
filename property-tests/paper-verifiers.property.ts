/** The program's verifier and `verify.mjs`, written apart, say the same of numbers, ledgers and formulas. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFile } from '../src/papers/manifest.ts';
import { evaluateFormula, verifyFolder } from '../src/papers/standalone/verify.mjs';
import { verifyPaper } from '../src/papers/verifier.ts';
import { createSandbox, sampleDecision } from '../test/unit/papers/support.ts';
import { propertyOptions } from './options.ts';

const number = fc.oneof(
  fc.integer({ min: -1000, max: 100_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
  fc.constantFrom(0, 0.1, 0.005, 1e-9, 1e16, 123456.789, 2.5, 0.125),
);
const rows = fc.record({ mean_ms: number, share: number, errors: number });
const results = fc.record({
  seed: fc.nat(100),
  variants: fc.record({ baseline: rows, routed: rows }),
  total: number,
});

/** One member of one claim, told otherwise; `step` moves a number a little or much. */
const mutation = fc.record({
  member: fc.constantFrom(
    'recomputed_value',
    'quoted_value',
    'formula',
    'pointer',
    'sha256',
    'match',
    'merkle_root',
    'unsupported_claim_count',
  ),
  place: fc.nat(),
  step: fc.constantFrom(1e-12, 1e-3, 0.05, 1, -1, 10),
});

function mutate(
  text: string,
  { member, place, step }: typeof mutation extends fc.Arbitrary<infer T> ? T : never,
): string {
  const found = [...text.matchAll(new RegExp(`(?<=${member}": )("[^"]*"|[^,\\n]+)`, 'g'))];
  const at = found[place % Math.max(1, found.length)];
  if (at === undefined) return text;
  const [value] = at;
  const inner = value.replaceAll('"', '');
  const moved = Number(inner) + step;
  const other: Readonly<Record<string, string>> = {
    formula: inner === 'ratio' ? '"difference"' : '"ratio"',
    pointer: `"${inner}/x"`,
    sha256: `"${'0'.repeat(64)}"`,
    merkle_root: `"${'0'.repeat(64)}"`,
    match: 'false',
    quoted_value: `"${Number.isFinite(moved) ? String(moved) : 'other'}"`,
    recomputed_value: Number.isFinite(moved) ? String(moved) : '"other"',
    unsupported_claim_count: '1',
  };
  return `${text.slice(0, at.index)}${other[member] ?? value}${text.slice(at.index + value.length)}`;
}

/** Prints of numbers in both drafts changed alike: rounded, moved, grouped. */
const reprint = fc.record({
  place: fc.nat(),
  digits: fc.integer({ min: 1, max: 6 }),
  move: fc.constantFrom(0, 0, 0, 1, -1),
});

function reprinted(
  draft: string,
  { place, digits, move }: typeof reprint extends fc.Arbitrary<infer T> ? T : never,
): string {
  const cited = [...draft.matchAll(/(?<=[ (])\d+\.\d+(?=(?: ms)? (?:\[|\{\[\})C\d)/g)];
  const at = cited[place % Math.max(1, cited.length)];
  if (at === undefined) return draft;
  const value = Number(at[0]);
  const printed = (value + move * 10 ** -digits).toFixed(digits);
  return `${draft.slice(0, at.index)}${printed}${draft.slice(at.index + at[0].length)}`;
}

function rewrite(dir: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(dir, file), change(readFileSync(join(dir, file), 'utf8')));
  const path = join(dir, 'paper_manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { artifacts: { path: string }[] };
  manifest.artifacts = manifest.artifacts.map((entry) =>
    entry.path === file ? describeFile(dir, file) : entry,
  );
  writeFileSync(path, JSON.stringify(manifest));
}

/** The names of two cases change places in every row of both drafts that begins with them. */
const exchanged = (draft: string): string =>
  draft.replace(
    /^(\| )?(baseline|routed)(?= (?:\||&) )/gm,
    (_, bar = '', name: string) => `${bar}${name === 'routed' ? 'baseline' : 'routed'}`,
  );

async function withPaper(result: unknown, check: (dir: string) => void): Promise<void> {
  const sandbox = createSandbox({
    '.orrery/project_decision.json': JSON.stringify(sampleDecision),
    'results/summary.json': JSON.stringify(result),
  });
  try {
    await sandbox.write({ projectName: 'Two variants' });
    check(sandbox.paperDir);
  } finally {
    sandbox.dispose();
  }
}

/** Only the program holds the wording of a claim against its numbers, and only where those are right. */
function expectAgreement(dir: string): void {
  const ours = verifyPaper(dir).problems;
  const theirs = verifyFolder(dir).problems;
  const isRight = ours.length === 0 || ours.some(({ rule }) => rule === 'claim_text');
  expect({ isRight: theirs.length === 0, ours, theirs }).toEqual({ isRight, ours, theirs });
}

describe('two verifiers written apart', () => {
  it('pass every honest paper', async () => {
    await fc.assert(
      fc.asyncProperty(results, (result) =>
        withPaper(result, (dir) => {
          expect(verifyPaper(dir).problems).toEqual([]);
          expect(verifyFolder(dir).problems).toEqual([]);
        }),
      ),
      propertyOptions(12),
    );
  });

  it('agree on ledgers of which one member was changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        results,
        fc.array(mutation, { minLength: 3, maxLength: 3 }),
        (result, changes) =>
          withPaper(result, (dir) => {
            const before = readFileSync(join(dir, 'claim_ledger.json'), 'utf8');
            for (const change of changes) {
              rewrite(dir, 'claim_ledger.json', () => mutate(before, change));
              expectAgreement(dir);
            }
          }),
      ),
      propertyOptions(20),
    );
  });

  it('agree on numbers that both drafts print in another way', async () => {
    await fc.assert(
      fc.asyncProperty(
        results,
        fc.array(reprint, { minLength: 3, maxLength: 3 }),
        (result, changes) =>
          withPaper(result, (dir) => {
            const drafts = ['paper.md', 'paper.tex'];
            const before = drafts.map((file) => readFileSync(join(dir, file), 'utf8'));
            for (const change of changes) {
              for (const [at, file] of drafts.entries())
                rewrite(dir, file, () => reprinted(before[at] ?? '', change));
              expectAgreement(dir);
            }
          }),
      ),
      propertyOptions(20),
    );
  });

  it('agree on rows of which the cases changed places', async () => {
    await fc.assert(
      fc.asyncProperty(results, (result) =>
        withPaper(result, (dir) => {
          const before = readFileSync(join(dir, 'paper.md'), 'utf8');
          expect(exchanged(before)).not.toBe(before);
          for (const file of ['paper.md', 'paper.tex']) rewrite(dir, file, exchanged);
          expectAgreement(dir);
        }),
      ),
      propertyOptions(6),
    );
  });
});

// ---- Formulas against the simplest reading of their names ------------------------------------------

type Value = number | readonly number[];
interface Node {
  readonly text: string;
  readonly value: Value | null;
}
const sources: Readonly<Record<string, Value>> = {
  'a.json#/x/*': [3, 1.5, 2, 10],
  'a.json#/y/*': [1, 2, 4, 0],
  'a.json#/z/*': [7, 7.25],
  'a.json#/n': 8,
  'a.json#/zero': 0,
};
const finite = (value: Value): Value | null =>
  [value].flat().every((item) => Number.isFinite(item)) ? value : null;
const sum = (list: readonly number[]): number => list.reduce((all, item) => all + item, 0);
const ofSeries: Readonly<Record<string, (list: readonly number[]) => number>> = {
  count: (list) => list.length,
  sum,
  mean: (list) => sum(list) / list.length,
  min: (list) => Math.min(...list),
  max: (list) => Math.max(...list),
  median: (list) => {
    const sorted = [...list].sort((a, b) => a - b);
    const [low, high] = [
      sorted[Math.floor((list.length - 1) / 2)],
      sorted[Math.ceil((list.length - 1) / 2)],
    ];
    return ((low ?? 0) + (high ?? 0)) / 2;
  },
};
const ofTwo: Readonly<Record<string, (a: number, b: number) => number>> = {
  ratio: (a, b) => a / b,
  difference: (a, b) => a - b,
  percent_change: (a, b) => (100 * (a - b)) / b,
  percent_of: (a, b) => (100 * a) / b,
  product: (a, b) => a * b,
};

function both(name: string, left: Node, right: Node): Node {
  const text = `${name}(${left.text}, ${right.text})`;
  const apply = ofTwo[name];
  if (left.value === null || right.value === null || apply === undefined)
    return { text, value: null };
  const lengths = [left.value, right.value].flatMap((value) =>
    typeof value === 'number' ? [] : [value.length],
  );
  if (new Set(lengths).size > 1) return { text, value: null };
  const at = (value: Value, index: number): number =>
    typeof value === 'number' ? value : (value[index] ?? 0);
  const { value: a } = left;
  const { value: b } = right;
  if (lengths[0] === undefined) return { text, value: finite(apply(at(a, 0), at(b, 0))) };
  return {
    text,
    value: finite(
      Array.from({ length: lengths[0] }, (_, index) => apply(at(a, index), at(b, index))),
    ),
  };
}

const formula = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc
      .constantFrom(...Object.keys(sources))
      .map((source): Node => ({ text: JSON.stringify(source), value: sources[source] ?? null })),
    fc.integer({ min: -5, max: 100 }).map((value): Node => ({ text: String(value), value })),
    fc.tuple(fc.constantFrom(...Object.keys(ofSeries)), tie('node')).map(
      ([name, inner]): Node => ({
        text: `${name}(${inner.text})`,
        value:
          inner.value === null || typeof inner.value === 'number'
            ? null
            : (ofSeries[name]?.(inner.value) ?? null),
      }),
    ),
    fc
      .tuple(fc.constantFrom(...Object.keys(ofTwo)), tie('node'), tie('node'))
      .map(([name, left, right]) => both(name, left, right)),
  ),
})).node;

describe('formulas in verify.mjs', () => {
  it('have the value that the simplest reading gives, or none', () => {
    fc.assert(
      fc.property(formula, ({ text, value }) => {
        const found = evaluateFormula(text, (source) => sources[source]);
        if (typeof value !== 'number') expect(found).toHaveProperty('why');
        else expect(found).toEqual({ value: expect.closeTo(value, 6) as number });
      }),
      propertyOptions(2000),
    );
  });

  it('are never taken for something else, however they are written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('mean("a.json#/x/*"),\\ 1e-')) }),
        (text) => {
          const found = evaluateFormula(text, (source) => sources[source]);
          expect('value' in found ? Number.isFinite(found.value) : found.why.length > 0).toBe(true);
        },
      ),
      propertyOptions(2000),
    );
  });
});
