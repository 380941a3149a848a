/** The language of formulas: what each function comes to, and what has no value. */
import { describe, expect, it } from 'vitest';
import { createFormulaReader } from '../../../../src/papers/claims/formula/evaluate.ts';
import {
  formulaCharsMax,
  formulaDepthMax,
  parseFormula,
} from '../../../../src/papers/claims/formula/grammar.ts';
import { unitOfFormula } from '../../../../src/papers/claims/formula/unit-of.ts';
import { evaluateFormula } from '../../../../src/papers/standalone/verify.mjs';

const file = {
  four: [2, 4, 4, 10],
  three: [1, 2, 3],
  one: [5],
  empty: [],
  mixed: [1, 'two'],
  hole: [{ x: 1 }, {}],
  rows: [{ ms: 3 }, { ms: 5 }],
  named: { b: 1, a: 2 },
  zeros: [0, 0],
  huge: [1.7e308, 1.7e308],
  a: 3,
  b: 4,
  zero: 0,
  text: 'x',
  'odd "name"#/~': 7,
};

function reader(json: unknown = file) {
  return createFormulaReader((path) => (path === 'f.json' ? json : undefined));
}
const s = (pointer: string): string => JSON.stringify(`f.json#${pointer}`);
function evaluated(formula: string, json?: unknown): number | string {
  const result = reader(json).evaluate(formula);
  return result.ok ? result.value : result.reason;
}

describe('a formula that is refused', () => {
  it.each([
    ['', 'character 1'],
    ['mean', '"(" is wanted'],
    ['mean()', 'character 6'],
    [`mean(${s('/four/*')}`, '")" is wanted'],
    [`mean(${s('/four/*')},1)`, '")" is wanted'],
    [`mean(${s('/four/*')})1`, 'nothing may follow'],
    [`average(${s('/four/*')})`, 'there is no function average'],
    [`__proto__(${s('/a')})`, 'there is no function __proto__'],
    ['"f.json"', 'a source is a path'],
    ['"f.json#x"', 'a source is a path'],
    ['"#/a"', 'a source is a path'],
    ['"f.json#/a', 'not closed'],
    ['"f.json#/\\q"', 'not a JSON string'],
    ['1e999', 'beyond double precision'],
    ['NaN', 'character 1'],
    ['01', 'nothing may follow'],
    [`convert(${s('/a')},${s('/b')},1)`, 'the name of a unit'],
  ])('%s', (formula, why) => {
    const parsed = parseFormula(formula);
    expect(parsed.ok ? 'is parsed' : parsed.reason).toContain(why);
  });

  it('is longer or deeper than formulas may be, and one within is not', () => {
    const nest = (depth: number): string => `${'abs('.repeat(depth)}1${')'.repeat(depth)}`;
    expect(parseFormula(nest(formulaDepthMax))).toMatchObject({ ok: true });
    expect(parseFormula(nest(formulaDepthMax + 1))).toMatchObject({ ok: false });
    expect(parseFormula(`1${' '.repeat(formulaCharsMax - 1)}`)).toMatchObject({ ok: true });
    expect(parseFormula(`1${' '.repeat(formulaCharsMax)}`)).toMatchObject({ ok: false });
  });
});

describe('the value of', () => {
  it.each([
    [`count(${s('/four/*')})`, 4],
    [`sum(${s('/four/*')})`, 20],
    [`mean(${s('/four/*')})`, 5],
    [`median(${s('/four/*')})`, 4],
    [`median(${s('/three/*')})`, 2],
    [`min(${s('/four/*')})`, 2],
    [`max(${s('/four/*')})`, 10],
    [`sd(${s('/four/*')})`, Math.sqrt(36 / 3)],
    [`quantile(${s('/four/*')},0.5)`, 4],
    [`quantile(${s('/three/*')},0.25)`, 1.5],
    [`quantile(${s('/four/*')},1)`, 10],
    [`quantile(${s('/four/*')},0)`, 2],
    [`mean(${s('/rows/*/ms')})`, 4],
    [`sum(${s('/named/*')})`, 3],
    [`ratio(${s('/a')},${s('/b')})`, 0.75],
    [`difference(${s('/a')},${s('/b')})`, -1],
    [`percent_change(${s('/a')},${s('/b')})`, -25],
    [`percent_of(${s('/a')},${s('/b')})`, 75],
    [`product(${s('/a')},-1.5e0)`, -4.5],
    [`abs(difference(${s('/a')},${s('/b')}))`, 1],
    [`convert(1500,"ms","s")`, 1.5],
    [`convert(2,"GiB","MiB")`, 2048],
    [`convert(0.5,"share","%")`, 50],
    [`max(ratio(${s('/four/*')},2))`, 5],
    [`sum(difference(${s('/rows/*/ms')},${s('/named/*')}))`, 5],
    [` sum( ${s('/four/*')} ) `, 20],
    [s('/a'), 3],
    [JSON.stringify('f.json#/odd "name"#~1~0'), 7],
  ])('%s is %d', (formula, value) => {
    expect(evaluated(formula)).toBe(value);
  });

  /** From printed tables of Student's t: 97.5 % at 1, 3 and 30 degrees of freedom. */
  it.each([
    [2, 12.7062],
    [4, 3.18245],
    [31, 2.04227],
  ])('an interval of the mean of %d values follows Student’s table', (count, t) => {
    const json = { x: Array.from({ length: count }, (_, at) => at) };
    const half = (t * Number(evaluated(`sd(${s('/x/*')})`, json))) / Math.sqrt(count);
    const center = Number(evaluated(`mean(${s('/x/*')})`, json));
    expect(evaluated(`t_low(${s('/x/*')},0.95)`, json)).toBeCloseTo(center - half, 3);
    expect(evaluated(`t_high(${s('/x/*')},0.95)`, json)).toBeCloseTo(center + half, 3);
  });

  it('a bootstrap follows from its seed, and lies around the median', () => {
    const json = { x: Array.from({ length: 25 }, (_, at) => (at * 7) % 25) };
    const end = (side: string, seed: number) =>
      Number(evaluated(`boot_${side}(${s('/x/*')},0.95,${seed})`, json));
    expect(end('low', 1)).toBe(end('low', 1));
    expect(end('low', 1)).toBeLessThan(12);
    expect(end('high', 1)).toBeGreaterThan(12);
    expect(end('low', 1)).toBeGreaterThan(4);
    expect(end('high', 1)).toBeLessThan(20);
  });
});

describe('there is no value of', () => {
  it.each([
    ['an empty series', `sum(${s('/empty/*')})`],
    ['a series with a text', `sum(${s('/mixed/*')})`],
    ['a series with a hole', `sum(${s('/hole/*/x')})`],
    ['a series where a number is wanted', `quantile(${s('/four/*')},${s('/three/*')})`],
    ['a number where a series is wanted', `mean(${s('/a')})`],
    ['a series as the whole', s('/four/*')],
    ['a list without a star', `mean(${s('/four')})`],
    ['a text', s('/text')],
    ['a place that is not there', s('/nothing')],
    ['a file that is not there', '"g.json#/a"'],
    ['a division by zero', `ratio(${s('/a')},${s('/zero')})`],
    ['a zero by zero', `ratio(${s('/zeros/*')},${s('/zeros/*')})`],
    ['a sum beyond double precision', `sum(${s('/huge/*')})`],
    ['series of two lengths', `sum(ratio(${s('/four/*')},${s('/three/*')}))`],
    ['a deviation of one value', `sd(${s('/one/*')})`],
    ['an interval of one value', `t_low(${s('/one/*')},0.95)`],
    ['a quantile beyond the series', `quantile(${s('/four/*')},1.5)`],
    ['a level of one', `t_low(${s('/four/*')},1)`],
    ['a seed that is not whole', `boot_low(${s('/four/*')},0.95,0.5)`],
    ['units that measure different things', `convert(${s('/a')},"ms","MiB")`],
    ['an unknown unit', `convert(${s('/a')},"ms","fortnight")`],
    ['a unit of another kind', `convert(${s('/a')},"constructor","ms")`],
  ])('%s', (_, formula) => {
    expect(evaluated(formula)).toBeTypeOf('string');
  });

  it('more resamples than one ledger may ask for', () => {
    const json = { x: Array.from({ length: 60_000 }, (_, at) => at) };
    const formulas = reader(json);
    const ask = (seed: number) => formulas.evaluate(`boot_low(${s('/x/*')},0.95,${seed})`);
    expect(ask(1)).toMatchObject({ ok: true });
    expect(ask(2)).toMatchObject({ ok: false, reason: expect.stringContaining('may look at') });
    expect(formulas.evaluate(`boot_high(${s('/x/*')},0.95,1)`)).toMatchObject({ ok: true });
  });
});

describe('a bootstrap interval', () => {
  /** Word for word what docs/claims.md says of the generator, in whole numbers without a bound. */
  function drawsOf(seed: number): () => number {
    const bits = (value: bigint): bigint => BigInt.asUintN(32, value);
    let state = BigInt(seed);
    return () => {
      state = bits(state + 0x6d2b79f5n);
      let t = bits((state ^ (state >> 15n)) * (state | 1n));
      t = bits(t ^ bits(t + (t ^ (t >> 7n)) * (t | 61n)));
      return Number(t ^ (t >> 14n)) / 2 ** 32;
    };
  }
  function quantile(values: readonly number[], q: number): number {
    const ordered = values.toSorted((one, other) => one - other);
    const h = (ordered.length - 1) * q;
    const [low = 0, high = low] = ordered.slice(Math.floor(h));
    return low + (h - Math.floor(h)) * (high - low);
  }
  function medianOf(values: readonly number[]): number {
    const ordered = values.toSorted((one, other) => one - other);
    const [one = 0, other = one] = ordered.slice(Math.ceil(values.length / 2) - 1);
    return values.length % 2 === 1 ? one : (one + other) / 2;
  }

  it.each([0, 1, 77, 2 ** 32 - 1])(
    'is what its documentation says, to the last digit, here and in verify.mjs: seed %d',
    (seed) => {
      // Long enough that another generator or another order of drawing gives other ends.
      for (const length of [60, 61]) {
        const x = Array.from({ length }, (_, at) => Math.sin(at * at) * 1e3);
        const draw = drawsOf(seed);
        const medians = Array.from({ length: 2_000 }, () =>
          medianOf(x.map(() => x[Math.floor(draw() * x.length)] ?? 0)),
        );
        for (const [name, q] of [
          ['boot_low', (1 - 0.9) / 2],
          ['boot_high', (1 + 0.9) / 2],
        ] as const) {
          const text = `${name}(${s('/x/*')},0.9,${seed})`;
          const value = quantile(medians, q);
          expect(reader({ x }).evaluate(text)).toMatchObject({ ok: true, value });
          expect(evaluateFormula(text, () => x)).toEqual({ value });
        }
      }
    },
  );
});

describe('the unit of', () => {
  const units: Readonly<Record<string, string>> = { '/a': 'ms', '/b': 'ms', '/c': 's', '/p': '%' };
  const unit = (formula: string) => {
    const found = unitOfFormula(formula, ({ pointer }) => units[pointer]);
    return found.ok ? (found.unit ?? 'none') : 'refused';
  };
  it.each([
    [`ratio(${s('/a')},${s('/b')})`, 'none'],
    [`difference(${s('/a')},${s('/b')})`, 'ms'],
    [`difference(${s('/a')},1)`, 'ms'],
    [`percent_change(${s('/a')},${s('/b')})`, '%'],
    [`product(${s('/a')},2)`, 'ms'],
    [`convert(${s('/a')},"ms","s")`, 's'],
    [`difference(convert(${s('/a')},"ms","s"),${s('/c')})`, 's'],
    [`abs(${s('/p')})`, '%'],
    [s('/n'), 'none'],
    [`ratio(${s('/a')},${s('/c')})`, 'refused'],
    [`ratio(${s('/a')},${s('/n')})`, 'refused'],
    [`product(${s('/a')},${s('/c')})`, 'refused'],
    [`convert(${s('/c')},"ms","s")`, 'refused'],
  ])('%s is %s', (formula, expected) => {
    expect(unit(formula)).toBe(expected);
  });
});
