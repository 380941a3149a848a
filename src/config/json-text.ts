/**
 * Reads JSON text strictly and says where it is wrong. `JSON.parse` gives no dependable position
 * and lets the last of two equal keys win; a configuration with either fault is refused here.
 */

export type JsonTextResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly line: number;
      readonly column: number;
      readonly message: string;
    };

const depthMax = 64;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literals: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

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
  toNumber: (token: string) => number = Number,
): JsonTextResult {
  const reader = new JsonReader(text.startsWith('\uFEFF') ? text.slice(1) : text, toNumber);
  try {
    return { ok: true, value: reader.readDocument() };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const lines = reader.text.slice(0, error.offset).split('\n');
    return {
      ok: false,
      line: lines.length,
      column: lines[lines.length - 1]!.length + 1,
      message: error.message,
    };
  }
}

class JsonReader {
  readonly text: string;
  readonly #toNumber: (token: string) => number;
  #offset = 0;
  #depth = 0;

  constructor(text: string, toNumber: (token: string) => number) {
    this.text = text;
    this.#toNumber = toNumber;
  }

  readDocument(): unknown {
    const value = this.#readValue();
    if (this.#peek() !== '') this.#fail('nothing may follow the value');
    return value;
  }

  #readValue(): unknown {
    const next = this.#peek();
    if (next === '{') return this.#nested(() => this.#readObject());
    if (next === '[') return this.#nested(() => this.#readArray());
    if (next === '"') return this.#readString();
    if (next === '-' || (next >= '0' && next <= '9')) return this.#readNumber();
    for (const [word, value] of literals) {
      if (!this.text.startsWith(word, this.#offset)) continue;
      this.#offset += word.length;
      return value;
    }
    return this.#fail(`expected a value, found ${this.#found()}`);
  }

  #nested<T>(read: () => T): T {
    if (this.#depth >= depthMax) this.#fail(`nested more than ${depthMax} levels deep`);
    this.#depth += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #readObject(): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    this.#offset += 1;
    if (this.#take('}')) return value;
    do {
      if (this.#peek() !== '"') this.#fail(`expected a name in quotes, found ${this.#found()}`);
      const at = this.#offset;
      const name = this.#readString();
      if (Object.hasOwn(value, name))
        throw new JsonTextError(`the name "${name}" appears twice`, at);
      if (!this.#take(':')) this.#fail(`expected ":" after the name, found ${this.#found()}`);
      // defineProperty, so that "__proto__" is a plain member and can be refused as unknown.
      const member = this.#readValue();
      Object.defineProperty(value, name, {
        value: member,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail(`expected "," or "}", found ${this.#found()}`);
    return value;
  }

  #readArray(): unknown[] {
    const items: unknown[] = [];
    this.#offset += 1;
    if (this.#take(']')) return items;
    do items.push(this.#readValue());
    while (this.#take(','));
    if (!this.#take(']')) this.#fail(`expected "," or "]", found ${this.#found()}`);
    return items;
  }

  #readString(): string {
    let end = this.text.indexOf('"', this.#offset + 1);
    while (end >= 0 && this.#isEscaped(end)) end = this.text.indexOf('"', end + 1);
    try {
      if (end < 0) throw new SyntaxError('not closed');
      const value = JSON.parse(this.text.slice(this.#offset, end + 1)) as string;
      this.#offset = end + 1;
      return value;
    } catch {
      return this.#fail('this string is not closed or holds a bad escape');
    }
  }

  /** Whether an odd number of backslashes stands before `at`, within the string. */
  #isEscaped(at: number): boolean {
    let first = at;
    while (first - 1 > this.#offset && this.text[first - 1] === '\\') first -= 1;
    return (at - first) % 2 === 1;
  }

  #readNumber(): number {
    const token = this.#match(numberToken);
    if (token === undefined) this.#fail('this is not a number');
    return this.#toNumber(token);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const token = pattern.exec(this.text)?.[0];
    this.#offset += token?.length ?? 0;
    return token;
  }

  /** The next character after white space, or '' at the end. */
  #peek(): string {
    while (' \t\n\r'.includes(this.text[this.#offset] ?? '-')) this.#offset += 1;
    return this.text[this.#offset] ?? '';
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#offset += 1;
    return true;
  }

  #found(): string {
    const next = this.#peek();
    if (next === '') return 'the end of the file';
    if (next === '/' || next === '#') return `"${next}" (JSON has no comments)`;
    if (next === '}' || next === ']') return `"${next}" (is there a comma too many before it?)`;
    return JSON.stringify(next);
  }

  #fail(message: string): never {
    throw new JsonTextError(message, this.#offset);
  }
}
