/**
 * Stored states as rows of a page without reading them whole: the text is walked once from member to
 * member, hidden members are left out, a few are picked, the rest is passed on as it was stored.
 */

import { assert } from '../../../lib/assert.ts';
import type { TextRow, TextShape } from '../../ports/read-models.ts';
import { type StateRow, toEntityRow } from './text-rows.ts';

/** Makes rows as `shape` wants them. */
export function createTextRows(shape: TextShape): (row: StateRow) => TextRow {
  const places = new Map(shape.pick.map((name, place) => [name, place]));
  assert(!places.has('version'), 'the version is no stored member');
  /** Members that are not just passed on. */
  const special = new Map<string, Fate>(
    ['version', ...shape.hide, ...shape.pick].map((name) => [
      name,
      { place: places.get(name), isHidden: name === 'version' || shape.hide.includes(name) },
    ]),
  );
  return (row) => walkRow(row, shape, special) ?? printRow(row, shape);
}

interface Fate {
  /** Among the picked. */
  readonly place: number | undefined;
  readonly isHidden: boolean;
}

/** Undefined for a text that `JSON.stringify` would have written otherwise. */
function walkRow(
  { state, version }: StateRow,
  shape: TextShape,
  special: ReadonlyMap<string, Fate>,
): TextRow | undefined {
  const picked: unknown[] = shape.pick.map(() => null);
  const kept: string[] = [];
  let keptFrom = 1;
  let isLong = false;
  let at = 1;
  if (state[0] !== '{') return undefined;
  while (state.charCodeAt(at) === quote) {
    const nameEnd = endOfText(state, at);
    const name = state.slice(at + 1, nameEnd - 1);
    if (state.charCodeAt(nameEnd) !== colon || name.includes('\\')) return undefined;
    const value = endOfValue(state, nameEnd + 1);
    const fate = special.get(name);
    const next = state.charCodeAt(value.end) === comma ? value.end + 1 : value.end;
    if (fate?.isHidden === true) {
      kept.push(state.slice(keptFrom, at));
      keptFrom = next;
    } else if (value.longest > shape.textCharsMax) isLong = true;
    if (fate?.place !== undefined)
      picked[fate.place] = JSON.parse(state.slice(nameEnd + 1, value.end));
    at = next;
  }
  if (state[at] !== '}' || at !== state.length - 1) return undefined;
  const members = kept.join('') + state.slice(keptFrom, at);
  const separator = members === '' || members.endsWith(',') ? '' : ',';
  return { text: `{${members}${separator}"version":${version}}`, picked, isLong };
}

/** What walking gives, from a text in any order and spacing. */
function printRow(row: StateRow, { hide, pick }: TextShape): TextRow {
  const members = toEntityRow(row);
  const shown = Object.entries(members).filter(
    ([name]) => name === 'version' || !hide.includes(name),
  );
  return {
    text: JSON.stringify(Object.fromEntries(shown)),
    picked: pick.map((name) => members[name] ?? null),
    // Whoever cuts texts looks for itself.
    isLong: true,
  };
}

interface Value {
  /** Behind its last character. */
  readonly end: number;
  /** Characters of its longest text, as written. */
  readonly longest: number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;

/** The value that begins at `start`. */
function endOfValue(text: string, start: number): Value {
  let longest = 0;
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfText(text, at);
      longest = Math.max(longest, end - at - 2);
      at = end;
      continue;
    }
    if (isOpening(code)) depth += 1;
    else if (depth === 0 && (code === comma || isClosing(code))) break;
    else if (isClosing(code)) depth -= 1;
    at += 1;
  }
  return { end: at, longest };
}

/** Behind the quote that closes the text whose opening quote is at `start`. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
  return slashes % 2 === 1;
}
