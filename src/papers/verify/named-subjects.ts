/**
 * Finds clauses that say of a case or a quantity of the result files what it does ("the pleated deck shrugs it off"),
 * where nothing is cited that would show it. How it was set up, what was done with it and what is asked of it may be said.
 */
import { findClauses } from './clauses.ts';
import { plainGroups } from './plain-words.ts';
import type { Word } from './reach.ts';
import { formsOf, groundsOf, wordsIn } from './word-forms.ts';

const wordSet = (list: string): ReadonlySet<string> => new Set(wordsIn(list));

/** Verbs that tell a setup, in all their forms. */
const settingUp: ReadonlySet<string> = new Set([
  ...formsOf({
    forms: 'verbs',
    words: `
      accept add apply ask belong call carry clear close combine compare consist contain copy cost count cover denote
      describe differ divide end enter exclude face fill follow group include involve join keep list load lock log mark
      mean measure move name open pass point poll print receive record refer refuse remove replace report request rest
      retry return rotate round sample scan schedule send share sleep split start state stop store sum take update use
      visit wait
    `,
  }),
  ...wordsIn(`
    am are be been being began begin begins came come comes cut cuts did do does drew draw draws gave give gives got
    had has have held hang hangs hid hung is knew know knows laid lay lies met put puts ran read reads run runs sat saw
    see sees sent set sets sit sits slept stand stands stood took was were write writes wrote can cannot could may
    might must shall should will would
  `),
]);
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
/** Words from its name to its verb. */
const verbWithin = 6;

/** The first word of each such clause; `isName` tells words of the result files. */
export function findSubjectClaims(
  sentence: string,
  isName: (word: string) => boolean,
): { readonly text: string; readonly index: number }[] {
  // A path, a caption or a cell says nothing of anything.
  if (!/^\s*\p{Lu}[\s\S]*[.!?]\s*$/u.test(sentence)) return [];
  const words: Word[] = [...sentence.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
    text: match[0].normalize('NFKC').toLowerCase(),
    index: match.index,
    end: match.index + match[0].length,
  }));
  return findClauses(sentence, words).flatMap((clause) => {
    if (clause.kind !== 'other' || clause.from !== 0) return [];
    const own = words.slice(clause.from, clause.to);
    const at = subjectAt(own, isName);
    if (own.slice(0, at + verbWithin).some(({ text }) => settingUp.has(text))) return [];
    const subject = own[at];
    return subject === undefined || own.length < at + 2 ? [] : [subject];
  });
}

/** The place of a name in the subject of a clause, -1 where there is none. */
function subjectAt(own: readonly Word[], isName: (word: string) => boolean): number {
  const starts = /^(?:with|without|under)$/.test(own[0]?.text ?? '') ? 1 : 0;
  for (let at = starts; at < Math.min(own.length, subjectWords); at += 1) {
    const text = own[at]?.text ?? '';
    if (prepositions.has(text)) return -1;
    if (determiners.has(text) || text.length < 3) continue;
    const grounds = groundsOf(text);
    if (grounds.some((ground) => ordinary.has(ground))) continue;
    if (grounds.some((ground) => [ground, `${ground}ed`, `${ground}d`].some(isName))) return at;
  }
  return -1;
}
