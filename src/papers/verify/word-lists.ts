/** In which of the lists of ordinary English a word stands, itself or by a ground form. */
import { commonWords } from './common-words.ts';
import { groundsOf, wordsIn } from './word-forms.ts';

/** What the words of a list are of. */
export type CommonList = keyof typeof commonWords;

let known: ReadonlyMap<CommonList, ReadonlySet<string>> | undefined;

/** Read when the first word is looked up: a thread that never judges a sentence is spared them. */
const lists = (): ReadonlyMap<CommonList, ReadonlySet<string>> => {
  known ??= new Map(
    (Object.keys(commonWords) as CommonList[]).map((list) => [
      list,
      new Set(wordsIn(commonWords[list])),
    ]),
  );
  return known;
};

/** True for a word as it is written in a list. */
export const isListed = (word: string, list?: CommonList): boolean =>
  list === undefined
    ? [...lists().values()].some((words) => words.has(word))
    : lists().get(list)?.has(word) === true;

/** The lists of all its ground forms. */
export const listsOf = (word: string): ReadonlySet<CommonList> => {
  const grounds = groundsOf(word);
  const found = [...lists()].filter(([, words]) => grounds.some((ground) => words.has(ground)));
  return new Set(found.map(([list]) => list));
};

/** True for the name of a thing or of people. */
export const isNoun = (word: string): boolean =>
  groundsOf(word).some((ground) => isListed(ground, 'things') || isListed(ground, 'people'));
