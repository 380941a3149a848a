/**
 * Finds where a sentence reaches beyond the run: to what was not tried ("works on any model"), and to what others
 * are said to have found ("as Miller and Rossi reported"). A clause that denies it, asks or leaves it open is fine.
 */
import { findAll } from '../text/scan.ts';
import type { Licence } from './word-table.ts';

/** A word of a sentence in small letters, by its place. */
export interface Word {
  readonly text: string;
  readonly index: number;
  readonly end: number;
}
/** Words that reach beyond the run, with what would license them. */
interface Reach {
  readonly text: string;
  readonly index: number;
  readonly licence: Licence;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What a paper claims something of: its results, and what it tried. */
const subjects = wordSet(
  'result results outcome outcomes finding findings effect effects gain gains advantage advantages improvement improvements benefit benefits approach approaches method methods technique techniques conclusion conclusions observation observations pattern trend speedup speedups hypothesis idea difference design it this these they same one',
);
/** Those of them that were found; what was built may well do without something. */
export const ofResults = wordSet(
  'result results outcome outcomes finding findings effect effects gain gains advantage advantages improvement improvements benefit benefits conclusion conclusions observation observations speedup difference gap share demand interest',
);
/** That something is so elsewhere. */
const validity = wordSet(
  'holds hold applies apply works work extends extend carries carry transfers transfer scales scale translates translate remains remain stands persists persist succeeds succeed valid true applicable expected reproduces reproduce suits suit',
);
/** That something was met with elsewhere. */
const sightings = wordSet('seen observed found appears appear occurs occur recurs recur repeats');
const others = wordSet('other others larger bigger different unseen further');

/** Says it without more words. */
const alone = wordSet(
  'generalises generalizes generalise generalize generalised generalized generalisable generalizable universal universally transferable',
);
/** How far. */
const quantifiers = wordSet(
  'all every any arbitrary other others larger bigger further different unseen most elsewhere everywhere anywhere whatever whichever wherever beyond production practice general',
);
/** Without a bound, wherever in the clause they stand behind a subject. */
const unbounded = wordSet('regardless irrespective whatever whichever wherever');
/** What was not all tried. */
const things = wordSet(
  'model models machine machines data dataset datasets set sets input inputs workload workloads setting settings size sizes scale scales domain domains task tasks case cases situation situations condition conditions language languages user users problem problems architecture architectures environment environments device devices system systems distribution distributions application applications hardware platform platforms network networks configuration configurations scenario scenarios circumstance circumstances context contexts kind kinds sort sorts stream streams',
);
/** What was: of these, "all" is a matter of the values that are cited. */
const recorded = wordSet(
  'run runs trial trials row rows variant variants epoch epochs value values seed seeds point points number numbers file files sample samples step steps column columns table tables',
);
const allOf = wordSet('all every each any');

/** Behind a form of "be", these say that it is so everywhere or for certain. */
const boundless = wordSet('general representative typical certain inevitable permanent lawful');
const copulas = wordSet('is are remains remain seems seem proves prove');
/** Whoever they are, nobody watched them. */
const anybody = wordSet(
  'anyone anybody everyone everybody whoever nobody users readers deployments operators',
);
const predicting = wordSet('will shall can may should would');
const relying = wordSet('rely count depend bank trust build');
const seeing = wordSet('see find get obtain reach observe measure reproduce repeat');
const alike = wordSet('same another other different such these this similar more less');
/** A bound that is taken away by denying it. */
const unlimited =
  /\b(?:not|nor|neither|never) (?:be )?(?:limited|restricted|confined|specific|bound|tied|unique|peculiar) to\b|\b(?:does|do|did) not (?:depend|rely|rest) on\b|\bno \p{L}+ (?:in|for|on|where|under|with)(?: which)? [^,;:]{0,60}\bnot\b|\b(?:a|some) laws? of nature\b|\bready for (?:production|deployment|daily use|release|practical use)\b/iu;

const priors = wordSet(
  'earlier previous prior published existing recent related past other others',
);
const works = wordSet(
  'work works study studies literature research paper papers publication publications investigation investigations author authors groups teams researchers',
);

/** Behind one of these in its clause nothing is claimed. */
const denials = wordSet(
  'not no nor neither never none nothing nobody cannot hardly whether would might may could should unknown open untried untested unclear',
);
/** Wherever they stand in it. */
const conditions = wordSet('if unless whether only');
const clauseEnd = /[,;:—–(]|\s-\s/;
const newClause = wordSet('but while although though because since so');

const person = "\\p{Lu}\\p{Ll}[\\p{L}’'-]{1,30}";
const found =
  '(?:report|show|find|observ|describ|introduc|propos|demonstrat|establish|argu|suggest|confirm|prov|discover)';
/** People who are said to have found something, each form within one stretch of a few words. */
const people = new RegExp(
  [
    `\\b${person} et al\\b`,
    `\\b(?:surveys?|stud(?:y|ies)|papers?|articles?|reviews?|monographs?|textbooks?|thes[ie]s|theorems?|lemmas?|conjectures?) by ${person}(?![\\p{L}\\p{N}])`,
    `\\b(?:theorems?|lemmas?|conjectures?) of ${person}(?![\\p{L}\\p{N}])`,
    `\\b(?:observation|idea|method|finding|result|technique|effect|approach|concept)s? (?:goes|go|dates|date) back to ${person}(?![\\p{L}\\p{N}])`,
    `\\b(?:${found}\\p{Ll}{0,3}|found|shown|known|published|studied|works?|results?|theorems?|stud(?:y|ies)|papers?) (?:by|of) ${person} and (?:${person}|others|colleagues|co-?workers)\\b`,
    `\\b${person} and (?:${person}|others|colleagues|co-?workers) (?:have |had |also )?(?:${found}\\p{Ll}{0,3}|found|showed|shown)\\b`,
    `\\b(?:shown|found|observed|proposed|introduced|demonstrated|established|argued|suggested|proven|proved|discovered) by ${person}(?![\\p{L}\\p{N}])`,
    `\\b(?:[Aa]s|that|what) ${person} (?:${found}\\p{Ll}{0,3}|found|showed)\\b`,
    '\\b(?:in press|personal communication|unpublished (?:data|work|results))\\b',
  ].join('|'),
  'gu',
);
/** Places told of one sentence. */
const toldMax = 20;

/** Every reach of the sentence; `words` are its words in order. */
export function findReach(sentence: string, words: readonly Word[]): Reach[] {
  const reaches: Reach[] = [];
  for (const whole of clausesOf(sentence, words)) {
    if (reaches.length >= toldMax) break;
    const denied = whole.findIndex(({ text }) => denials.has(text));
    const clause = denied < 0 ? whole : whole.slice(0, denied);
    if (whole.some((_, at) => isCondition(whole, at))) continue;
    const odd = unboundOf(sentence, whole) ?? promiseOf(whole);
    if (odd !== undefined) reaches.push(odd);
    const reach = reachOf(clause);
    if (reach !== undefined) reaches.push(reach);
    if (denied >= 0) continue;
    const prior = clause.find(
      ({ text }, at) =>
        text === 'literature' || (priors.has(text) && works.has(clause[at + 1]?.text ?? '')),
    );
    if (prior !== undefined) reaches.push(toReach(prior, 'literature'));
    const [first, last] = [clause[0], clause.at(-1)];
    if (first === undefined || last === undefined) continue;
    for (const match of findAll(sentence.slice(first.index, last.end), people))
      reaches.push({ text: match[0], index: first.index + match.index, licence: 'literature' });
  }
  return reaches;
}

/** "Not only", "even if" and "whether or not" take a bound away instead of setting one. */
function isCondition(clause: readonly Word[], at: number): boolean {
  const [before, word, next] = [at - 1, at, at + 1].map((place) => clause[place]?.text ?? '');
  if (!conditions.has(word ?? '')) return false;
  if (word === 'only') return before !== 'not';
  if (word === 'if') return before !== 'even' && before !== 'as';
  return word !== 'whether' || next !== 'or';
}

const toReach = ({ text, index }: Word, licence: Licence): Reach => ({ text, index, licence });

function clausesOf(sentence: string, words: readonly Word[]): Word[][] {
  const clauses: Word[][] = [[]];
  words.forEach((word, at) => {
    const gap = sentence.slice(words[at - 1]?.end ?? word.index, word.index);
    if (at > 0 && (clauseEnd.test(gap) || newClause.has(word.text))) clauses.push([]);
    clauses.at(-1)?.push(word);
  });
  return clauses;
}

/** The first word of a clause that says how far something holds. */
function reachOf(clause: readonly Word[]): Reach | undefined {
  const subject = clause.findIndex(({ text }) => subjects.has(text));
  for (let at = 0; at < clause.length; at += 1) {
    const word = clause[at];
    if (word === undefined) continue;
    if (alone.has(word.text)) return toReach(word, 'beyond');
    if (isPrediction(clause, at)) return toReach(word, 'beyond');
    if (subject >= 0 && boundless.has(word.text) && copulas.has(clause[at - 1]?.text ?? ''))
      return toReach(word, 'beyond');
    if (subject < 0 || at <= subject) continue;
    const next = clause[at + 1]?.text;
    if (unbounded.has(word.text) || (/^independent(?:ly)?$/.test(word.text) && next === 'of'))
      return toReach(word, 'beyond');
    if (allOf.has(word.text) || word.text === 'arbitrary') {
      const behind = clause.slice(at + 1, at + 4).map(({ text }) => text);
      if (behind.some((text) => recorded.has(text))) continue;
      if (/^(?:any|arbitrary)$/.test(word.text) && behind.some((text) => things.has(text)))
        return toReach(word, 'beyond');
    }
    if (sightings.has(word.text)) {
      const place = clause
        .slice(at + 1, at + 9)
        .findIndex(
          ({ text }, step) =>
            others.has(text) &&
            clause.slice(at + 2 + step, at + 4 + step).some(({ text: thing }) => things.has(thing)),
        );
      const other = place < 0 ? undefined : clause[at + 1 + place];
      if (other !== undefined) return toReach(other, 'beyond');
    }
    if (!validity.has(word.text)) continue;
    const far = clause
      .slice(at + 1, at + 9)
      .find(
        ({ text }, step) =>
          (quantifiers.has(text) || (text === 'scale' && clause[at + step]?.text === 'at')) &&
          !clause
            .slice(at + 2 + step, at + 5 + step)
            .some(({ text: thing }) => recorded.has(thing)),
      );
    if (far !== undefined) return toReach(far, 'beyond');
  }
  return undefined;
}

/** A denied bound: "does not depend on the data", "no setting in which it would not help". */
function unboundOf(sentence: string, clause: readonly Word[]): Reach | undefined {
  const [start, last] = [clause[0], clause.at(-1)];
  if (start === undefined || last === undefined) return undefined;
  const match = unlimited.exec(sentence.slice(start.index, last.end));
  if (match === null) return undefined;
  const index = start.index + match.index;
  const isOfResult =
    /^(?:no|a|some|ready)\b/iu.test(match[0]) ||
    clause.some(({ text, end }) => end <= index && ofResults.has(text));
  return isOfResult ? { text: match[0], index, licence: 'beyond' } : undefined;
}

/** What others are promised: "users may rely on it", "nobody will see another outcome". */
function promiseOf(clause: readonly Word[]): Reach | undefined {
  const who = clause.findIndex(({ text }) => anybody.has(text));
  if (who < 0) return undefined;
  for (let at = who + 1; at < clause.length - 1; at += 1) {
    const [verb, next] = [clause[at], clause[at + 1]];
    if (verb === undefined || next === undefined || !predicting.has(verb.text)) continue;
    if (relying.has(next.text) && clause[at + 2]?.text === 'on') return toReach(next, 'beyond');
    const isSure = verb.text === 'will' || verb.text === 'shall';
    const what = clause.slice(at + 2, at + 7).some(({ text }) => alike.has(text));
    if (isSure && seeing.has(next.text) && what) return toReach(next, 'beyond');
  }
  return undefined;
}

/** "Every other device will show the same." */
function isPrediction(clause: readonly Word[], at: number): boolean {
  if (!allOf.has(clause[at]?.text ?? '')) return false;
  const behind = clause.slice(at + 1, at + 9).map(({ text }) => text);
  return behind.slice(0, 3).some((text) => things.has(text)) && behind.includes('will');
}
