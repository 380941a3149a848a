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

/** Of a name these say no more than that something is counted. */
const counted = new Set(wordsIn('case count fraction number rate run share total trial'));

interface Known {
  /** Forms and stems of the words of a name. */
  readonly grounds: ReadonlySet<string>;
  readonly isZero: boolean;
}
const isCounted = (word: string): boolean => groundsOf(word).some((ground) => counted.has(ground));

const endings = /(?:ures?|ions?|ments?|ances?|ences?|ed|ing|es|s)$/;
const stemChars = 4;
/** "Failed" and "failures" have one; empty where hardly a letter is left. */
function stemOf(word: string): string {
  const stem = word.replace(endings, '');
  return stem.length >= stemChars ? stem : '';
}

/** True for an odd word of `sentence` that one of its claims licenses by its name, and where it is denied by its value. */
export function isCalledSo(
  sentence: string,
  cited: readonly CitedClaim[],
  { namesOf }: Pick<PaperReading, 'namesOf'>,
): (word: OddWord) => boolean {
  let known: readonly Known[] | undefined;
  const readNames = (): NonNullable<typeof known> => {
    const all = wordsOf(sentence);
    const said = new Set([...all.flatMap(groundsOf), ...all.map(stemOf)]);
    // "Became unstable" of `unstable_runs`, "failed" of `failures`.
    const isSaid = (name: NameWords): boolean =>
      name.every(
        (word) =>
          isCounted(word) ||
          groundsOf(word).some((ground) => said.has(ground)) ||
          (stemOf(word) !== '' && said.has(stemOf(word))),
      ) && !name.every(isCounted);
    return cited.slice(0, claimsMax).flatMap(({ claim, value }) =>
      (namesOf(claim)[0]?.quantities ?? []).filter(isSaid).map((name) => ({
        grounds: new Set([...name.flatMap(groundsOf), ...name.map(stemOf)]),
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
      : [...groundsOf(text), stemOf(text)].filter((word) => word !== '');
    return known.some(
      ({ grounds, isZero }) => near.some((word) => grounds.has(word)) && (!isDenied || isZero),
    );
  };
}
