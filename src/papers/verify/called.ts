/**
 * Words of a sentence that are what a cited claim is called, in other forms or another order: "no write was lost" of
 * `lost_writes`, and "achieves an accuracy" where the accuracy is cited.
 */
import { type NameWords, wordsOf } from './names.ts';
import type { PaperReading } from './reading.ts';
import type { CitedClaim } from './result-words.ts';
import type { OddWord } from './vocabulary.ts';
import { groundsOf, wordsIn } from './word-forms.ts';

/** Verbs that say no more than that a value is the one of its case. */
const having = new Set(
  wordsIn('achieve achieved achieves attain attained attains raise raised raises'),
);
/** From such a verb to what it has: "a higher accuracy", "as many false alarms". */
const objectWords = 5;
const denial = /\b(?:no|none|not|never|without)\b[^,;:.]*$/i;
const charsNear = 80;
/** Claims of one sentence whose names are looked at. */
const claimsMax = 100;

/** True for an odd word of `sentence` that one of its claims licenses by its name, and where it is denied by its value. */
export function isCalledSo(
  sentence: string,
  cited: readonly CitedClaim[],
  { namesOf }: Pick<PaperReading, 'namesOf'>,
): (word: OddWord) => boolean {
  let known:
    | readonly { readonly grounds: ReadonlySet<string>; readonly isZero: boolean }[]
    | undefined;
  const readNames = (): NonNullable<typeof known> => {
    const said = new Set(wordsOf(sentence).flatMap(groundsOf));
    const isSaid = (name: NameWords): boolean =>
      name.every((word) => groundsOf(word).some((ground) => said.has(ground)));
    return cited.slice(0, claimsMax).flatMap(({ claim, value }) =>
      (namesOf(claim)[0]?.quantities ?? []).filter(isSaid).map((name) => ({
        grounds: new Set(name.flatMap(groundsOf)),
        isZero: value === 0 && claim.comparison === undefined,
      })),
    );
  };
  return ({ text, index, why }) => {
    if (cited.length === 0 || why === 'claim' || why === 'order') return false;
    known ??= readNames();
    const isDenied = denial.test(sentence.slice(Math.max(0, index - charsNear), index));
    const isHaving = having.has(text);
    const behind = sentence.slice(index + text.length, index + text.length + charsNear);
    const near = isHaving
      ? wordsOf(behind).slice(0, objectWords).flatMap(groundsOf)
      : groundsOf(text);
    return known.some(
      ({ grounds, isZero }) => near.some((word) => grounds.has(word)) && (!isDenied || isZero),
    );
  };
}
