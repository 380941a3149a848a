/** Cuts a draft into passages: lines that belong together, without code blocks, with their numbers. */
import { readLatexLine } from '../render/latex-text.ts';

/**
 * Text that is judged as one piece: the lines of a paragraph joined, so that a wording is found
 * across line ends.
 */
export interface Passage {
  readonly text: string;
  /** Number of the line that holds the character at `index`. */
  lineAt(index: number): number;
}

/** Markdown: paragraphs joined; headings, list items, quotes and table rows start anew. */
export function markdownPassages(source: string): Passage[] {
  let fence: string | undefined;
  const lines = source.split(/\r?\n/).map((line) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark.slice(0, 3);
      else if (mark.startsWith(fence)) fence = undefined;
      return '';
    }
    return fence === undefined ? line : '';
  });
  return join(lines, /^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|\||>(?!.*^>)|---)/);
}

/** Stands around code in text read from LaTeX, where a backtick is only a character. */
const codeMark = '\uE000';

/** LaTeX: paragraphs joined; commands that set something of their own start anew. Escapes are undone. */
export function latexPassages(source: string): Passage[] {
  const lines = source
    .split(/\r?\n/)
    .map((line) => readLatexLine(line, codeMark)?.replaceAll('`', "'") ?? line);
  return join(lines, /^\s*(?:\\(?:item|section|subsection|begin|end|title|author|date)\b|%)/);
}

function join(lines: readonly string[], starts: RegExp): Passage[] {
  const passages: Passage[] = [];
  let text = '';
  let offsets: { index: number; line: number }[] = [];
  const flush = (): void => {
    if (text.trim() !== '') passages.push(toPassage(text, offsets));
    text = '';
    offsets = [];
  };
  let quoted = false;
  lines.forEach((line, index) => {
    const isQuote = /^\s*>/.test(line);
    const continues = isQuote && quoted;
    quoted = isQuote;
    if (line.trim() === '' || (starts.test(line) && !continues)) flush();
    if (line.trim() === '') return;
    if (text !== '') text += ' ';
    offsets.push({ index: text.length, line: index + 1 });
    text += isQuote ? line.replace(/^\s*>\s?/, '') : line;
  });
  flush();
  return passages;
}

function toPassage(text: string, offsets: readonly { index: number; line: number }[]): Passage {
  return {
    text,
    lineAt(index) {
      let low = 0;
      let high = offsets.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((offsets[middle]?.index ?? 0) <= index) low = middle + 1;
        else high = middle;
      }
      return offsets[low - 1]?.line ?? 0;
    },
  };
}

/** The surroundings of a match, on one line. */
export function excerptOf(text: string, index: number, length: number): string {
  const start = Math.max(0, index - 40);
  const end = Math.min(text.length, index + length + 40);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}
