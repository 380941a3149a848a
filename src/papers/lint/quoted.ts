/** Code and quoted text of a passage: nobody speaks there for the paper. */
import { blankSpans, createFinder, findPairs, type Span } from '../text/scan.ts';

const isWord = /[\p{L}\p{N}]/u;
/** True where a letter or digit stands at `at`, or one of two code units ends or begins there. */
function isWordAt(text: string, at: number): boolean {
  const isLow = /[\uDC00-\uDFFF]/.test(text.charAt(at));
  return (
    at >= 0 &&
    isWord.test(
      text
        .slice(isLow ? at - 1 : at, at + 2)
        .slice(0, isLow || /[\uD800-\uDBFF]/.test(text.charAt(at)) ? 2 : 1),
    )
  );
}

/** Replaces code spans and quoted phrases by spaces of their length. */
export function blankQuoted(line: string): string {
  let text = blankCode(line);
  text = blankSpans(text, findPairs(text, [['\uE000', '\uE000']]));
  text = blankSpans(text, findCode(text));
  text = blankSpans(text, findPairs(text, quotePairs));
  return blankSpans(text, findSingleQuoted(text));
}

const quotePairs = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
  ['``', "''"],
] as const;

/** Code between single or double backticks, unless a backslash stands before them. */
function blankCode(line: string): string {
  const spans: Span[] = [];
  for (let at = line.indexOf('`'); at >= 0; ) {
    const next = line.indexOf('`', at + 1);
    if (next < 0) break;
    if (line[at - 1] === '\\') {
      at = next;
      continue;
    }
    if (next > at + 1) {
      spans.push({ start: at, end: next + 1 });
      at = line.indexOf('`', next + 1);
      continue;
    }
    // Two in a row: closed by the next two, or nothing between them.
    const close = line.indexOf('`', next + 1);
    const end = close >= 0 && line[close + 1] === '`' ? close + 2 : next + 1;
    spans.push({ start: at, end });
    at = line.indexOf('`', end);
  }
  return blankSpans(line, spans);
}

const codeCommand = /\\(?:texttt|verb)\{/y;

/** `\texttt{…}` and `\verb{…}` with braces at most once inside. */
function findCode(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) {
    codeCommand.lastIndex = at;
    const name = codeCommand.exec(text)?.[0];
    if (name === undefined) continue;
    let depth = 1;
    let end = at + name.length;
    for (; end < text.length && depth > 0 && depth < 3; end += 1) {
      if (text[end] === '{') depth += 1;
      else if (text[end] === '}') depth -= 1;
    }
    if (depth > 0) continue;
    spans.push({ start: at, end });
    at = end - 1;
  }
  return spans;
}

/** `'…'` and `‘…’` that do not stand inside a word. */
function findSingleQuoted(text: string): Span[] {
  const spans: Span[] = [];
  if (!/['‘]/.test(text)) return spans;
  const straight = createFinder(text, "'");
  const curly = createFinder(text, '’');
  for (let at = 0; at < text.length; ) {
    const mark = text[at];
    if ((mark !== "'" && mark !== '‘') || isWordAt(text, at - 1)) {
      at += 1;
      continue;
    }
    const ends = [straight(at + 1), curly(at + 1)].filter((place) => place >= 0);
    if (ends.length === 0) break;
    const end = Math.min(...ends);
    if (end > at + 1 && !isWordAt(text, end + 1)) {
      spans.push({ start: at, end: end + 1 });
      at = end + 1;
    } else at += 1;
  }
  return spans;
}
