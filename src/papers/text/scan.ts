/**
 * Scanners over text from outside, each one pass: what a regular expression would look for again and
 * again from every opening mark. A closing mark that is not there is looked for once.
 */
import { assert } from '../../lib/assert.ts';

/** A stretch of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
}

/**
 * All that a global expression finds. `matchAll` makes the expression anew for each text, and V8 may have to compile it
 * again.
 */
export function findAll(text: string, pattern: RegExp): RegExpExecArray[] {
  assert(pattern.global, 'an expression that is not global finds the same for ever');
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let next = pattern.exec(text); next !== null; next = pattern.exec(text)) {
    found.push(next);
    if (next[0] === '') pattern.lastIndex += pattern.unicode && isPair(text, next.index) ? 2 : 1;
  }
  return found;
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

/** Finds `mark` at or after a place that never goes back; each part of the text is searched once. */
export function createFinder(text: string, mark: string): (from: number) => number {
  let found = -1;
  let from = -1;
  return (at) => {
    if (from >= 0 && at >= from && (found < 0 || found >= at)) return found;
    from = at;
    found = text.indexOf(mark, at);
    return found;
  };
}

/** Spans from an opening mark to the next closing mark of its pair, without overlap, from the left. */
export function findPairs(text: string, pairs: readonly (readonly [string, string])[]): Span[] {
  const spans: Span[] = [];
  const present = pairs
    .filter(([open]) => text.includes(open))
    .map(([open, close]) => ({
      open,
      close,
      findOpen: createFinder(text, open),
      findClose: createFinder(text, close),
    }));
  for (let at = 0; ; at += 1) {
    let next = text.length;
    for (const { findOpen } of present) {
      const place = findOpen(at);
      if (place >= 0 && place < next) next = place;
    }
    if (next === text.length) break;
    at = next;
    for (const { open, close, findClose } of present) {
      if (!text.startsWith(open, at)) continue;
      const end = findClose(at + open.length);
      if (end < 0) continue;
      spans.push({ start: at, end: end + close.length });
      at = end + close.length - 1;
      break;
    }
  }
  return spans;
}

/** `text` with spaces in place of the spans, which are in order. */
export function blankSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start), ' '.repeat(end - start));
    at = end;
  }
  return parts.join('') + text.slice(at);
}

interface CommandArgument {
  readonly index: number;
  /** From the backslash to the closing brace. */
  readonly length: number;
  readonly argument: string;
}

/**
 * LaTeX commands with a braced argument that holds no closing brace, optional arguments in between:
 * `\cite[p. 3]{key}`. `command` is sticky and ends before `[` or `{`.
 */
export function findCommands(
  text: string,
  command: RegExp,
  optionalsMax: number,
): CommandArgument[] {
  const found: CommandArgument[] = [];
  const closeBracket = createFinder(text, ']');
  const closeBrace = createFinder(text, '}');
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) {
    command.lastIndex = at;
    const name = command.exec(text)?.[0];
    if (name === undefined) continue;
    let end = at + name.length;
    for (let count = 0; count < optionalsMax && text[end] === '['; count += 1) {
      const close = closeBracket(end);
      if (close < 0) break;
      end = close + 1;
    }
    if (text[end] !== '{') continue;
    const close = closeBrace(end);
    if (close < 0) return found;
    found.push({ index: at, length: close + 1 - at, argument: text.slice(end + 1, close) });
    at = close;
  }
  return found;
}
