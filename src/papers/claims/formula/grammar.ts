/**
 * The language of formulas, in which a ledger says how a value follows from result files:
 *
 *     expr   = call | source | number
 *     call   = name "(" expr {"," expr} ")"
 *     source = JSON string of a path, "#" and an RFC 6901 pointer; a segment "*" means every element
 *
 * A text beside a source or number is taken only where a function wants the name of a unit. One pass
 * from left to right; nothing is read twice.
 */
import { parsePointer } from '../../json-pointer.ts';
import { type FunctionName, functions, isFunctionName } from './functions.ts';

/** Characters of one formula. */
export const formulaCharsMax = 2_000;
/** Calls within calls. */
export const formulaDepthMax = 16;

/** Where a number or a series is read: `path` relative to the paper folder. */
export interface Source {
  readonly path: string;
  readonly pointer: string;
}

/** A formula as a tree. `text` is the name of a unit. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'source'; readonly source: Source }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] };

type Parsed =
  | {
      readonly ok: true;
      readonly expression: Expression;
      /** Each once, in the order in which they first appear. */
      readonly sources: readonly Source[];
    }
  | { readonly ok: false; readonly reason: string };

class FormulaError extends Error {}

const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const nameAt = /[a-z_]+/y;
const spaceAt = /[ \t\r\n]*/y;
/** The inside of a JSON string: each character is looked at once. */
const stringAt = /"(?:[^"\\]|\\.)*"/y;

/** Reads a formula. `reason` says where it stops being one, counted in characters from 1. */
export function parseFormula(text: string): Parsed {
  if (text.length > formulaCharsMax)
    return { ok: false, reason: `a formula may have ${formulaCharsMax} characters` };
  try {
    const reader = new Reader(text);
    const expression = reader.readExpression(0, 'value');
    reader.expectEnd();
    return { ok: true, expression, sources: [...reader.sources.values()] };
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return { ok: false, reason: error.message };
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  /** By what is written in the formula. */
  readonly sources = new Map<string, Source>();

  constructor(text: string) {
    this.#text = text;
  }

  readExpression(depth: number, wanted: 'value' | 'unit'): Expression {
    this.#skipSpace();
    const next = this.#text[this.#at];
    if (next === '"') return this.#readString(wanted);
    if (wanted === 'unit') this.#fail('the name of a unit in quotes is wanted');
    if (next !== undefined && /[-\d]/.test(next)) return this.#readNumber();
    if (depth >= formulaDepthMax) this.#fail(`calls may stand ${formulaDepthMax} deep`);
    return this.#readCall(depth);
  }

  expectEnd(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('nothing may follow');
  }

  #readString(wanted: 'value' | 'unit'): Expression {
    const from = this.#at;
    const written = this.#take(stringAt) ?? this.#fail('this text is not closed');
    const text = decode(written) ?? this.#fail('this is not a JSON string', from);
    if (wanted === 'unit') return { kind: 'text', text };
    const hash = text.indexOf('#');
    const source = { path: text.slice(0, hash), pointer: text.slice(hash + 1) };
    if (hash <= 0 || parsePointer(source.pointer) === undefined)
      this.#fail('a source is a path, "#" and a JSON pointer', from);
    this.sources.set(text, source);
    return { kind: 'source', source };
  }

  #readNumber(): Expression {
    const from = this.#at;
    const value = Number(this.#take(numberAt) ?? this.#fail('this is not a number'));
    if (!Number.isFinite(value)) this.#fail('this number is beyond double precision', from);
    return { kind: 'number', value };
  }

  #readCall(depth: number): Expression {
    const from = this.#at;
    const name = this.#take(nameAt) ?? this.#fail('a function, source or number is wanted');
    if (!isFunctionName(name)) return this.#fail(`there is no function ${name}`, from);
    this.#expect('(');
    const { parameters } = functions[name];
    const args = parameters.map((parameter, place) => {
      if (place > 0) this.#expect(',');
      return this.readExpression(depth + 1, parameter === 'unit' ? 'unit' : 'value');
    });
    this.#expect(')');
    return { kind: 'call', name, args };
  }

  #expect(sign: string): void {
    this.#skipSpace();
    if (this.#text[this.#at] !== sign) this.#fail(`"${sign}" is wanted`);
    this.#at += 1;
  }

  #skipSpace(): void {
    this.#take(spaceAt);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(why: string, at = this.#at): never {
    throw new FormulaError(`character ${at + 1}: ${why}`);
  }
}

function decode(written: string): string | undefined {
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
}

/** A source as it is written in a formula. */
export function sourceText({ path, pointer }: Source): string {
  return JSON.stringify(`${path}#${pointer}`);
}

/** A call as it is written in a formula; its arguments are printed already. */
export function callText(name: FunctionName, ...args: readonly (string | number)[]): string {
  return `${name}(${args.join(',')})`;
}

/** The source that appears first in a part of a formula. */
export function firstSource(part: Expression): Source | undefined {
  if (part.kind === 'source') return part.source;
  if (part.kind !== 'call') return undefined;
  for (const arg of part.args) {
    const source = firstSource(arg);
    if (source !== undefined) return source;
  }
  return undefined;
}
