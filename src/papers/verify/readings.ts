/** Markdown, LaTeX and the text layer of the PDF, each read on its own, must say the same. */

import type { PlainDraft } from '../text/plain-text.ts';
import { findAll } from '../text/scan.ts';
import { fileProblem, type Problem } from './problems.ts';
import { expandIds } from './ranges.ts';

/** The texts of both drafts, line by line; the first difference is reported, as of `file`. */
export function compareDrafts(
  markdown: Pick<PlainDraft, 'lines'>,
  other: Pick<PlainDraft, 'lines'>,
  file = 'paper.tex',
): Problem[] {
  const length = Math.max(markdown.lines.length, other.lines.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [markdown.lines[index], other.lines[index]];
    if (left?.text === right?.text) continue;
    const message = `differs from paper.md line ${left?.line ?? 'end'}: ${excerpt(right?.text)} instead of ${excerpt(left?.text)}`;
    return [{ rule: 'drafts_differ', file, line: right?.line ?? 0, message }];
  }
  return [];
}

function excerpt(text: string | undefined): string {
  return text === undefined ? 'nothing' : `“${text.slice(0, 120)}”`;
}

/** Both drafts must print the same values of the same claims; `printed` as `checkDraft` gives it. */
export function comparePrinted(markdown: readonly string[], latex: readonly string[]): Problem[] {
  return differences(countAll(markdown), countAll(latex)).map((pair) =>
    fileProblem(
      'readings_differ',
      'paper.tex',
      `${pair} does not stand there as often as in paper.md`,
    ),
  );
}

const numberWord = /^[-+]?\d[\d.,]*(?:e[-+]?\d+)?$/i;
/** Marks around a number that belong to the sentence. */
const around = /^[("“'‘~≈*]+|[)"”'’.,;:!?%…*]+$/g;
const cited = /\[\s*(C\d[C\d–,\s]*)\]/g;

/** A number at the end of a text. */
const numberAtEnd = /[-+]?\d(?:[\d.,]*\d)?(?:e[-+]?\d+)?$/i;
/** Characters that may stand behind it. */
const wordsBehindMax = 200;
/** Characters before a citation in which that number is looked for: it, and the words. */
const lookBack = 280;

/**
 * The numbers and citations of the text layer, whose pages end with form feeds, and which number stands before which
 * citation, against those of `paper.tex`. `ticks` are the texts of the axes, which only the drawing holds; page numbers
 * are passed over, and heads of tables may be repeated.
 */
export function comparePdf(layer: string, latex: PlainDraft, ticks: readonly string[]): Problem[] {
  const text = layer.normalize('NFKC').replaceAll('\u2212', '-');
  const lines = latex.lines.map((line) => line.text.normalize('NFKC').replaceAll('\u2212', '-'));
  const heads = new Set(
    latex.lines
      .filter((line, at) => line.isRow && latex.lines[at - 1]?.isRow !== true)
      .flatMap((line) => numbersOf(line.text)),
  );
  const wanted = countAll([...lines.flatMap(numbersOf), ...ticks.flatMap(numbersOf)]);
  const printed = withoutPageNumbers(text);
  const found = countAll(numbersOf(printed));
  const numbers = differences(wanted, found).filter(
    (number) => !(heads.has(number) && (found.get(number) ?? 0) > (wanted.get(number) ?? 0)),
  );
  const ids = differences(countAll(lines.flatMap(citesOf)), countAll(citesOf(text)));
  const pairs = differences(countAll(pairsOf(lines.join(' '))), countAll(pairsOf(printed)));
  return [...numbers, ...ids.map((id) => `[${id}]`), ...pairs]
    .slice(0, differencesMax)
    .map((what) =>
      fileProblem(
        'readings_differ',
        'paper.pdf',
        `${what} does not stand there as often as in paper.tex`,
      ),
    );
}

/** Differences told of one pair of readings. */
const differencesMax = 50;

/** The number of a page is the last line of it that is nothing else: an axis may say the same further up. */
function withoutPageNumbers(text: string): string {
  return text
    .split('\f')
    .map((page, at) => {
      const lines = page.split('\n');
      const number = lines.findLastIndex((line) => line.trim() === String(at + 1));
      // A path may be broken behind these, which could leave a number of its own.
      return lines
        .filter((_, index) => index !== number)
        .join('\n')
        .replace(/([/_–—])\n(?=\S)/g, '$1');
    })
    .join('\n');
}

function numbersOf(text: string): string[] {
  return text
    .replace(cited, ' ')
    .split(/\s+/)
    .filter((part) => /\d/.test(part))
    .map((part) => part.replace(around, ''))
    .filter((part) => numberWord.test(part));
}

function citesOf(text: string): string[] {
  return findAll(text, cited).flatMap((match) =>
    expandIds((match[1] ?? '').replace(/\s+/g, '').replaceAll(',', ', ')),
  );
}

/** Each citation with the last number before it, which is what the reader takes it for. */
function pairsOf(text: string): string[] {
  let from = 0;
  return findAll(text, cited).flatMap(({ 0: whole, 1: ids = '', index }) => {
    const number = lastNumber(text.slice(Math.max(from, index - lookBack), index));
    from = index + whole.length;
    if (number === undefined) return [];
    return [`${number} [${ids.replace(/\s+/g, '').replaceAll(',', ', ')}]`];
  });
}

/** The last number of a text, with nothing but words behind it. */
function lastNumber(text: string): string | undefined {
  let end = text.length;
  while (end > 0 && isWords(text.charCodeAt(end - 1))) end -= 1;
  return text.length - end > wordsBehindMax ? undefined : numberAtEnd.exec(text.slice(0, end))?.[0];
}

/** Neither a digit nor a square bracket. */
const isWords = (code: number): boolean =>
  !(code >= 0x30 && code <= 0x39) && code !== 0x5b && code !== 0x5d;

function countAll(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function differences(
  left: ReadonlyMap<string, number>,
  right: ReadonlyMap<string, number>,
): string[] {
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    (item) => left.get(item) !== right.get(item),
  );
}
