/**
 * The one reader of JSON that an agent or another program wrote. It reads what `JSON.parse` reads, and
 * refuses what that passes over in silence: a name that stands twice in one object, nesting that would
 * break whatever walks it. Numbers that a double does not hold are infinite in what is read, and named.
 */
import { whyInexact } from './exact-number.ts';
import { parseJsonText } from './json-text.ts';

/** What is wrong with a text, and where; line and column count from 1. */
export interface TextFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** `line 3, column 5: an unknown escape`. */
export const faultWords = ({ line, column, message }: TextFault): string =>
  `line ${line}, column ${column}: ${message}`;

/** What a file holds. `inexact`: its first numbers that cannot be read, `inexactCount`: how many. */
export type ValueReading =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly inexact: readonly TextFault[];
      readonly inexactCount: number;
    }
  | { readonly ok: false; readonly fault: TextFault };

/** Places named of one file; the rest is counted. */
export const inexactNamedMax = 20;
/** Deeper nesting is refused. */
const depthMax = 64;

/** What was read last: lint, audit, checklist and verifier read the same few files one after the other. */
const recent = new Map<string, ValueReading>();
/** Texts kept, and characters of them all. */
const recentMax = 12;
const recentCharsMax = 4 * 1024 * 1024;
let recentChars = 0;

/** Reads JSON text; lines and columns count from 1. Nobody may change what it gives: the next reader gets the same. */
export function readJson(text: string): ValueReading {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const reading = readJsonOnce(text);
  if (text.length > recentCharsMax) return reading;
  for (const old of recent.keys()) {
    if (recent.size < recentMax && recentChars + text.length <= recentCharsMax) break;
    recent.delete(old);
    recentChars -= old.length;
  }
  recent.set(text, reading);
  recentChars += text.length;
  return reading;
}

/** The same for a text that nobody will read again soon, such as one line of many. */
export function readJsonOnce(text: string): ValueReading {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const value = readPlain(plain);
  if (value !== undefined) return { ok: true, value, inexact: [], inexactCount: 0 };
  const offsets: { offset: number; message: string }[] = [];
  let inexactCount = 0;
  const parsed = parseJsonText(plain, (token, offset) => {
    const message = whyInexact(token);
    if (message === undefined) return Number(token);
    inexactCount += 1;
    if (offsets.length < inexactNamedMax) offsets.push({ offset, message });
    return Number.POSITIVE_INFINITY;
  });
  if (parsed.ok)
    return { ok: true, value: parsed.value, inexact: placesOf(plain, offsets), inexactCount };
  const { line, column, message } = parsed;
  return { ok: false, fault: { line, column, message: notANumber(plain, parsed) ?? message } };
}

/** Says of `NaN` and `Infinity`, which many programs write, what they are. */
function notANumber(
  text: string,
  { line, column }: { line: number; column: number },
): string | undefined {
  const word = /^-?(?:NaN|Infinity|inf|nan)\b/.exec(
    (nthLine(text, line) ?? '').slice(column - 1, column + 9),
  )?.[0];
  return word === undefined ? undefined : `${word} is not a number of JSON; write null`;
}

function nthLine(text: string, line: number): string | undefined {
  let start = 0;
  for (let count = 1; count < line; count += 1) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? undefined : end);
}

/** Lines and columns of offsets that only grow. */
function placesOf(
  text: string,
  offsets: readonly { readonly offset: number; readonly message: string }[],
): TextFault[] {
  let line = 1;
  let start = 0;
  return offsets.map(({ offset, message }) => {
    for (let next = text.indexOf('\n', start); next >= 0 && next < offset; ) {
      line += 1;
      start = next + 1;
      next = text.indexOf('\n', start);
    }
    return { message, line, column: offset - start + 1 };
  });
}

/**
 * What the text holds when nothing about it is odd; undefined otherwise. As many names as colons outside
 * strings: none stands twice.
 */
function readPlain(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const colons = countColons(text);
  return colons !== undefined && colons === countNames(value, 0) ? value : undefined;
}

/** Colons outside strings of valid JSON; undefined when a number is not exact. */
function countColons(text: string): number | undefined {
  let colons = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = closingQuote(text, at);
    else if (code === 0x3a) colons += 1;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const start = at;
      let whole = -1;
      let hasExponent = false;
      for (;;) {
        const next = text.charCodeAt(at + 1);
        if (!isNumberCode(next)) break;
        at += 1;
        if (next === 0x2e) whole = at - start;
        else if ((next | 0x20) === 0x65) hasExponent = true;
      }
      const length = at + 1 - start;
      // Few digits before the point, and not so many behind it that all of them could be nothing: exact.
      const isPlain = !hasExponent && (whole < 0 ? length : whole) < 16 && length <= 300;
      if (!isPlain && whyInexact(text.slice(start, at + 1)) !== undefined) return undefined;
    }
  }
  return colons;
}

function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}

function isNumberCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    (code | 0x20) === 0x65 ||
    code === 0x2b ||
    code === 0x2d
  );
}

/** Members of all objects; not a number where it is nested too deeply. */
function countNames(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth >= depthMax) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countNames(item, depth + 1);
    return count;
  }
  for (const member of Object.values(value)) {
    count += 1;
    if (typeof member === 'object') count += countNames(member, depth + 1);
  }
  return count;
}
