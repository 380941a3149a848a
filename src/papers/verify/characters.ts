/** Characters that a reader cannot see, or takes for others: each is a finding with its code point. */
import { findAll } from '../text/scan.ts';

/** Marks that turn the direction of writing, so that a line reads otherwise than it is stored. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** Characters without a picture of their own. Variation selectors of pictographs are not among them. */
const unseen =
  /\u034F|\u17B4|\u17B5|[\u180B-\u180F]|[\uFE00-\uFE0D]|[\u00AD\u115F\u1160\u200B-\u200D\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]|(?![\n\t])\p{Cc}|\p{Co}/u;
const suspects = new RegExp(`${turning.source}|${unseen.source}`, 'gu');

/** Greek and Cyrillic letters that look like the Latin ones written behind them. */
const lookAlikes: Readonly<Record<string, string>> = {
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  υ: 'u',
  А: 'A',
  В: 'B',
  Е: 'E',
  Ѕ: 'S',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  ѕ: 's',
  і: 'i',
  ј: 'j',
  һ: 'h',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
};

/** Nothing to look at more closely: what can be typed, and the marks that the renderer writes. */
const ordinary = /^[\n\t\x20-\x7E…“”–’×°µ]*$/;
/** Findings told of one line. */
const toldMax = 5;

/** What stands in `text` that is not what it seems, in words with its code point; empty for honest text. */
export function findStrangeCharacters(text: string): string[] {
  if (ordinary.test(text)) return [];
  const found: string[] = [];
  for (const [character] of findAll(text, suspects)) {
    if (found.length >= toldMax) return found;
    const what = turning.test(character) ? 'turns the direction of writing' : 'cannot be seen';
    found.push(`${codePoint(character)} ${what}; take it out`);
  }
  for (const [word] of findAll(text, /[\p{L}\p{M}\p{N}]+/gu)) {
    if (found.length >= toldMax) return found;
    if (!/\p{Script=Latin}/u.test(word)) continue;
    const letter = Array.from(word).find((character) => Object.hasOwn(lookAlikes, character));
    if (letter === undefined) continue;
    found.push(
      `${codePoint(letter)} looks like a Latin ${lookAlikes[letter]} within “${word.slice(0, 40)}”; write the Latin letter`,
    );
  }
  return found;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
