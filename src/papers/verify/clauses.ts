/**
 * Tells the clauses of a sentence apart by their verb: a procedure says what was done ("was weighed", "we took"), an open
 * clause asks or leaves open ("may differ"), an outcome says what came of it ("helped", "was praised"). Words that rank,
 * count or praise are part of the description in a procedure and a claim elsewhere.
 */
import {
  activeProcedures,
  claimingVerbs,
  endingVerbs,
  irregularProcedures,
} from './outcome-verbs.ts';
import { faultWords, meritWords } from './plain-words.ts';
import type { Word } from './reach.ts';
import { isVerdict } from './setup-adjectives.ts';
import { isNoun } from './word-lists.ts';

/** What a clause does. */
export type ClauseKind = 'procedure' | 'open' | 'outcome' | 'other';

/** A stretch of words with one verb; those without one belong to the clause before them. */
export interface Clause {
  readonly kind: ClauseKind;
  /** Places of its words; `verb` is that of the word by which it was judged, -1 where it has none. */
  readonly from: number;
  readonly to: number;
  readonly verb: number;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
const starts = wordSet(
  'but while although though because since so whereas and or when if after before until unless where which then as whenever',
);
/** In these somebody tells when something was done. */
const settings = wordSet('when whenever if after before until unless where as');
const breaks = /[,;:—–()]/;
const be = wordSet('is are was were been be being');
const adverbs = wordSet(
  'not never also then always only first once again still already thus each all both later twice either neither nor therefore however instead now just afterwards often otherwise simply together',
);
const isAdverb = (word: string): boolean => adverbs.has(word) || word.endsWith('ly');
const openings = wordSet(
  'may might whether unknown unclear untested untried unexamined unstudied perhaps possibly would hypothesis assume assumed assumes assumption ask asks asked',
);
/** What a paper is made of: how it came about is no procedure of the run. */
export const documents = wordSet(
  'paper papers manuscript article report text sentence sentences section sections study work conclusion conclusions abstract figure figures publication findings finding clarity',
);
/** Before one of these stands a verb, and behind one of these none. */
const behindVerb = wordSet(
  'a an the this that these those each every all both no one two three some its their his her our it them him to at in on by for from with of off out up down over into under between through during after before until about roughly as only again once twice back without across along around away',
);
const beforeNoun = wordSet(
  'a an the this these those each every all both no its their his her our of in on by for from with to at than and or any some one two three more less very so too as most',
);
/** "Nobody would" leaves nothing open, nor does "would beat it". */
const nobodies = /^(?:any|anybody|anyone|nobody|none|nothing|one|who)$/;
const negatives = wordSet('no none nobody nothing neither');
const relatives = wordSet('that which who whose whom');

/** The clauses of a sentence whose words are given in order; each word is of one. */
export function findClauses(sentence: string, words: readonly Word[]): Clause[] {
  const raw = cut(sentence, words).map(({ from, to }) => {
    const found = judge(words, from, to);
    return { from, to, kind: found?.kind, verb: found?.verb ?? -1 };
  });
  const hasProcedure = raw.some(({ kind }) => kind === 'procedure');
  let last: ClauseKind = raw.find(({ kind }) => kind !== undefined)?.kind ?? 'other';
  return raw.map(({ from, to, kind, verb }) => {
    const isSetting = settings.has(words[from]?.text ?? '') && hasProcedure;
    last = isSetting && kind === 'other' ? 'procedure' : (kind ?? last);
    return { from, to, kind: last, verb };
  });
}

function cut(sentence: string, words: readonly Word[]): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  words.forEach((word, at) => {
    const gap = sentence.slice(words[at - 1]?.end ?? word.index, word.index);
    const last = parts.at(-1);
    if (last === undefined || breaks.test(gap) || starts.has(word.text))
      parts.push({ from: at, to: at + 1 });
    else last.to = at + 1;
  });
  return parts;
}

interface Found {
  readonly kind: ClauseKind;
  readonly verb: number;
}

function judge(words: readonly Word[], from: number, to: number): Found | undefined {
  const text = (at: number): string => (at < from || at >= to ? '' : (words[at]?.text ?? ''));
  const disclaimed = disclaimerAt(words, from, to);
  if (disclaimed >= 0) return { kind: 'open', verb: disclaimed };
  let first: Found | undefined;
  let last: Found | undefined;
  let isRelative = false;
  for (let at = from; at < to; at += 1) {
    const isOpening =
      (openings.has(text(at)) ||
        (text(at) === 'need' && text(at + 1) === 'not' && mildly.test(text(at + 2)))) &&
      text(at + 1) !== 'or' &&
      !(text(at) === 'would' && isForetold(text, at, from));
    const isQuestion = at === 0 && /^(?:how|why)$/.test(text(0));
    // "Removes delays that may occur" leaves nothing open, "the trick that helped may fail" does.
    const isSaid = first?.kind === 'outcome' && !isRelative;
    if ((isOpening || isQuestion || isLeftOpen(text, at) || isHedged(words, at, to)) && !isSaid)
      return { kind: 'open', verb: at };
    const found = predicateAt(text, at, from);
    if (found === undefined) {
      if (first === undefined && at > from && relatives.has(text(at))) isRelative = true;
      continue;
    }
    first ??= found;
    last = found;
    at = Math.max(at, found.verb);
  }
  // "Delays caused by fog were kept", "fish kept in a tank were lively": what is said of them stands behind.
  const isReduced =
    first !== undefined &&
    !be.has(text(first.verb - 1)) &&
    (text(first.verb + 1) === 'by' || isOfSubject(text, first.verb, last?.verb ?? first.verb));
  const found = isRelative || isReduced ? last : first;
  if (found === undefined || found.kind === 'open') return found;
  const isPassive = be.has(text(found.verb - 1)) || isAdverb(text(found.verb - 1));
  // "No rival came near it" is no procedure, "no filter was used" is one.
  const isActive = !isPassive && !/^(?:had|has|have|not)$/.test(text(found.verb - 1));
  const isState = be.has(text(found.verb)) || /^(?:has|have)$/.test(text(found.verb));
  // "Nobody tasted the bread" tells what was left undone.
  const isUndone = text(from) === 'nobody' && found.kind === 'procedure';
  if (isActive && negatives.has(text(from)) && !isState && !isUndone)
    return { ...found, kind: 'outcome' };
  if (found.kind !== 'procedure') return found;
  for (let at = from; at < (isPassive ? found.verb : to); at += 1)
    if (documents.has(text(at))) return { ...found, kind: 'other' };
  return found;
}

/** Whether a participle only says which, since the verb of its clause is a later "was" or "is" that nothing parts from it. */
function isOfSubject(text: (at: number) => string, participle: number, verb: number): boolean {
  if (verb <= participle || !isParticiple(text(participle))) return false;
  if (/^(?:had|has|have|we|i|he|she|they|it|who|that|which)$/.test(text(participle - 1)))
    return false;
  let isBe = false;
  for (let at = participle + 1; at < verb; at += 1) {
    if (relatives.has(text(at)) || /^(?:what|how|there)$/.test(text(at))) return false;
    isBe ||= be.has(text(at));
  }
  return isBe;
}

function isForetold(text: (at: number) => string, at: number, from: number): boolean {
  const verb = skipAdverbs(text, at + 1);
  if (nobodies.test(text(at - 1)) || nobodies.test(text(from))) return true;
  if (text(verb) === 'be' && isFolly(text, verb + 1)) return true;
  return claimingVerbs.has(text(verb)) || (text(verb) === 'be' && judging.has(text(verb + 1)));
}

/** "It would be foolish" judges; "would be necessary", "would be different" leave open. */
function isFolly(text: (at: number) => string, at: number): boolean {
  const [word, next] = [text(at), text(at + 1)];
  const isNeed = /^(?:necessary|impossible|possible)$/.test(word);
  return !isNeed && !isNoun(word) && isVerdict([word, next], 0, next === '' ? 1 : 2);
}

/** "Need not be so" leaves open; "need not think of it" promises. */
const mildly = /^(?:apply|be|differ|fit|hold)$/;

/** The place of "mean" in "does not mean that it is false", -1 where nothing is disclaimed. */
export function disclaimerAt(words: readonly Word[], from: number, to: number): number {
  for (let at = from + 2; at < to - 1; at += 1)
    if (
      words[at - 1]?.text === 'not' &&
      /^(?:do|does|did)$/.test(words[at - 2]?.text ?? '') &&
      /^(?:entail|imply|mean|say)$/.test(words[at]?.text ?? '') &&
      /^(?:how|that|what|whether|why)$/.test(words[at + 1]?.text ?? '')
    )
      return at;
  return -1;
}

/** "Which suggests that some may have been lost" leaves it open. */
export const isHedged = (words: readonly Word[], at: number, to: number): boolean =>
  /^(?:impl(?:y|ies)|indicates?|suggests?)$/.test(words[at]?.text ?? '') &&
  words[at + 1]?.text === 'that' &&
  words
    .slice(at + 2, Math.min(to, at + nearWords))
    .some(({ text }) => /^(?:could|may|might)$/.test(text));

/** "Is open", "an open question", "remains to be seen". */
const isLeftOpen = (text: (at: number) => string, at: number): boolean =>
  (text(at) === 'open' && /^(?:is|are|was|were|an|remains|left|stays)$/.test(text(at - 1))) ||
  (text(at) === 'seen' && text(at - 1) === 'be' && text(at - 2) === 'to');

function predicateAt(text: (at: number) => string, at: number, from: number): Found | undefined {
  const word = text(at);
  if (be.has(word)) {
    if (defines(text, at)) return { kind: 'procedure', verb: at };
    const verb = skipAdverbs(text, at + 1);
    // "Plans are not strained by it": what was tried did so, and nobody who ran it.
    const isByIt = text(verb + 1) === 'by' && /^(?:it|them)$/.test(text(verb + 2));
    const kind = donePassives.has(text(verb)) ? 'procedure' : kindOfParticiple(text(verb));
    return { kind: kind === 'procedure' && isByIt ? 'outcome' : kind, verb };
  }
  if (/^(?:did|do|does)$/.test(word) && text(at + 1) === 'not')
    return { kind: isOutside(text(at + 2)) ? 'other' : 'procedure', verb: at + 2 };
  if (/^(?:has|have|had)$/.test(word)) {
    const verb = skipAdverbs(text, at + 1);
    // What has come about since: no run tells of it.
    const isTime =
      /^(?:not|never)$/.test(text(at + 1)) || settings.has(text(from)) || negatives.has(text(from));
    if (text(verb) === 'been' && word !== 'had' && !isTime) {
      const done = skipAdverbs(text, verb + 1);
      if (isParticiple(text(done)) && !openings.has(text(done)))
        return { kind: 'outcome', verb: done };
    }
    if (be.has(text(verb))) return undefined;
    const isPerfect = isParticiple(text(verb)) || endingVerbs.has(text(verb));
    if (!isPerfect && text(verb) !== 'had') return { kind: 'other', verb: at };
    if (word === 'had') return { kind: kindOfParticiple(text(verb)), verb };
    return { kind: isTime ? 'other' : 'outcome', verb };
  }
  if (claimingVerbs.has(word) && text(at + 1) === 'by') return { kind: 'outcome', verb: at };
  // ", beating what we hoped for": said of what stands before it.
  if (at === from && at > 0 && word.endsWith('ing') && claimingVerbs.has(word))
    return { kind: 'outcome', verb: at };
  if (at === from || beforeNoun.has(text(at - 1))) return undefined;
  const next = text(at + 1);
  if (claimingVerbs.has(word) && word !== 'cut' && !word.endsWith('ing') && !be.has(next))
    return { kind: 'outcome', verb: at };
  const isOut = next === 'out' && text(at + 2) === 'of';
  const isComing =
    /^(?:come|comes|came)$/.test(word) && !/^(?:from|in|with|off)$/.test(next) && !isOut;
  // "Restarts let the search escape": what was tried did so, and nobody who ran it.
  if (
    /^lets?$/.test(word) &&
    !people.test(text(at - 1)) &&
    /^(?:the|its|their|it|them|an?)$/.test(next)
  )
    return { kind: 'outcome', verb: at };
  if (activeProcedures.has(word)) return { kind: isComing ? 'other' : 'procedure', verb: at };
  const isPast =
    /^(?!un).*[^e]ed$/.test(word) && (next === '' || behindVerb.has(next) || isAdverb(next));
  return isPast ? { kind: kindOfParticiple(word), verb: at } : undefined;
}

/** "Is the mean over all rows" says what is meant by a word. */
const defines = (text: (at: number) => string, at: number): boolean =>
  /^(?:is|are)$/.test(text(at)) &&
  /^(?:the|a|an)$/.test(text(at + 1)) &&
  (defining.has(text(at + 2)) || defining.has(text(at + 3))) &&
  !judging.has(text(at + 2));
const people = /^(?:and|be|been|he|is|she|they|to|was|we|were|who)$/;
const defining = wordSet(
  'sum mean median number count share ratio difference deviation average total product distance fraction quotient logarithm percentage interval length area integral minimum maximum set list sequence',
);

/** As far from a word as its sentence is looked through for others: one may be as long as a file. */
export const nearWords = 30;

/** True for a clause that says what is meant by a word. */
export const isDefinition = (words: readonly Word[], { from, to, verb }: Clause): boolean =>
  verb >= from &&
  defines((at) => (at < to ? (words[at]?.text ?? '') : ''), verb) &&
  words
    .slice(verb, Math.min(to, verb + nearWords))
    .some(({ text }) => text === 'of' || text === 'over' || text === 'between');

function skipAdverbs(text: (at: number) => string, from: number): number {
  let at = from;
  while (at < from + 4 && isAdverb(text(at))) at += 1;
  return at;
}

const isParticiple = (word: string): boolean =>
  /[^e]ed$/.test(word) || irregularProcedures.has(word);
const isOutside = (word: string): boolean => claimingVerbs.has(word) || endingVerbs.has(word);

/** Words of merit and fault that look like participles of what was done. */
const judging = wordSet(
  `${meritWords} ${faultWords}`.replace(
    /\b(?:transferred|advanced|raised|published|broken|fixed|repeated|reviewed)\b/g,
    '',
  ),
);

function kindOfParticiple(word: string): ClauseKind {
  if (claimingVerbs.has(word)) return 'outcome';
  if (judging.has(word)) return 'other';
  return !endingVerbs.has(word) && isParticiple(word) ? 'procedure' : 'other';
}

/** Only in the passive somebody did these: "was dropped" tells a procedure, "dropped" what came of it. */
const donePassives = wordSet(
  'assumed called changed cut described determined dropped given paid returned softened split stopped taken told worn',
);

const modals = wordSet('will shall can could must should');
const pasts = wordSet(
  'was were had did knew wore slept saw heard felt thought gave got went met paid ate grew lost',
);

const told = new WeakMap<Clause, boolean>();

/** True where a clause tells what was, of which whoever was there may be the subject. */
export function isTold(words: readonly Word[], clause: Clause): boolean {
  const known = told.get(clause) ?? tells(words.slice(clause.from, clause.to));
  told.set(clause, known);
  return known;
}

const tells = (words: readonly Word[]): boolean =>
  !words.some(({ text }) => documents.has(text) || modals.has(text)) &&
  words.some(({ text }) => pasts.has(text) || activeProcedures.has(text) || /[^e]ed$/.test(text));
