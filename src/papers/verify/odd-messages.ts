/** What a reader is told of words that are not plain where they stand. */
import type { OddWord } from './vocabulary.ts';

/** What is wrong with the odd words of one sentence, each kind once. */
export function oddMessages(odd: readonly OddWord[], isCited: boolean): string[] {
  const told = new Map<string, Set<string>>();
  for (const { text, why, reason } of odd) {
    const end = reason ?? reasons[why](isCited);
    told.set(end, (told.get(end) ?? new Set()).add(text));
  }
  return [...told].map(([end, texts]) => {
    const named = [...texts].slice(0, namedMax).map((text) => `“${text.slice(0, wordCharsMax)}”`);
    return `${named.join(', ')}: ${end}`;
  });
}

/** Words named in one finding, and characters of each. */
const namedMax = 5;
const wordCharsMax = 40;

const reasons: Readonly<Record<OddWord['why'], (isCited: boolean) => string>> = {
  unlisted: (isCited) =>
    `not of the plain vocabulary, and neither the idea nor a result file calls anything so; say it in plain words${isCited ? '' : ' or quote the record'}`,
  degree: () =>
    'says how something is where nothing says what was done; say what was done or measured',
  people: () => 'names people where nothing says what they did in the run',
  merit: (isCited) =>
    `says how good, why or how far${isCited ? ', and no claim that is cited is called so' : ''}; it may stand only where the sentence denies it, asks for it or aims at it`,
  fault: () => 'says what is bad; it may stand only where the sentence asks for it',
  order: () => 'begins an order to the reader; say what was done instead',
  outcome: () =>
    'says what came of it or what others think of it; say what was done, or print the value',
  claim: () => 'claims more than was done',
};
