/** Words that are not plain and may stand all the same: parts of what is called so. */
import { claimsOf } from './cited.ts';
import { wordsOf } from './names.ts';
import { allNames, createCover } from './naming.ts';
import type { PaperReading } from './reading.ts';
import type { Sentence } from './sentences.ts';
import { isOddByWord, isPartOfName, type OddWord } from './vocabulary.ts';

/** Lists what was compared, with the names of the result files alone. */
const caseList = /^Varied: /;
/** Names of so many words are no accident. */
const longNameWords = 3;

/** True for an odd word that is part of something that is called so: a path, an id, a metric, a name. */
export function printedNames(
  text: string,
  sentence: Sentence,
  isCaption: boolean,
  reading: PaperReading,
): (word: OddWord) => boolean {
  const rest = reading.printed(text).rest;
  const all = allNames(reading.names);
  const isList = isCaption || caseList.test(text);
  const metrics = claimsOf(sentence, reading).flatMap(({ outcome }) =>
    outcome === undefined ? [] : [wordsOf(outcome.metric)],
  );
  const ofMetric = createCover(text, () => metrics);
  const ofFiles = createCover(text, (word) =>
    isList ? all(word) : all(word).filter((name) => name.length >= longNameWords),
  );
  return (odd) => {
    const { text: word, index } = odd;
    // The end of a name that was cut.
    const isCut = text.charAt(index + word.length) === '…';
    return (
      rest.charAt(index) === ' ' ||
      (isCut && (isList || isOddByWord(odd))) ||
      (isOddByWord(odd) && isSourceWord(word, reading)) ||
      isPartOfName(odd, ofMetric) ||
      ((isList || sentence.cites.length > 0) && isPartOfName(odd, ofFiles))
    );
  };
}

/** True for a word of the idea, of what claims repeat, or of a name of the result files. */
export function isSourceWord(word: string, { names, said }: PaperReading): boolean {
  return wordsOf(word).every((part) => names.byWord.has(part) || said.has(part));
}
