/** Takes out the words of result that describe what was done where their clause tells a procedure: "every bed was watered". */
import { type Clause, findClauses } from './clauses.ts';
import type { Word } from './reach.ts';
import { isNoun } from './word-lists.ts';
import { betterHigher, betterLower, type Licence, rateNames, timeNames } from './word-table.ts';

/** Words of these may describe. */
const describing: ReadonlySet<Licence> = new Set([
  'universal',
  'highest',
  'lowest',
  'higher',
  'lower',
  'rises',
  'falls',
]);
const unitsOfRhythm = new Set(
  'second seconds minute minutes hour hours half quarter day days week weeks month months year years morning evening night noon other few third fourth fifth tenth hundredth nth time step epoch'.split(
    ' ',
  ),
);
/** Of these the highest is a result wherever it stands. */
const measured = new Set(
  'accuracy accuracies score scores error errors loss losses latency throughput speed speeds time times yield yields gain gains cost costs quality precision recall rate rates performance value values result results number numbers savings share ratio mean median'.split(
    ' ',
  ),
);

const quantities = [betterHigher, betterLower, rateNames, timeNames];
const isQuantity = (word: string | undefined): boolean =>
  word !== undefined && (measured.has(word) || quantities.some((names) => names.test(word)));

/** "All errors were caught" says what came of it, "all beds were watered" what was done. */
const achieved = new Set(
  'blocked broken caught fixed hit kept removed repaired spotted'.split(' '),
);
const aims =
  /^(?:attack|bug|crash|deadline|deadlock|defect|error|failure|fault|goal|leak|promise|record|target)(?:es|s)?$/;

/** "All participants were adults": a past, and one noun. */
const isListOfKinds = ({ to, verb }: Clause, tokens: readonly Word[]): boolean =>
  verb === to - 1 &&
  /^(?:was|were)$/.test(tokens[verb - 1]?.text ?? '') &&
  (tokens[verb]?.text ?? '').endsWith('s') &&
  isNoun(tokens[verb]?.text ?? '');

function isDescription(
  licence: Licence,
  tokens: readonly Word[],
  at: number,
  clause: Clause | undefined,
): boolean {
  if (!describing.has(licence)) return false;
  const next = tokens[at + 1]?.text ?? '';
  if (tokens[at]?.text === 'every' && unitsOfRhythm.has(next)) return true;
  if (clause?.kind === 'open' && (licence === 'higher' || licence === 'lower'))
    return at > clause.verb || ![1, 2].some((back) => isBe(tokens[at - back]?.text));
  const isMoving = licence === 'rises' || licence === 'falls';
  if (isMoving)
    return (
      /^(?:when|if|until|before|after)$/.test(tokens[clause?.from ?? 0]?.text ?? '') &&
      // "When the load fell the queue was read", but not "when it was read the load fell".
      (clause === undefined || clause.verb < 0 || at < clause.verb)
    );
  if (clause?.kind === 'other' && licence === 'universal') return isListOfKinds(clause, tokens);
  if (clause?.kind !== 'procedure') return false;
  if (licence === 'universal')
    return !(
      achieved.has(tokens[clause.verb]?.text ?? '') &&
      [1, 2].some((step) => aims.test(tokens[at + step]?.text ?? ''))
    );
  if ((tokens[at]?.text ?? '').startsWith('exceed')) return true;
  if (isQuantity(next) || isQuantity(tokens[at + 2]?.text)) return false;
  // "Reports older than an hour were left out" says which; "was left longer than an hour" says how it went.
  if (next === 'than') return at < clause.verb;
  return /^(?:the|its|their)$/.test(tokens[at - 1]?.text ?? '');
}

const isBe = (word: string | undefined): boolean =>
  /^(?:is|are|was|were|be|been)$/.test(word ?? '');

/** Those of `found` that say what came of it. */
export function withoutDescriptions<
  Found extends { readonly index: number; readonly licence: Licence },
>(found: Found[], sentence: string, tokens: readonly Word[]): Found[] {
  if (!found.some(({ licence }) => describing.has(licence))) return found;
  const clauses = findClauses(sentence, tokens).flatMap((clause) =>
    Array<Clause>(clause.to - clause.from).fill(clause),
  );
  const places = new Map(tokens.map(({ index }, at) => [index, at]));
  return found.filter(({ index, licence }) => {
    const at = places.get(index) ?? 0;
    return !isDescription(licence, tokens, at, clauses[at]);
  });
}
