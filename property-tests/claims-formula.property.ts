/** Random formulas over random series come to what a plain reading of their definitions comes to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFormulaReader } from '../src/papers/claims/formula/evaluate.ts';
import { parseFormula } from '../src/papers/claims/formula/grammar.ts';
import { propertyOptions } from './options.ts';

type Value = number | number[];
/** A formula as text beside what it should come to; undefined where it has no value. */
interface Case {
  readonly text: string;
  readonly value: Value | undefined;
}

const file = {
  a: [3, 1, 2, 5],
  b: [0.5, -4, 1e6, 7],
  c: [1, 2, 3],
  deep: [{ x: { y: 2 } }, { x: { y: 8 } }],
  none: [],
  zero: 0,
  k: -2.5,
};
const source = (pointer: string): string => JSON.stringify(`f.json#${pointer}`);
const sources: readonly Case[] = [
  { text: source('/a/*'), value: file.a },
  { text: source('/b/*'), value: file.b },
  { text: source('/c/*'), value: file.c },
  { text: source('/deep/*/x/y'), value: [2, 8] },
  { text: source('/none/*'), value: undefined },
  { text: source('/zero'), value: 0 },
  { text: source('/k'), value: file.k },
  { text: source('/a/1'), value: 1 },
  { text: source('/missing'), value: undefined },
];

const isFiniteValue = (value: Value): boolean =>
  [value].flat().every((item) => Number.isFinite(item));
const ascending = (values: number[]): number[] => [...values].sort((x, y) => x - y);
const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);
const average = (values: number[]): number => total(values) / values.length;
function middle(values: number[]): number {
  const sorted = ascending(values);
  const at = (place: number): number => sorted[place] ?? Number.NaN;
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (at(half - 1) + at(half)) / 2 : at(half - 0.5);
}
function quantile(values: number[], q: number): number {
  const sorted = ascending(values);
  const h = (sorted.length - 1) * q;
  const low = sorted[Math.floor(h)] ?? Number.NaN;
  const high = sorted[Math.floor(h) + 1] ?? low;
  return low + (h - Math.floor(h)) * (high - low);
}
/** The bootstrap as it is defined: resample, sort, take the median. */
function boot(values: number[], q: number, seed: number): number {
  let state = seed | 0;
  const random = (): number => {
    state |= 0;
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const medians = Array.from({ length: 2000 }, () =>
    middle(values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN)),
  );
  return quantile(medians, q);
}

const ofSeries: Readonly<Record<string, (values: number[]) => number>> = {
  count: (values) => values.length,
  sum: total,
  mean: average,
  median: middle,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  sd: (values) =>
    values.length < 2
      ? Number.NaN
      : Math.sqrt(
          total(values.map((value) => (value - average(values)) * (value - average(values)))) /
            (values.length - 1),
        ),
};
const ofTwo: Readonly<Record<string, (a: number, b: number) => number>> = {
  ratio: (a, b) => a / b,
  difference: (a, b) => a - b,
  percent_change: (a, b) => (100 * (a - b)) / b,
  percent_of: (a, b) => (100 * a) / b,
  product: (a, b) => a * b,
};

function spread(a: Value, b: Value, compute: (a: number, b: number) => number): Value | undefined {
  if (typeof a === 'number' && typeof b === 'number') return compute(a, b);
  const lengths = [a, b].flatMap((value) => (typeof value === 'number' ? [] : [value.length]));
  if (new Set(lengths).size > 1) return undefined;
  const at = (value: Value, place: number): number =>
    typeof value === 'number' ? value : (value[place] ?? Number.NaN);
  return Array.from({ length: lengths[0] ?? 0 }, (_, place) => compute(at(a, place), at(b, place)));
}

const only = (value: Value | undefined): Value | undefined =>
  value === undefined || !isFiniteValue(value) ? undefined : value;

const formulas = fc.letrec<{ any: Case }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'formula' },
    fc.constantFrom(...sources),
    fc
      .oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(0.5, -1.25, 1e-7, 2e300))
      .map((value): Case => ({ text: String(value).replace('+', ''), value })),
    fc.tuple(fc.constantFrom(...Object.keys(ofSeries)), tie('any')).map(([name, arg]): Case => {
      const value = Array.isArray(arg.value) ? ofSeries[name]?.(arg.value) : undefined;
      return { text: `${name}(${arg.text})`, value: only(value) };
    }),
    fc
      .tuple(fc.constantFrom(...Object.keys(ofTwo)), tie('any'), tie('any'))
      .map(([name, a, b]): Case => {
        const compute = ofTwo[name];
        const value =
          a.value === undefined || b.value === undefined || compute === undefined
            ? undefined
            : spread(a.value, b.value, compute);
        return { text: `${name}(${a.text},${b.text})`, value: only(value) };
      }),
    fc.tuple(tie('any'), fc.constantFrom(0, 0.25, 0.9, 1, 1.5)).map(([arg, q]): Case => {
      const value = Array.isArray(arg.value) && q <= 1 ? quantile(arg.value, q) : undefined;
      return { text: `quantile(${arg.text},${q})`, value: only(value) };
    }),
    tie('any').map(({ text, value }): Case => {
      const seconds = value === undefined ? undefined : spread(value, 0, (a) => (a * 1e6) / 1e9);
      return { text: `convert(${text},"ms","s")`, value: only(seconds) };
    }),
  ),
}));

describe('a formula', () => {
  it('comes to what its definitions say, or has no value', () => {
    const reader = createFormulaReader((path) => (path === 'f.json' ? file : undefined));
    fc.assert(
      fc.property(formulas.any, ({ text, value }) => {
        const result = reader.evaluate(text);
        expect(result.ok ? result.value : undefined).toEqual(
          typeof value === 'number' ? value : undefined,
        );
      }),
      propertyOptions(2000),
    );
  });

  it('resamples as it is defined', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 0xffff_ffff }),
        (x, seed) => {
          const reader = createFormulaReader(() => ({ x }));
          const ends = ['low', 'high'].map((end) =>
            reader.evaluate(`boot_${end}("f.json#/x/*",0.9,${seed})`),
          );
          expect(ends.map((end) => (end.ok ? end.value : end.reason))).toEqual([
            boot(x, (1 - 0.9) / 2, seed),
            boot(x, (1 + 0.9) / 2, seed),
          ]);
        },
      ),
      propertyOptions(30),
    );
  });

  it('of any text is parsed or refused, never thrown at', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(
          'mean',
          'ratio',
          'convert',
          '(',
          ')',
          ',',
          '"',
          '\\',
          '#',
          '/*',
          '1',
          '-',
          'e9',
          ' ',
        ),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const parsed = parseFormula(parts.join(''));
        expect(parsed.ok || parsed.reason.length > 0).toBe(true);
      }),
      propertyOptions(2000),
    );
  });
});
