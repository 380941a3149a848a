/**
 * Finds the words of a sentence that are not plain. What such a word states no rule of this program knows, so it may
 * stand only where something that was checked is called so; words of merit and of fault, where they claim nothing.
 */

import { rememberShape } from '../remember.ts';
import { findAll } from '../text/scan.ts';
import { claimPhrases, phraseReasons } from './claim-phrases.ts';
import { type Clause, disclaimerAt, findClauses, isHedged, isTold } from './clauses.ts';
import {
  definitionAt,
  isBoundOfDefinition,
  isCounted,
  isCriterion,
  isExcluded,
  isLeave,
  isOtherAuthor,
  isOtherPublication,
  isOurs,
  isPreventive,
  isThing,
  isTreatedAlike,
  isUntil,
} from './harmless-words.ts';
import { faultWords, meritWords, orderWords, plainGroups, plainPairs } from './plain-words.ts';
import type { Word } from './reach.ts';
import { isResultWord, resultWordsOf } from './result-words.ts';
import { formsOf, groundsOf, wordsIn } from './word-forms.ts';
import { isListed, isNoun, listsOf } from './word-lists.ts';
import { comparingWords } from './word-table.ts';

/** A word that is not plain where it stands, and why. */
export interface OddWord {
  readonly text: string;
  readonly index: number;
  readonly why:
    | 'unlisted'
    | 'degree'
    | 'people'
    | 'merit'
    | 'fault'
    | 'order'
    | 'outcome'
    | 'claim';
  /** Of a turn of phrase, what it says. */
  readonly reason?: string;
  /** Of a turn of phrase, where its words behind the first begin. */
  readonly behind?: readonly number[];
  /** Says how a quantity came out, which the name of that quantity does not excuse. */
  readonly isState?: boolean;
  /** Says that two came out alike, as a comparison may show. */
  readonly isAlike?: boolean;
}

/** True for what is called so: in "lower for good than for bad" the words behind "for" are names of cases. */
export const isPartOfName = (
  { index, behind = [], isState }: OddWord,
  isName: (index: number) => boolean,
): boolean => (isName(index) && isState !== true) || (behind.length > 0 && behind.every(isName));

/** The same word of a longer text, each of its places moved. */
export const movedWord = (word: OddWord, placeOf: (index: number) => number): OddWord => ({
  ...word,
  index: placeOf(word.index),
  ...(word.behind === undefined ? {} : { behind: word.behind.map(placeOf) }),
});

/** True where only the choice of the word is odd: of a name or the idea it does not matter. */
export const isOddByWord = ({ why }: OddWord): boolean =>
  why === 'unlisted' || why === 'degree' || why === 'people';

const wordSet = (list: string): ReadonlySet<string> => new Set(wordsIn(list));

const merit = wordSet(meritWords);
const fault = wordSet(faultWords);
const orders = wordSet(orderWords);
const pairs = wordSet(plainPairs);
const plain: ReadonlySet<string> = new Set(plainGroups.flatMap(formsOf));

/** The words of `sentence` that are not plain, but for those of `spans`, which are in order and judged elsewhere. */
export function findOddWords(
  sentence: string,
  spans: readonly { readonly text: string; readonly index: number }[],
): OddWord[] {
  const words: Word[] = findAll(sentence, /[\p{L}\p{N}\p{M}]+/gu).map((match) => ({
    text: match[0].normalize('NFKC').toLowerCase(),
    index: match.index,
    end: match.index + match[0].length,
  }));
  const clauses = findClauses(sentence, words);
  let place = 0;
  const odd = clauses.flatMap((clause) =>
    words.slice(clause.from, clause.to).flatMap(({ text, index }, step): OddWord[] => {
      while (place < spans.length && endOf(spans[place]) <= index) place += 1;
      if (index >= (spans[place]?.index ?? sentence.length)) return [];
      const why = whyOdd(sentence, words, clause.from + step, clause);
      return why === undefined ? [] : [{ text, index, why }];
    }),
  );
  const judged = new Set(spans.map(({ index }) => index));
  return [...odd, ...findClaims(sentence, words, clauses, judged)];
}

/** Clauses and turns of phrase that claim, whatever their words. */
function findClaims(
  sentence: string,
  words: readonly Word[],
  clauses: readonly Clause[],
  /** Where words begin that are judged elsewhere. */
  judged: ReadonlySet<number>,
): OddWord[] {
  const verbs = clauses.flatMap(({ kind, verb }): OddWord[] => {
    const word = kind === 'outcome' ? words[verb] : undefined;
    // "Confirmed" is a word of result only where a hypothesis is spoken of.
    if (word === undefined || judged.has(word.index) || comparingWords.has(word.text)) return [];
    // "No reviewer has endorsed it" and "it is not guaranteed" say less, and not more.
    const isDeniable = merit.has(word.text) || isResultWord(word.text);
    if (isCriterion(words, verb) || definitionAt(words) > 0 || isLeave(sentence, word.index))
      return [];
    if (isDeniable && isOpen(sentence, words, verb, true)) return [];
    return [{ text: word.text, index: word.index, why: 'outcome' }];
  });
  const defined = definitionAt(words);
  const phrases = claimPhrases.flatMap(({ id, pattern, unlessProcedure }) =>
    findAll(sentence.slice(0, phraseCharsMax), pattern).flatMap(({ 0: text, index }): OddWord[] => {
      const clause = clauses.find(({ to }) => (words[to - 1]?.end ?? 0) > index);
      const at = words.findIndex(({ end }) => end > index);
      const isAsked = clause?.kind === 'open' && !isBeforeRelative(words, at, clause.verb);
      // "Would gain just as much" foretells.
      const isForetold = words[clause?.verb ?? -1]?.text === 'would' && foretelling.has(id);
      if (isAsked && id !== 'advice' && !isForetold) return [];
      if (id === 'advice' && isLeave(sentence, index)) return [];
      if (clause?.kind === 'procedure' && unlessProcedure === true) return [];
      if (id === 'state' && clause !== undefined && isUntil(words, clause)) return [];
      if (defined > 0 && ((id === 'state' && isCriterion(words, defined - 1)) || at > defined))
        return [];
      if (deniable.has(id) && clause !== undefined && isDenied(words, clause, index)) return [];
      const behind = words.flatMap((word) =>
        word.index > index && word.index < index + text.length ? [word.index] : [],
      );
      const [isState, isAlike] = [id === 'state', sameness.test(text)];
      return [{ text, index, why: 'claim', reason: phraseReasons[id], behind, isState, isAlike }];
    }),
  );
  return [...verbs, ...phrases];
}

const sameness = /\b(?:same|identical|alike|equal|equivalent)\b/i;

const relatives = wordSet('that which who whose whom');

/** "Is safe for users who may err" asks nothing of what stands before "who"; "it is possible that" does. */
const isBeforeRelative = (words: readonly Word[], at: number, verb: number): boolean =>
  words
    .slice(at + 2, Math.max(at + 2, Math.min(verb, at + 2 + sideWords)))
    .some(({ text }) => relatives.has(text));

/** Characters of a sentence in which turns of phrase are looked for. */
const phraseCharsMax = 2_000;
const foretelling: ReadonlySet<string> = new Set(['alike', 'reach', 'stress']);
const deniable: ReadonlySet<string> = new Set(['alike', 'advice', 'reach', 'merit', 'state']);

const isDenied = (words: readonly Word[], { from, to }: Clause, index: number): boolean =>
  words
    .slice(from, to)
    .some(
      ({ text, end }, step) =>
        end <= index && denials.has(text) && !stresses.has(words[from + step + 1]?.text ?? ''),
    );

/** The same beside the words of result, of a text that is read again and again. */
export const oddWordsOf: (sentence: string) => readonly OddWord[] = rememberShape((sentence) =>
  findOddWords(
    sentence,
    resultWordsOf(sentence).toSorted((one, other) => one.index - other.index),
  ),
);

const endOf = (span: { readonly text: string; readonly index: number } | undefined): number =>
  span === undefined ? Number.POSITIVE_INFINITY : span.index + span.text.length;

/** Of a thing these say how it is made. */
const physical = wordSet('broad clear fine hard high light low solid strong');

/** Of people who took part these say no more than that. */
const ofPeople = wordSet('people human humans worked');

/** Words of merit that a procedure has not either: on how well it went, who judged a text, and what was not all tried. */
const neverPart = wordSet(
  'easily effectively efficiently fairly reliably robustly safely stably successfully any anything anywhere whatever wherever whichever universal universally acknowledged approval approve approved approves author authors authorship endorse endorsed expert experts peer publication publications published reviewed reviewing verified',
);

function whyOdd(
  sentence: string,
  words: readonly Word[],
  at: number,
  clause: Clause,
): OddWord['why'] | undefined {
  const word = words[at];
  if (word === undefined || /\p{N}/u.test(word.text) || !/\p{L}/u.test(word.text)) return undefined;
  if (at === 0 && orders.has(word.text)) return 'order';
  if (isInPair(sentence, words, at)) return undefined;
  const { kind, verb } = clause;
  if (word.text === 'any' && (words[clause.from]?.text === 'only' || isLeave(sentence, word.index)))
    return undefined;
  const isAsked = (): boolean =>
    kind === 'open' && (verb === 0 || (at < verb && !isBeforeRelative(words, at, verb)));
  if (merit.has(word.text) && isAsked()) return undefined;
  const isPart = kind === 'procedure' && !neverPart.has(word.text);
  // "Detours caused by fog were kept" says which.
  if (
    /(?<!ly) by$/.test(`${word.text} ${words[at + 1]?.text}`) &&
    at !== verb &&
    isTold(words, clause)
  )
    return undefined;
  if (physical.has(word.text) && isListed(words[at + 1]?.text ?? '', 'things')) return undefined;
  if (ofPeople.has(word.text) && isTold(words, clause)) return undefined;
  if (isThing(words, at) || isOtherPublication(words, at, clause)) return undefined;
  if (isBoundOfDefinition(words, at, clause) || isOtherAuthor(words, at)) return undefined;
  if (isTreatedAlike(words, at) || isOurs(words, at)) return undefined;
  if (isCriterion(words, at) || isHedged(words, at, clause.to)) return undefined;
  if (merit.has(word.text))
    return isPart || isOpen(sentence, words, at, true) ? undefined : 'merit';
  if (fault.has(word.text) && isGround(sentence, words, at)) return undefined;
  if (fault.has(word.text))
    return (isPart && !hasDenial(words, at)) || isOpen(sentence, words, at, false)
      ? undefined
      : 'fault';
  if (speakers.has(word.text)) return 'unlisted';
  if (/^\p{L}$/u.test(word.text)) return isSpeaker(sentence, word) ? 'unlisted' : undefined;
  if (plain.has(word.text) || isResultWord(word.text)) return undefined;
  const defined = definitionAt(words);
  if (defined > 0 && at > defined && /^[a-z]{2,24}$/.test(word.text)) return undefined;
  // "Cracks finer than a hair were not traced" says which.
  if (words[at + 1]?.text === 'than' && at < verb) return undefined;
  // "Drains into a ditch": a place or a means is named.
  if (
    isNamed(words, at, clause) &&
    /^[a-z]{2,24}$/.test(word.text) &&
    !/(?:ly|er|est)$/.test(word.text)
  )
    return undefined;
  const isEnglish = /^[a-zà-ÿœæ]{2,24}$/.test(word.text);
  if (isEnglish && (kind === 'procedure' || kind === 'open')) return undefined;
  const before = words[verb - 1]?.text ?? '';
  const isPast = /^(?:was|were)$/.test(before);
  if (at === verb && !isPast && isListed(word.text, 'looks')) return 'degree';
  if (isAgent(word.text, words[at - 1]?.text ?? '')) return undefined;
  if (isVerdict(words, at, verb) && !isPast) return 'degree';
  const why = whyUncommon(word.text, isPast, words[at + 1]?.text ?? '');
  return why === 'people' && kind === 'other' && isTold(words, clause) ? undefined : why;
}

/** "Is overkill", "is a gamble": an attribute as the whole of what is said. */
function isVerdict(words: readonly Word[], at: number, verb: number): boolean {
  const next = words[at + 1]?.text ?? '';
  const isWhole = at === verb || (at === verb + 1 && articles.has(words[verb]?.text ?? ''));
  return isWhole && verb > 0 && next !== 'of' && isListed(words[at]?.text ?? '', 'notions');
}

const placing = wordSet(
  'above across against along around behind below beneath beside between from in inside into near onto outside over through towards under upon',
);
const articles = wordSet('a an the its their each both');
function isNamed(words: readonly Word[], at: number, { from }: Clause): boolean {
  const [one, two] = [words[at - 1]?.text ?? '', words[at - 2]?.text ?? ''];
  if (!articles.has(one) && !(articles.has(two) && plain.has(one))) return false;
  return (
    placing.has(two) ||
    !words.slice(Math.max(from, at - sideWords), at).some(({ text }) => copulas.test(text))
  );
}
const copulas = /^(?:am|are|be|been|being|is|was|were|became|becomes|remains|seems)$/;

/** "The shipper sends": whoever or whatever does so is one of the setup. */
const isAgent = (word: string, before: string): boolean =>
  /(?:er|or)$/.test(word) && /^(?:the|each|an?)$/.test(before) && isListed(word, 'people');

/** A fault that only says what was left out, or what counts as one. */
const isGround = (sentence: string, words: readonly Word[], at: number): boolean =>
  isPreventive(words, at) ||
  definitionAt(words) > 0 ||
  isCounted(words, at) ||
  (!hasDenial(words, at) && isExcluded(sentence, words, at));

/** Whoever writes and is written to: a program says neither. */
const speakers = wordSet('our ours my mine me you your yours');

/** Of a word that stands in no list made by hand; `isPast` where it says how something was. */
function whyUncommon(word: string, isPast: boolean, next: string): OddWord['why'] | undefined {
  if (/^[a-z]{3,}i[sz]ations?$/.test(word)) return undefined;
  const degree = /^(.{2,}?)(?:i?er|i?est)$/.exec(word)?.[1];
  const lists = listsOf(word);
  if (lists.has('people') && !lists.has('acts')) return 'people';
  if (groundsOf(word).some((ground) => plain.has(ground))) return undefined;
  if (neutralLists.some((list) => lists.has(list))) return undefined;
  if (lists.has('looks')) return isPast || isNoun(next) ? undefined : 'degree';
  if (lists.has('manners') || word.endsWith('ly')) return 'degree';
  if (degree !== undefined)
    return [degree, `${degree}e`, `${degree}y`, degree.slice(0, -1)].some((ground) =>
      isListed(ground, 'looks'),
    )
      ? 'degree'
      : 'unlisted';
  const rest = prefixes.exec(word)?.[1];
  return rest !== undefined &&
    groundsOf(rest).some((ground) => plain.has(ground) || isListed(ground))
    ? undefined
    : 'unlisted';
}

const prefixes =
  /^(?:anti|auto|bi|bio|co|counter|cross|de|electro|fore|geo|hydro|hyper|inter|intra|log|macro|micro|mid|mini|mis|mono|multi|nano|non|out|over|photo|poly|post|pre|pseudo|re|semi|sub|super|tele|thermo|trans|tri|ultra|un|under|uni)([a-z]{3,})$/;
const neutralLists = ['things', 'notions', 'acts', 'kinds'] as const;

const hasDenial = (words: readonly Word[], at: number): boolean =>
  [1, 2, 3].some((back) => denials.has(words[at - back]?.text ?? ''));

/** A letter alone is a name, but not the one who says "I"; "type I" is one. */
function isSpeaker(sentence: string, { index, end }: Word): boolean {
  const before = sentence.slice(Math.max(0, index - 8), index);
  return (
    /^I[\s’']/.test(sentence.slice(index, end + 1)) &&
    !/\b(?:type|class|stage|phase|part|group) $/i.test(before)
  );
}

function isInPair(sentence: string, words: readonly Word[], at: number): boolean {
  return [at, at + 1].some((second) => {
    const [one, other] = [words[second - 1], words[second]];
    if (one === undefined || other === undefined) return false;
    const isNext = /^[\s-]{1,2}$/.test(sentence.slice(one.end, other.index));
    return isNext && pairs.has(`${one.text}-${other.text}`);
  });
}

const conditions = wordSet('if unless before may might');
const denials = wordSet('not no nor never neither nobody nothing none cannot without hardly');
/** Behind a denial these make it a stress: "not only robust" says that it is. */
const stresses = wordSet('only just merely simply less doubt question exception');
const contrasts = wordSet('but while although though whereas because since so yet');
/** Behind "and", one of these begins a clause of its own. */
const clauseStarts = wordSet(
  'it this that these those the they we is are was were has have its a an',
);
const untested = wordSet('unknown unclear untested untried unexamined unmeasured open');
const inquiries = wordSet(
  'tried tested examined checked measured compared searched studied asked claimed known shown established determined investigated assessed evaluated considered quantified covered',
);
const aims = wordSet(
  'added aim aimed aims asked attempt attempted attempts chosen designed enabled goal hoped idea installed intended introduced kept meant order placed planned purpose question set supposed taken tried used',
);
const statements = wordSet('hypothesis prediction expectation question assumption');
const stating = wordSet('that says states predicts reads');
/** Words looked at on either side. */
const sideWords = 30;

/** Whether a sentence asks for the word, leaves it open or aims at it; or denies it, where that says less and not more. */
function isOpen(sentence: string, words: readonly Word[], at: number, canDeny: boolean): boolean {
  const textAt = (place: number): string => words[place]?.text ?? '';
  // "That a goal was not proved does not mean that it is false."
  if (disclaimerAt(words, Math.max(0, at - sideWords), at) >= 0) return true;
  if (!canDeny && (textAt(at - 1) === 'that' || textAt(at - 1) === 'which')) return true;
  if (textAt(at - 1) === 'to') {
    if (at === 1) return true;
    for (let place = at - 2; place >= Math.max(0, at - 7); place -= 1)
      if (aims.has(textAt(place))) return true;
  }
  // "No other method is as robust" is no denial.
  const compares = /^(?:as|more|so|such)$/.test(textAt(at - 1));
  let isSameClause = true;
  for (let place = at - 1; place >= Math.max(0, at - sideWords); place -= 1) {
    const [word, next] = [textAt(place), textAt(place + 1)];
    const gap = sentence.slice(words[place]?.end, words[place + 1]?.index);
    if (/[;:—–]/.test(gap) || contrasts.has(next)) break;
    if (/[,(]/.test(gap) || (next === 'and' && clauseStarts.has(textAt(place + 2))))
      isSameClause = false;
    if (word === 'whether' && (isSameClause || (place > 0 && next !== 'or'))) return true;
    if (statements.has(word) && stating.has(next)) return true;
    if (!isSameClause) continue;
    if (conditions.has(word)) return true;
    if (canDeny && !compares && denials.has(word) && !stresses.has(next)) return true;
  }
  return isLeftOpen(sentence, words, at);
}

/** "The benefit for other machines was not tried." */
function isLeftOpen(sentence: string, words: readonly Word[], at: number): boolean {
  for (let place = at + 1; place < Math.min(words.length, at + sideWords); place += 1) {
    const word = words[place]?.text ?? '';
    const gap = sentence.slice(words[place - 1]?.end, words[place]?.index);
    if (/[,;:—–(]/.test(gap) || contrasts.has(word)) return false;
    if (untested.has(word)) return true;
    const behind = [words[place + 1]?.text ?? '', words[place + 2]?.text ?? ''];
    if (word === 'not' && behind.some((text) => inquiries.has(text))) return true;
  }
  return false;
}
