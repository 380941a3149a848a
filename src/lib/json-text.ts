/**
 * Reads JSON text strictly and says where it is wrong. `JSON.parse` gives no dependable position
 * and lets the last of two equal keys win; a text with either fault is refused here.
 */
import { type JSONVisitor, visit } from 'jsonc-parser';

type JsonTextResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly line: number;
      readonly column: number;
      readonly message: string;
    };

const depthMax = 64;

class JsonTextError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Parses `text`; line and column count from 1, the column in characters. `toNumber` reads a number
 * as written; as JavaScript does, unless told.
 */
export function parseJsonText(
  text: string,
  toNumber: (token: string, offset: number) => number = Number,
): JsonTextResult {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const built = buildValue(plain, toNumber);
  try {
    // The first fault is thrown, so that nothing is read beyond it.
    visit(plain, built.visitor, { disallowComments: true });
    return { ok: true, value: built.root[0] };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const lines = plain.slice(0, error.offset).split('\n');
    const column = lines[lines.length - 1]!.length + 1;
    return { ok: false, line: lines.length, column, message: error.message };
  }
}

type Wanted = 'a value' | 'a name in quotes' | '":" after the name' | '"," or "}"' | '"," or "]"';

/** What is being filled, and under which name the next value goes into it. */
interface Open {
  readonly into: object;
  name: string | number;
}

function buildValue(text: string, toNumber: (token: string, offset: number) => number) {
  const root: unknown[] = [];
  const open: Open[] = [{ into: root, name: 0 }];
  let wanted: Wanted = 'a value';
  const goOn = (): void => {
    wanted = Array.isArray(open.at(-1)?.into) ? '"," or "]"' : '"," or "}"';
  };
  const close = (): void => {
    open.pop();
    goOn();
  };
  const add = (value: unknown): void => {
    const top = open.at(-1)!;
    // defineProperty, so that "__proto__" is a plain member and can be refused as unknown.
    const whole = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(top.into, top.name, whole);
    if (typeof top.name === 'number') top.name += 1;
  };
  const begin = (into: object, name: string | number, offset: number): void => {
    if (open.length > depthMax)
      throw new JsonTextError(`nested more than ${depthMax} levels deep`, offset);
    add(into);
    open.push({ into, name });
    wanted = typeof name === 'string' ? 'a name in quotes' : 'a value';
  };
  const visitor: JSONVisitor = {
    onObjectBegin: (offset) => begin({}, '', offset),
    onArrayBegin: (offset) => begin([], 0, offset),
    onObjectEnd: close,
    onArrayEnd: close,
    onObjectProperty(name, offset) {
      const top = open.at(-1)!;
      if (Object.hasOwn(top.into, name))
        throw new JsonTextError(`the name "${name}" appears twice`, offset);
      top.name = name;
      wanted = '":" after the name';
    },
    onSeparator(sign) {
      const isName = sign === ',' && typeof open.at(-1)?.name === 'string';
      wanted = isName ? 'a name in quotes' : 'a value';
    },
    onLiteralValue(value, offset, length) {
      add(
        typeof value === 'number' ? toNumber(text.slice(offset, offset + length), offset) : value,
      );
      goOn();
    },
    onError(_code, offset) {
      const next = text[offset] ?? '';
      const isOver = open.length === 1 && root.length > 0;
      // An object or list that is not closed is taken for one that is.
      const message = !isOver
        ? faultWords(wanted, next)
        : next === ''
          ? 'the file ends before its value does'
          : 'nothing may follow the value';
      throw new JsonTextError(message, offset);
    },
  };
  return { root, visitor };
}

function faultWords(wanted: Wanted, next: string): string {
  if (next === '"' && wanted.startsWith('a '))
    return 'this string is not closed or holds a bad escape';
  if (wanted === 'a value' && /[-\d]/.test(next)) return 'this is not a number';
  return `expected ${wanted}, found ${foundWords(next)}`;
}

function foundWords(next: string): string {
  if (next === '') return 'the end of the file';
  if (next === '/' || next === '#') return `"${next}" (JSON has no comments)`;
  if (next === '}' || next === ']') return `"${next}" (is there a comma too many before it?)`;
  return JSON.stringify(next);
}
