/**
 * Verbs that say which way a quantity went ("batching raises the rate") in all their forms, so that a claim may show
 * them; and which of the values that a sentence cites a word of comparison is said of.
 */
import { type CitedClaim, isLicensed } from './result-words.ts';
import type { Citation, Sentence } from './sentences.ts';
import { formsOf } from './word-forms.ts';
import type { Licence } from './word-table.ts';

/** By what they say; the table of words has those that say it in any company. */
const verbs: readonly (readonly [licence: Licence, words: string])[] = [
  ['rises', 'boost elevate grow increase lengthen lift raise'],
  ['falls', 'curb cut decrease diminish lessen lower reduce save shorten shrink'],
  ['better', 'enhance improve outperform'],
  ['worse', 'degrade harm hurt impair worsen'],
  ['faster', 'accelerate'],
];
const licenceOf = new Map(
  verbs.flatMap(([licence, words]) =>
    formsOf({ forms: 'verbs', words }).map((form) => [form, licence] as const),
  ),
);

const denial = /\b(?:not|no|never|neither|nor|cannot|without)\b(?: \p{L}+){0,2} $/iu;
/** Of several at once one claim shows nothing. */
const several =
  /\b(?:all|always|any|both|consistently|each|every|everywhere|neither|throughout)\b/i;
const charsNear = 60;
/** In a longer sentence, and among more citations, nothing is looked for. */
const [charsMax, citesMax] = [1_000, 50];

/** True for a verb that says of a quantity what the cited claims show of it. */
export function isShownDirection(
  text: string,
  { text: word, index }: { readonly text: string; readonly index: number },
  cited: readonly CitedClaim[],
): boolean {
  const licence = licenceOf.get(word);
  if (licence === undefined || cited.length === 0 || text.length > charsMax) return false;
  if (several.test(text)) return false;
  const negated = denial.test(text.slice(Math.max(0, index - charsNear), index));
  return isLicensed({ text: word, index, licence, negated, ofAll: null }, cited);
}

const clauseBreak = /[,;:—]|\b(?:and|but|while|whereas|although)\b/giu;
/** What ends a clause; its numbers may stand behind "where". */
const clauseEnd =
  /[;:—]|,(?! (?:where|which|with|at|namely)\b)|\b(?:but|while|whereas|although)\b/iu;
const withOther = /^[^,;:—]*\b(?:than|compared|against|versus|relative|over)\b/iu;
const startingFrom = /\bfrom (?:about |roughly )?[^\s,;]+(?: \p{L}+)?\s*$/iu;

/**
 * The citations of a sentence, those first of which `word` is said: "rare with A, 3, and more common with B, 5" says
 * more of 5, and what rises "to 5 from 3" began at 3.
 */
export function citesInOrder(
  text: string,
  { index, licence }: { readonly index: number; readonly licence: Licence },
  { start, cites }: Sentence,
): readonly Citation[] {
  if (cites.length < 2 || cites.length > citesMax || text.length > charsMax) return cites;
  const placeOf = (cite: Citation): number => cite.index - start;
  if (licence === 'rises' || licence === 'falls') {
    const first = cites.find((cite) => {
      const place = placeOf(cite);
      return startingFrom.test(text.slice(Math.max(0, place - charsNear), place));
    });
    return first === undefined ? cites : [first, ...cites.filter((cite) => cite !== first)];
  }
  const behind = text.slice(index);
  if (withOther.test(behind)) return cites;
  const from = [...text.slice(0, index).matchAll(clauseBreak)].at(-1)?.index ?? -1;
  const end = clauseEnd.exec(behind)?.index ?? behind.length;
  const earlier = cites.filter((cite) => placeOf(cite) <= from);
  const own = cites.filter((cite) => placeOf(cite) > from && placeOf(cite) <= index + end);
  return own.length > 0 && earlier.length > 0 ? [...own, ...earlier] : cites;
}
