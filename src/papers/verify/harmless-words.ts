/** Where a word of merit or fault is neither: in a report of what was left out, a criterion, the name of a thing. */
import { type Clause, documents, isDefinition, nearWords } from './clauses.ts';
import type { Word } from './reach.ts';
import { groundsOf, wordsIn } from './word-forms.ts';
import { isListed } from './word-lists.ts';

/** The same sentence is asked of at each of its words. */
const ofLast = (pattern: RegExp): ((sentence: string) => RegExpExecArray | null) => {
  let last = '';
  let found = pattern.exec(last);
  return (sentence) => {
    if (sentence !== last) {
      last = sentence;
      found = pattern.exec(sentence);
    }
    return found;
  };
};

const wordSet = (list: string): ReadonlySet<string> => new Set(wordsIn(list));

/** "One pump failed and its day was left out": what is told is which records there are. */
const exclusion =
  /\b(?:was|were|is|are) (?:then |therefore |thus |later |afterwards |again |not )?(?:cut out|discarded|dropped|excluded|exchanged|left out|omitted|redone|removed|repaired|repeated|replaced|rerun|set aside|skipped|sown again|thrown (?:away|out))\b|\b(?:was|were|is|are) not (?:counted|used)\b/;

const findExclusion = ofLast(exclusion);
/**
 * True where a fault is the ground on which something was left out or done again. "The old method is useless and was
 * replaced" judges it all the same.
 */
export const isExcluded = (sentence: string, words: readonly Word[], at: number): boolean =>
  findExclusion(sentence) !== null &&
  ![1, 2].some((back) => /^(?:is|are)$/.test(words[at - back]?.text ?? ''));

const criterion = /^(?:has|have|is|are|was|were|counts|count)$/;
const conditions = wordSet('when if once as');

/** "A deck has failed when it touches the table" says what is meant by the word. */
export const isCriterion = (words: readonly Word[], at: number): boolean =>
  /^(?:a|an)$/.test(words[0]?.text ?? '') &&
  criterion.test(words[at - 1]?.text ?? '') &&
  /^(?:when|if|once)$/.test(words[at + 1]?.text ?? '');

/** "A row counts as bad when it holds no value." */
export const isCounted = (words: readonly Word[], at: number): boolean =>
  conditions.has(words[at - 1]?.text ?? '') && /^counts?$/.test(words[at - 2]?.text ?? '');

/** "The largest number of requests in any second" bounds a definition, and reaches no further. */
export const isBoundOfDefinition = (words: readonly Word[], at: number, clause: Clause): boolean =>
  words[at]?.text === 'any' && isDefinition(words, clause);

const finite =
  /^(?:are|had|has|have|hung|is|read|reads|show|showed|shows|stand|stands|stood|was|were)$/;

/** "The kitchen scales show": a noun of the same letters as a verb of merit. */
export const isThing = (words: readonly Word[], at: number): boolean =>
  // Each for itself; "independently of" reaches far.
  (words[at]?.text === 'independently' && words[at + 1]?.text !== 'of') ||
  // "Was not broken down by speaker."
  (words[at]?.text === 'broken' &&
    words[at + 1]?.text === 'down' &&
    /^(?:by|into)$/.test(words[at + 2]?.text ?? '')) ||
  (/^(?:breaks|holds|scales|works)$/.test(words[at]?.text ?? '') &&
    at > 0 &&
    finite.test(words[at + 1]?.text ?? ''));

/** "The score counts additions and omissions alike": how it was counted. */
export const isTreatedAlike = (words: readonly Word[], at: number): boolean =>
  words[at]?.text === 'alike' &&
  words.slice(Math.max(0, at - nearWords), at).some(({ text }) => treating.test(text));
const treating = /^(?:count|handle|mark|score|treat|weigh|weight)(?:s|ed)?$/;

/** "Our prototype" is what was set up; "our company" says who they are. */
export const isOurs = (words: readonly Word[], at: number): boolean =>
  words[at]?.text === 'our' &&
  words
    .slice(at + 1, at + 1 + ownedWords)
    .every(
      ({ text }) =>
        !groundsOf(text).some((ground) => belonging.has(ground) || isListed(ground, 'people')),
    );
/** Words behind "our" that may be what is ours. */
const ownedWords = 3;
const belonging = wordSet(
  'agency board business chip client clinic college colleague committee community company customer department division employer faculty field firm group hospital industry institute institution lab laboratory journal office organisation organization own paper product reader school site society staff startup studio supervisor team university user',
);

/** "Is stopped as soon as the accuracy stays above the goal": until when something is done. */
export const isUntil = (words: readonly Word[], { kind, from, verb }: Clause): boolean =>
  kind === 'procedure' &&
  verb < 0 &&
  (/^(?:if|once|unless|until|when|whenever)$/.test(words[from]?.text ?? '') ||
    (words[from]?.text === 'as' && /^(?:long|soon)$/.test(words[from - 1]?.text ?? '')));

const publishing = wordSet('published publishes publish');
const ofPaper = wordSet('this they these result results method approach we');

/** "The menu is published each week": who publishes something else praises nothing. */
export const isOtherPublication = (words: readonly Word[], at: number, clause: Clause): boolean =>
  publishing.has(words[at]?.text ?? '') &&
  !words
    .slice(Math.max(clause.from, at - nearWords), Math.min(clause.to, at + nearWords))
    .some(({ text }) => documents.has(text) || ofPaper.has(text));

/** "The authors of the data set warn" speaks of others, and of a thing that they made. */
export const isOtherAuthor = (words: readonly Word[], at: number): boolean =>
  /^authors?$/.test(words[at]?.text ?? '') &&
  words[at + 1]?.text === 'of' &&
  words[at + 2]?.text === 'the' &&
  !words.slice(at + 3, at + 5).some(({ text }) => documents.has(text));

/** "To share mistakes evenly" is an aim. */
export const isPreventive = (words: readonly Word[], at: number): boolean =>
  words[at - 2]?.text === 'to' &&
  /^(?:avoid|catch|detect|find|notice|share|spot)$/.test(words[at - 1]?.text ?? '');

/** Where the definition behind "a hit is a lookup that" or "a beam has failed when" begins; 0 in any other sentence. */
export function definitionAt(words: readonly Word[]): number {
  if (!/^an?$/.test(words[0]?.text ?? '')) return 0;
  const texts = words.slice(0, 2 * definedWords + 4).map(({ text }) => text);
  const verb = texts.slice(0, definedWords).findIndex((text) => criterion.test(text));
  if (verb < 2) return 0;
  const behind = verb + 1 + texts.slice(verb + 1, verb + 1 + definedWords).findIndex(isCondition);
  if (behind > verb) return behind;
  if (!/^(?:an?|one)$/.test(texts[verb + 1] ?? '')) return 0;
  // "A hit is a cell in which rain fell."
  const link = texts.slice(verb + 2, verb + 6).findIndex((text) => linking.test(text));
  const isNear = link >= 0 && link < 2;
  return isNear ||
    (link >= 0 && /^(?:at|by|for|from|in|of|on|to)$/.test(texts[verb + 1 + link] ?? ''))
    ? verb + 1
    : 0;
}
const linking = /^(?:that|which|whose|with)$/;
const isCondition = (text: string): boolean => /^(?:when|if|once|while)$/.test(text);
/** Words before its verb, and from there to its condition. */
const definedWords = 6;

const leave =
  /\b(?:annotators?|drivers?|listeners?|operators?|participants?|passengers?|players?|raters?|pupils?|readers?|respondents?|students?|subjects?|volunteers?|workers?) (?:could|(?:was|were) (?:allowed|free) to) (?:ask|choose|leave|pause|repeat|replay|rest|return|skip|stop|withdraw)\b(?:(?: \w+){0,4} as (?:long|many|much|often) as they (?:liked|pleased|wanted|wished))?/i;

/** "Respondents could skip any question" tells what they were allowed. */
export const isLeave = (sentence: string, index: number): boolean => {
  const found = findLeave(sentence);
  return (
    found !== null && found.index <= index && index <= found.index + found[0].length + leaveChars
  );
};
const findLeave = ofLast(leave);
/** From the verb to what they were free to do: "skip any question", "stop at any time". */
const leaveChars = 4;
