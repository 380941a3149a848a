/** The program and `verify.mjs`, written apart, compute every formula to the same last digit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whyInexact } from '../src/lib/exact-number.ts';
import { createFormulaReader } from '../src/papers/claims/formula/evaluate.ts';
import { evaluateFormula } from '../src/papers/standalone/verify.mjs';
import { propertyOptions } from './options.ts';

const number = fc.oneof(
  fc.integer({ min: -1000, max: 100_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
);
const level = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1, -1, 2));
const seed = fc.oneof(fc.nat(), fc.constantFrom(-1, 0.5, 2 ** 32, 2 ** 32 - 1));
const unit = fc.constantFrom('ns', 'ms', 's', 'h', 'KiB', 'GB', 'J', 'kWh', 'MW', '%', 'billion');

const s = '"f.json#/s/*"';
const a = '"f.json#/a"';
const ofSeries = fc.constantFrom(
  'count',
  'sum',
  'mean',
  'median',
  'min',
  'max',
  'sd',
  'outliers',
  'split',
);
const ofTwo = fc.constantFrom('ratio', 'difference', 'percent_change', 'percent_of', 'product');
const formula = fc.oneof(
  ofSeries.map((name) => `${name}(${s})`),
  ofTwo.map((name) => `${name}(${a},mean(${s}))`),
  ofTwo.map((name) => `median(${name}(${s},${a}))`),
  level.map((q) => `quantile(${s},${q})`),
  fc
    .tuple(fc.constantFrom('boot_low', 'boot_high'), level, seed)
    .map(([name, share, from]) => `${name}(${s},${share},${from})`),
  fc.tuple(unit, unit).map(([from, to]) => `convert(abs(${a}),"${from}","${to}")`),
  fc.constantFrom('abs(01)', `ratio(${a},1e999)`, `ratio(${a},0)`),
);

describe('a formula', () => {
  it('has for both the same value, or for both none', () => {
    fc.assert(
      fc.property(
        formula,
        fc.array(number, { minLength: 1, maxLength: 40 }),
        number,
        (...given) => {
          const [text, series, value] = given;
          const ours = createFormulaReader(() => ({ s: series, a: value })).evaluate(text);
          const found = evaluateFormula(text, (at) => (at.endsWith('*') ? series : value));
          const theirs = 'value' in found ? found.value : null;
          // What no double holds as it is printed stands in no ledger that either of them reads.
          const isLost = theirs !== null && whyInexact(JSON.stringify(theirs)) !== undefined;
          // Nor a zero with a sign.
          const plain = (result: number | null) => (result === null ? null : result + 0);
          expect(plain(isLost ? null : theirs)).toBe(plain(ours.ok ? ours.value : null));
        },
      ),
      propertyOptions(500),
    );
  });
});
