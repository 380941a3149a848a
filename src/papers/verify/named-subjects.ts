/**
 * Finds clauses that say of a case or a quantity of the result files what it does ("the pleated deck shrugs it off"),
 * where nothing is cited that would show it. How it was set up, what was done with it and what is asked of it may be said.
 */
import { findAll } from '../text/scan.ts';
import { type Clause, findClauses } from './clauses.ts';
import { definitionAt, isLeave } from './harmless-words.ts';
import { plainGroups } from './plain-words.ts';
import type { Word } from './reach.ts';
import { saysHowItIs } from './setup-adjectives.ts';
import { isSetupVerb, tellsSetup } from './setup-verbs.ts';
import { formsOf, groundsOf, wordsIn } from './word-forms.ts';
import { isListed } from './word-lists.ts';

const wordSet = (list: string): ReadonlySet<string> => new Set(wordsIn(list));

/** Behind one of these a word is no longer the subject. */
const prepositions = wordSet(
  'of in on for from to at by than about into over under between as per',
);
const determiners = wordSet(
  'a all an both each every few many most no other some such that the their these this those',
);
/** So much is called so that it says nothing: a paper, its parts and what it stands on, and these. */
const ordinary: ReadonlySet<string> = new Set([
  ...plainGroups.flatMap((group) => (group.about.startsWith('The paper') ? formsOf(group) : [])),
  ...wordsIn('average count group job mean median run sample seed step test time'),
]);
/** Words of a clause that may be its subject. */
const subjectWords = 5;

/** Stands above the notice as a sentence of its own, without a verb. */
const label = 'AI provenance notice.';

interface SubjectClaim {
  readonly text: string;
  readonly index: number;
  /** Whether it is called as a case or a quantity is. */
  readonly isNamed: boolean;
}

/** The first word of each such clause; `isName` tells words of the result files. */
export function findSubjectClaims(
  sentence: string,
  isName: (word: string) => boolean,
): SubjectClaim[] {
  // A path, a caption or a cell says nothing of anything.
  if (!/^\s*\p{Lu}[\s\S]*[.!?]\s*$/u.test(sentence) || sentence.trim() === label) return [];
  const words: Word[] = findAll(sentence, /[\p{L}\p{N}\p{M}]+/gu).map((match) => ({
    text: match[0].normalize('NFKC').toLowerCase(),
    index: match.index,
    end: match.index + match[0].length,
  }));
  const texts = words.map(({ text }) => text);
  // A title that is named ("the project “Sorting is fast”") is said by nobody.
  const quoted = findAll(sentence, /“[^”]*”|"[^"]*"/g);
  const isOwn = (at: number): boolean => {
    const index = words[at]?.index ?? 0;
    return !quoted.some((match) => match.index < index && index < match.index + match[0].length);
  };
  return findClauses(sentence, words).flatMap((clause) => {
    const own = words.slice(clause.from, clause.to);
    if (clause.from > 0) {
      const subject = secondSubject(sentence, words, clause);
      return subject === undefined || tellsSetup(texts.slice(clause.from + 1), own.length - 1, -1)
        ? []
        : [{ ...subject, isNamed: false }];
    }
    if (clause.kind === 'open' && own[1]?.text === 'would' && own[0] !== undefined)
      return isOfPeople(own) && !/^(?:be|have|need)$/.test(own[2]?.text ?? '')
        ? [{ ...own[0], isNamed: false }]
        : [];
    if (clause.kind !== 'other' || definitionAt(words) > 0) return [];
    const at = subjectAt(own, isName);
    const subject = own[Math.max(at, 0)];
    if (subject === undefined || own.length < at + 2) return [];
    if (at < 0 && isOfPeople(own)) return [{ ...subject, isNamed: false }];
    if (at < 0 && clause.verb >= 0 && saysHowItIs(texts, clause.to, isOwn))
      return [{ ...subject, isNamed: false }];
    if (at < 0 && (clause.verb >= 0 || isLabel(sentence, own) || isLeave(sentence, subject.index)))
      return [];
    const end = at < 0 && goesOn(sentence, words, clause) ? words.length : clause.to;
    return tellsSetup(texts, end, at) ? [] : [{ ...subject, isNamed: at >= 0 }];
  });
}

/** "Visitors wipe their feet": what people do of themselves is no setup; what runs may be called as they are. */
function isOfPeople(own: readonly Word[]): boolean {
  const [first, second] = [own[0]?.text ?? '', own[1]?.text ?? ''];
  const one = first === 'people' ? 'person' : /[^s]s$/.test(first) ? first.slice(0, -1) : '';
  if (!isListed(one, 'people') || isPast(own) || notVerbs.test(second)) return false;
  return !groundsOf(first).some((ground) => running.has(ground));
}
const isPast = (own: readonly Word[]): boolean =>
  own.slice(1).some(({ text }) => /[^e]ed$/.test(text) || pasts.has(text));
const pasts = wordSet(
  'ate came chose did drew drove fell felt gave got had heard held kept knew laid left lost made met paid ran said sat saw sent slept spoke stood took thought told went were wore wrote',
);
const notVerbs =
  /^(?:are|who|whose|that|may|might|can|cannot|could|have|with|without|in|of|on|from|at|and|or|put|read|set)$/;
const running: ReadonlySet<string> = new Set(plainGroups.flatMap(formsOf));

/** "After all, the run ended", "scent and taste were not judged": the verb stands in what follows. */
function goesOn(sentence: string, words: readonly Word[], { to }: Clause): boolean {
  const isJoined = /^(?:and|or|that|which|who|whose)$/.test(words[to]?.text ?? '');
  return isJoined || sentence.startsWith(',', words[to - 1]?.end);
}

/** "Varied: the seed and the size", "From the notes: …", "Worded by a model." have no verb. */
function isLabel(sentence: string, own: readonly Word[]): boolean {
  const first = own[0]?.text ?? '';
  const isShort = own.length < 3 || prepositions.has(first);
  const isMark = /^[a-z]+[^e]ed$/.test(first) && prepositions.has(own[1]?.text ?? '');
  return isMark || (isShort && sentence[own.at(-1)?.end ?? 0] === ':');
}

/** In ", and the store flies" a clause begins whose verb nothing else judges; behind two commas a list may end so. */
function secondSubject(
  sentence: string,
  words: readonly Word[],
  { from, to, verb }: Clause,
): Word | undefined {
  const [joint, subject] = [words[from], words[from + 1]];
  if (verb >= 0 || to - from < 4 || joint === undefined || !joints.has(joint.text))
    return undefined;
  const end = words[from - 1]?.end ?? 0;
  if (sentence[end] !== ',' || sentence.indexOf(',') < end || sentence.includes(',', end + 1))
    return undefined;
  return subject !== undefined && ownSubjects.has(subject.text) ? subject : undefined;
}
const joints = wordSet('and but so yet while whereas');
const ownSubjects = wordSet('a all an each every it its no nobody the their they this those');

/** The place of a name in the subject of a clause, -1 where there is none. */
function subjectAt(own: readonly Word[], isName: (word: string) => boolean): number {
  const starts = /^(?:with|without|under)$/.test(own[0]?.text ?? '') ? 1 : 0;
  let hasSubject = false;
  for (let at = starts; at < Math.min(own.length, subjectWords); at += 1) {
    const text = own[at]?.text ?? '';
    if (prepositions.has(text) || (hasSubject && isSetupVerb(text))) return -1;
    if (determiners.has(text) || text.length < 3) continue;
    // "Listeners rated each clip" beside a `rate_kbps`.
    if (
      at > starts &&
      /[^e]ed$/.test(text) &&
      !isName(text) &&
      !determiners.has(own[at - 1]?.text ?? '')
    )
      return -1;
    const grounds = groundsOf(text);
    if (grounds.some((ground) => ordinary.has(ground))) {
      hasSubject = true;
      continue;
    }
    if (grounds.some((ground) => [ground, `${ground}ed`, `${ground}d`].some(isName))) return at;
  }
  return -1;
}
