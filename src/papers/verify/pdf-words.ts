/**
 * Holds the words of `paper.pdf` against `paper.tex`: its letters, in the order in which they are set, must be those of
 * the lines of the draft. Spaces, hyphens and breaks do not count, so a word may be parted anywhere. Heads of tables may
 * stand again on the next page, and the texts of a drawing stand where it is.
 */

import type { PlainDraft } from '../text/plain-text.ts';
import { findAll } from '../text/scan.ts';
import { fileProblem, type Problem } from './problems.ts';

/** A text layer; `isExact`: each character is the one that is shown, in the order in which it was set. */
interface PdfText {
  readonly text: string;
  readonly isExact: boolean;
}

/** Letters of any script, and of those that every reader gives in one order. Marks are often set apart. */
const letter = /\p{L}+/gu;
const plainLetter =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** Characters told of either side of a difference, and how many before it. */
const toldMax = 80;
const toldBefore = 24;

/** The first difference; `drawn` are the texts of all drawings, each as often as it is drawn. */
export function comparePdfWords(
  pdf: PdfText,
  latex: Pick<PlainDraft, 'lines'>,
  drawn: readonly string[],
): Problem[] {
  const read = (text: string): Letters => lettersOf(text, pdf.isExact ? letter : plainLetter);
  const said = read(pdf.text);
  const left = drawn.map((text) => read(text).all).filter((text) => text !== '');
  let at = 0;
  let head = '';
  /** Passes over heads and texts of drawings. What is longer goes first: a row may begin as the head above it does. */
  const pass = (heads: readonly string[], wanted: string): void => {
    for (;;) {
      const isNext = said.all.startsWith(wanted, at);
      const [longest] = [...heads, ...left]
        .filter((extra) => extra.length > (isNext ? wanted.length : 0))
        .filter((extra) => said.all.startsWith(extra, at))
        .sort((a, b) => b.length - a.length);
      if (longest === undefined) return;
      at += longest.length;
      if (left.includes(longest)) left.splice(left.indexOf(longest), 1);
    }
  };
  for (const [index, { text, line, isRow }] of latex.lines.entries()) {
    const wanted = read(text);
    if (isRow && latex.lines[index - 1]?.isRow !== true) head = wanted.all;
    pass(isRow ? [head] : [], wanted.all);
    const same = sameLetters(said, at, wanted);
    // Other readers drop what lies beyond the edge of the page, which only a very long word reaches.
    const cut = pdf.isExact || same === wanted.all.length ? same : endOfLongWord(wanted, same);
    if (!said.all.startsWith(wanted.all.slice(cut), at + same))
      return [differs(said, at, wanted, `line ${line} of paper.tex`)];
    at += same + wanted.all.length - cut;
  }
  pass([], '');
  if (at < said.all.length) return [differs(said, at, read(''), 'the end of paper.tex')];
  const [missing] = pdf.isExact ? left : [];
  return missing === undefined ? [] : [problem(`does not hold “${missing}”, as its drawing does`)];
}

const problem = (message: string): Problem => fileProblem('readings_differ', 'paper.pdf', message);

/** A text, where its letters stand in it, and the letters alone. */
interface Letters {
  readonly text: string;
  readonly pattern: RegExp;
  readonly all: string;
}

function lettersOf(given: string, pattern: RegExp): Letters {
  const text = given.normalize('NFKC');
  return { text, pattern, all: (text.match(pattern) ?? []).join('') };
}

/** How many letters are the same from a place of the layer on. */
function sameLetters(said: Letters, at: number, wanted: Letters): number {
  if (said.all.startsWith(wanted.all, at)) return wanted.all.length;
  let same = 0;
  while (same < wanted.all.length && wanted.all[same] === said.all[at + same]) same += 1;
  return same;
}

/** Letters of a word from which on it may be wider than a page. */
const longWordMin = 40;

/** The letter behind the word that holds letter `at`, where that word is so long; else `at`. */
function endOfLongWord({ text, pattern }: Letters, at: number): number {
  let passed = 0;
  for (const [word] of findAll(text, /\S+/gu)) {
    const length = lettersOf(word, pattern).all.length;
    passed += length;
    if (passed > at) return length >= longWordMin ? passed : at;
  }
  return at;
}

/** `at`: the letter of the layer from which on it should say what is wanted. */
function differs(said: Letters, at: number, wanted: Letters, where: string): Problem {
  const from = Math.max(0, sameLetters(said, at, wanted) - toldBefore);
  const shown = wanted.all === '' ? 'nothing more' : `“${excerpt(wanted, from)}”`;
  return problem(`says “${excerpt(said, at + from)}” where ${where} says ${shown}`);
}

/** What a text says from one of its letters on, by number. */
function excerpt({ text, pattern }: Letters, number: number): string {
  let passed = 0;
  for (const { 0: run, index } of findAll(text, pattern)) {
    if (passed + run.length > number) {
      const from = index + number - passed;
      const told = text.slice(from, from + toldMax);
      return told.replace(/\s+/gu, ' ').trim();
    }
    passed += run.length;
  }
  return '';
}
