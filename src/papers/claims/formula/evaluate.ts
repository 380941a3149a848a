/**
 * Computes formulas over files that were read once. A source is resolved once however many formulas
 * name it, and all formulas of a ledger share one bound on steps.
 */
import { whyInexact } from '../../../lib/exact-number.ts';
import { isSeriesPointer, resolvePointer, selectAll } from '../../json-pointer.ts';
import { convertUnit, type FunctionName, functions } from './functions.ts';
import { type Expression, parseFormula, type Source } from './grammar.ts';
import { resampleCount, Series, seriesValuesMax } from './series.ts';
import { isSeed } from './statistics.ts';

/** Values looked at by all formulas of one ledger, a resample of a series counted as its length. */
export const formulaStepsMax = 200_000_000;
/** Values of all series of one ledger together, each series once. */
export const seriesReadMax = 10_000_000;

interface NoNumber {
  readonly ok: false;
  readonly reason: string;
}
/** A number, or why there is none. */
export type NumberResult = { readonly ok: true; readonly value: number } | NoNumber;
/** The same of a whole formula, with its tree and sources. */
export type FormulaResult =
  | {
      readonly ok: true;
      readonly value: number;
      readonly expression: Expression;
      readonly sources: readonly Source[];
    }
  | NoNumber;

/** Computes formulas over one set of files. */
export interface FormulaReader {
  /** The value of a formula. */
  evaluate(formula: string): FormulaResult;
  /** The number that a part of a parsed formula comes to. */
  numberOf(part: Expression): NumberResult;
  /** How many numbers a source selects; undefined when it selects something else. */
  countOf(source: Source): number | undefined;
}

type Value = number | Series;

class NoValue extends Error {}

/** A reader over parsed files; `jsonOf` gives undefined for a file that is not there. */
export function createFormulaReader(jsonOf: (path: string) => unknown): FormulaReader {
  return new Evaluation(jsonOf);
}

class Evaluation implements FormulaReader {
  readonly #jsonOf: (path: string) => unknown;
  /** By path and pointer; a reason in place of numbers that are not there. */
  readonly #read = new Map<string, Value | string>();
  #stepsLeft = formulaStepsMax;
  #valuesLeft = seriesReadMax;

  constructor(jsonOf: (path: string) => unknown) {
    this.#jsonOf = jsonOf;
  }

  evaluate(formula: string): FormulaResult {
    const parsed = parseFormula(formula);
    if (!parsed.ok) return parsed;
    const { expression, sources } = parsed;
    const result = this.numberOf(expression);
    if (!result.ok) return result;
    // A ledger that nobody reads as it was written proves nothing.
    const reason = whyInexact(JSON.stringify(result.value));
    return reason === undefined ? { ...result, expression, sources } : { ok: false, reason };
  }

  numberOf(part: Expression): NumberResult {
    try {
      const value = this.#valueOf(part);
      if (typeof value === 'number') return { ok: true, value };
      return { ok: false, reason: 'it is a series, not one number' };
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
      return { ok: false, reason: error.message };
    }
  }

  countOf(source: Source): number | undefined {
    const value = this.#sourceValue(source);
    if (typeof value === 'string') return undefined;
    return typeof value === 'number' ? 1 : value.values.length;
  }

  #valueOf(expression: Expression): Value {
    switch (expression.kind) {
      case 'number':
        return expression.value;
      case 'text':
        throw new NoValue(`“${expression.text}” is no number`);
      case 'source': {
        const value = this.#sourceValue(expression.source);
        if (typeof value === 'string') throw new NoValue(value);
        return value;
      }
      case 'call':
        return this.#call(expression.name, expression.args);
    }
  }

  #sourceValue(source: Source): Value | string {
    const key = `${source.path}#${source.pointer}`;
    let value = this.#read.get(key);
    if (value === undefined) {
      value = readSource(this.#jsonOf(source.path), source, this.#valuesLeft);
      if (value instanceof Series) this.#valuesLeft -= value.values.length;
      this.#read.set(key, value);
    }
    return value;
  }

  #call(name: FunctionName, args: readonly Expression[]): Value {
    const called = functions[name];
    const values = args.filter((arg) => arg.kind !== 'text').map((arg) => this.#valueOf(arg));
    switch (called.of) {
      case 'series': {
        const [series, ...scalars] = values;
        if (!(series instanceof Series)) throw new NoValue(`${name} wants a series`);
        const numbers = scalars.filter((scalar) => typeof scalar === 'number');
        if (numbers.length !== scalars.length)
          throw new NoValue(`${name} wants a number, not a series`);
        this.#spend(stepsOf(name, series, numbers));
        const compute: (series: Series, ...numbers: readonly number[]) => number = called.compute;
        return finite(compute(series, ...numbers), name);
      }
      case 'elements':
        return this.#spread(values, name, called.compute);
      case 'units': {
        const [from = '', to = ''] = args.flatMap((arg) => (arg.kind === 'text' ? [arg.text] : []));
        return this.#spread(values, `${name} from ${from} to ${to}`, (a) =>
          convertUnit(a, from, to),
        );
      }
    }
  }

  /** Element by element; a number stands beside every element. */
  #spread(
    values: readonly Value[],
    name: string,
    compute: (a: number, b: number) => number,
  ): Value {
    const lengths = new Set(
      values.flatMap((value) => (value instanceof Series ? [value.values.length] : [])),
    );
    if (lengths.size > 1) throw new NoValue(`${name} wants series of one length`);
    const [a = Number.NaN, b = Number.NaN] = values;
    if (typeof a === 'number' && typeof b === 'number') return finite(compute(a, b), name);
    const [length = 0] = lengths;
    this.#spend(length);
    const at = (value: Value, place: number): number =>
      typeof value === 'number' ? value : (value.values[place] ?? Number.NaN);
    return new Series(
      Array.from({ length }, (_, place) => finite(compute(at(a, place), at(b, place)), name)),
    );
  }

  #spend(steps: number): void {
    if (steps > this.#stepsLeft)
      throw new NoValue(`the formulas of one ledger may look at ${formulaStepsMax} values`);
    this.#stepsLeft -= steps;
  }
}

function stepsOf(name: FunctionName, series: Series, numbers: readonly number[]): number {
  const length = series.values.length;
  if (name !== 'boot_low' && name !== 'boot_high') return length;
  const seed = numbers[1] ?? Number.NaN;
  return series.hasResampled(seed) || !isSeed(seed) ? 1 : length * resampleCount;
}

function finite(value: number, name: string): number {
  if (Number.isFinite(value)) return value;
  throw new NoValue(`${name} has no value here`);
}

function readSource(json: unknown, { path, pointer }: Source, valuesLeft: number): Value | string {
  const place = `${path}#${pointer}`;
  if (json === undefined) return `${path} is no JSON file of the bundle`;
  if (!isSeriesPointer(pointer)) {
    const value = resolvePointer(json, pointer);
    return typeof value === 'number' && Number.isFinite(value) ? value : `${place} holds no number`;
  }
  const countMax = Math.min(seriesValuesMax, valuesLeft);
  const selected = selectAll(json, pointer, countMax);
  if (selected === undefined)
    return `${place} leads nowhere, or to more than the ${countMax} values that may be read`;
  const numbers = selected.filter((value) => typeof value === 'number' && Number.isFinite(value));
  return numbers.length === selected.length
    ? new Series(numbers as number[])
    : `${place} selects something that is no number`;
}
