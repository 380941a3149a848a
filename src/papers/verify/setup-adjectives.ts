/**
 * How something of a setup may be said to be ("the queue is empty"). Any other word for how something is ("the scores
 * are solid") says what came of it, and is told from nothing else by its form.
 */
import { endingVerbs, irregularProcedures } from './outcome-verbs.ts';
import { plainGroups } from './plain-words.ts';
import { formsOf, wordsIn } from './word-forms.ts';
import { isListed, isNoun } from './word-lists.ts';

const wordSet = (list: string): ReadonlySet<string> => new Set(wordsIn(list));

/** Forms of "be" behind which stands how something is. */
export const be = wordSet('am are is was were');
const adverbs = wordSet('all also both neither never not only otherwise still then');
const ofSetup = wordSet(`
  absent active adjacent alike alive alone anonymous audible available binary blank circular clear closed cold
  complete compulsory concave constant continuous convex cubic daily dense deterministic different discrete distinct due dry dumb
  eligible empty equal external false familiar few final fit flat foreign free frozen full functional fresh greedy hollow
  horizontal hot idle ill immutable inclusive inconclusive independent individual infinite inactive internal invalid invisible
  known large light linear liquid live local long loose lossy manual many mild missing mutable narrow native negative new normal
  null oblique odd old online offline open optional oval overhead own parallel partial periodic persistent plain
  positive present previous private proportional public quadratic quiet random rare raw ready read-only rectangular
  remote responsible rigid round same sequential serial separate short shut similar silent single singular smaller small solid
  solvable sparse square stale static steel straight sunny symmetric synchronous synthetic tall textual thick thin
  trainable transparent true unable unavailable uncertain unclear unequal unique unknown unlike unlimited valid
  variable vertical visible void volatile voluntary volunteer warm wet wide windy wooden wrong young
`);

/** True where the first "is" or "are" of a clause is followed by a word that no setup has; `isSaid` leaves out words by their place. */
export function saysHowItIs(
  words: readonly string[],
  to: number,
  isSaid: (at: number) => boolean,
): boolean {
  for (let at = 1; at < to; at += 1)
    if (be.has(words[at] ?? '') && isSaid(at)) return isVerdict(words, at + 1, to);
  return false;
}

/** "Is superior.", "are cheap to run": how something is, in a word that no setup has. */
export function isVerdict(words: readonly string[], from: number, end: number): boolean {
  let at = from;
  while (at < end && (adverbs.has(words[at] ?? '') || (words[at] ?? '').endsWith('ly'))) at += 1;
  const word = words[at] ?? '';
  // "Was not possible from the images" says what could not be done.
  if (word === 'possible' && words[at - 1] === 'not') return false;
  if (ofSetup.has(word) || grammar.has(word) || !/^[a-z]{3,}$/.test(word)) return false;
  if (/(?:ed|en|er|ing|[^s]s)$/.test(word)) return false;
  if (irregularProcedures.has(word) || endingVerbs.has(word)) return false;
  const next = words[at + 1] ?? '';
  // "Is linear regression", "are good readers": said of what it is.
  return at + 1 >= end || (isListed(word, 'looks') ? !isNoun(next) : grammar.has(next));
}
const grammar: ReadonlySet<string> = new Set(
  plainGroups
    .filter(({ about }) => /^Words of (?:grammar|order|time)/.test(about))
    .flatMap(formsOf),
);
