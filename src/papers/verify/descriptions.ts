/** Takes out the words of result that describe what was done where their clause tells a procedure: "every bed was watered". */
import { type Clause, findClauses, isDefinition, nearWords } from './clauses.ts';
import { definitionAt } from './harmless-words.ts';
import { activeProcedures } from './outcome-verbs.ts';
import { isBe, isDeniedRank, isRank, isSelection, isSoughtAfter, ranks } from './ranks.ts';
import { ofResults, type Word } from './reach.ts';
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
  'best',
  'worst',
  'fastest',
  'slowest',
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

/** "Merges a table with every table that overlaps it", "sends each reply to all clients": how something goes about its work. */
const isHandled = (tokens: readonly Word[], at: number, { from }: Clause): boolean =>
  /^(?:all|each|every)$/.test(tokens[at]?.text ?? '') &&
  tokens.slice(Math.max(from + 1, at - handledWithin), at).some(({ text }) => handling.has(text));
/** From the verb to the word. */
const handledWithin = 5;
const handling = new Set(
  'collects combines compares concatenates copies joins logs merges prints reads receives records scans sends sorts stores sums updates visits walks writes'.split(
    ' ',
  ),
);

function isDescription(
  licence: Licence,
  tokens: readonly Word[],
  at: number,
  clause: Clause | undefined,
): boolean {
  if (isSupposed(licence, tokens, at, clause) || isOfItsOwn(licence, tokens, at, clause))
    return true;
  if (isSoughtAfter(tokens, at) || isOrientation(tokens, at)) return true;
  if (!describing.has(licence)) return false;
  const next = tokens[at + 1]?.text ?? '';
  if (tokens[at]?.text === 'every' && unitsOfRhythm.has(next)) return true;
  if (isSetUp(tokens, at) || isDefined(tokens, at) || isMeant(tokens, at)) return true;
  if (licence === 'universal' && isPooled(tokens, at)) return true;
  if (isDeniedRank(licence, tokens, at)) return true;
  if (isAbsence(tokens, at) || isRank(licence, tokens, at, clause)) return true;
  // "Rows that were never read are left out" says which.
  if (
    tokens[at]?.text === 'never' &&
    definitionAt(tokens) === 0 &&
    [1, 2].some((back) => isRelative(tokens[at - back]?.text))
  )
    return true;
  if (clause?.kind === 'open' && (licence === 'higher' || licence === 'lower'))
    return at > clause.verb || ![1, 2].some((back) => isBe(tokens[at - back]?.text));
  const isMoving = licence === 'rises' || licence === 'falls';
  if (isMoving && (isOfPlace(tokens, at, clause) || isInRelative(tokens, at, clause))) return true;
  if (isMoving && (isThrownAway(tokens, at) || isKeptSo(tokens, at, clause))) return true;
  if (isMoving)
    return (
      /^(?:when|whenever|if|until|before|after)$/.test(tokens[clause?.from ?? 0]?.text ?? '') &&
      // "When the load fell the queue was read", but not "when it was read the load fell".
      (clause === undefined ||
        clause.verb < 0 ||
        at < clause.verb ||
        tokens[at - 1]?.text === 'not')
    );
  if (clause?.kind === 'other' && licence === 'universal')
    return isListOfKinds(clause, tokens) || isHandled(tokens, at, clause);
  if (clause?.kind !== 'procedure') return false;
  if (licence === 'universal')
    return !(
      achieved.has(tokens[clause.verb]?.text ?? '') &&
      [1, 2].some((step) => aims.test(tokens[at + step]?.text ?? ''))
    );
  if ((tokens[at]?.text ?? '').startsWith('exceed')) return true;
  // "The peak is the largest number of requests in a second" says what is meant.
  if (isDefinition(tokens, clause) && at === clause.verb + 2) return true;
  if (isQuantity(next) || isQuantity(tokens[at + 2]?.text)) return false;
  // "Reports older than an hour were left out" says which; "was left longer than an hour" says how it went.
  if (next === 'than') return at < clause.verb;
  if (ranks.has(licence) && !isSelection(tokens, clause)) return false;
  // "Lower widths were not tried."
  if (at === clause.from && at < clause.verb) return true;
  return /^(?:the|its|their)$/.test(tokens[at - 1]?.text ?? '');
}

const supposed = /^(?:better|worse|faster|slower)$/;
/** "May be served worse", "need not be faster": left open. */
const isSupposed = (
  licence: Licence,
  tokens: readonly Word[],
  at: number,
  clause: Clause | undefined,
): boolean =>
  clause?.kind === 'open' &&
  supposed.test(licence) &&
  at > clause.verb &&
  /^(?:may|might|need)$/.test(tokens[clause.verb]?.text ?? '') &&
  !/^(?:even|far|much|still|well)$/.test(tokens[at - 1]?.text ?? '');

/** "Waits for its slowest image", "sorts by their largest member": says which one of its own. */
const isOfItsOwn = (
  licence: Licence,
  tokens: readonly Word[],
  at: number,
  clause: Clause | undefined,
): boolean =>
  /^(?:highest|lowest|fastest|slowest)$/.test(licence) &&
  /^(?:its|their)$/.test(tokens[at - 1]?.text ?? '') &&
  /^(?:at|by|for|from|of|on|to|with)$/.test(tokens[at - 2]?.text ?? '') &&
  clause !== undefined &&
  clause.kind !== 'outcome' &&
  /^[a-z]{3,}$/.test(tokens[at + 1]?.text ?? '') &&
  !isQuantity(tokens[at + 1]?.text);

/** "Days on which the water rose were left out" says which. */
const isInRelative = (tokens: readonly Word[], at: number, clause: Clause | undefined): boolean =>
  clause?.kind === 'procedure' &&
  at < clause.verb &&
  tokens.slice(Math.max(clause.from, at - nearWords), at).some(({ text }) => isRelative(text));

const isRelative = (word: string | undefined): boolean =>
  /^(?:that|which|whose|who)$/.test(word ?? '');

/** "A hit is a lookup that finds all its bits set." */
const isDefined = (tokens: readonly Word[], at: number): boolean => {
  const from = definitionAt(tokens);
  // "A cache is one that never fails" praises it.
  return from > 0 && at > from && !/^(?:always|never)$/.test(tokens[at]?.text ?? '');
};

/** "Rank error denotes the largest difference": what is meant by a word. */
const isMeant = (tokens: readonly Word[], at: number): boolean =>
  /^(?:an?|the)$/.test(tokens[at - 1]?.text ?? '') &&
  (/^(?:denotes?|means)$/.test(tokens[at - 2]?.text ?? '') ||
    /^(?:defined as|refers to|stands for)$/.test(
      `${tokens[at - 3]?.text} ${tokens[at - 2]?.text}`,
    ));

/** "Summed over all queries": what one number was made of. */
const isPooled = (tokens: readonly Word[], at: number): boolean =>
  /^(?:across|of|over)$/.test(tokens[at - 1]?.text ?? '') &&
  /^(?:aggregated|average|averaged|mean|median|pooled|sum|summed|total|totalled)$/.test(
    tokens[at - 2]?.text ?? '',
  );

/** "The splitter knows nothing of it", "it read nothing". */
const isAbsence = (tokens: readonly Word[], at: number): boolean =>
  tokens[at]?.text === 'nothing' &&
  (activeProcedures.has(tokens[at - 1]?.text ?? '') ||
    /^(?:knows?|knew)$/.test(tokens[at - 1]?.text ?? ''));

/** "Every tank has its own pump", "all clients start at once". */
const isSetUp = (tokens: readonly Word[], at: number): boolean =>
  /^(?:all|each|every)$/.test(tokens[at]?.text ?? '') &&
  [2, 3].some((step) => {
    const [verb, next, behind] = [step, step + 1, step + 2].map(
      (far) => tokens[at + far]?.text ?? '',
    );
    return (
      (/^(?:has|have|had|got|gets)$/.test(verb ?? '') &&
        /^(?:its|their)$/.test(next ?? '') &&
        behind === 'own') ||
      (/^(?:begin|begins|start|starts)$/.test(verb ?? '') &&
        /^(?:at|from|in|on|with)$/.test(next ?? ''))
    );
  });

/** "Rain fell on the roof" tells of no quantity. */
const isOfPlace = (tokens: readonly Word[], at: number, clause: Clause | undefined): boolean =>
  /^(?:fell|falls|fallen|grew|grown|grows|rose|risen|climbed|climbs)$/.test(
    tokens[at]?.text ?? '',
  ) &&
  /^(?:asleep|back|during|ill|in|into|off|on|onto|out|over|overboard|until)$/.test(
    tokens[at + 1]?.text ?? '',
  ) &&
  !tokens
    .slice(Math.max(clause?.from ?? 0, at - nearWords), at)
    .some(({ text }) => isQuantity(text) || ofResults.has(text));

/** "The emulator drops packets": something else than a quantity is let go. */
const isThrownAway = (tokens: readonly Word[], at: number): boolean =>
  /^(?:drops|lowers)$/.test(tokens[at]?.text ?? '') &&
  /^(?:an?|the|all|every|[a-z]{2,}[^su]s)$/.test(tokens[at + 1]?.text ?? '') &&
  !tokens.slice(at + 1, at + 4).some(({ text }) => isQuantity(text));

/** "Was concentrated under reduced pressure", "was calcined in air and reduced in hydrogen": how it was done. */
const isKeptSo = (tokens: readonly Word[], at: number, clause: Clause | undefined): boolean => {
  const [before, next] = [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text ?? ''];
  if (clause?.kind !== 'procedure' || !(tokens[at]?.text ?? '').endsWith('ed') || isQuantity(next))
    return false;
  if (/^(?:at|in|under|with)$/.test(before)) return /^[a-z]{4,}$/.test(next);
  return (
    before === 'and' &&
    at > clause.verb &&
    /^(?:at|by|in|over|with)$/.test(next) &&
    !tokens.slice(clause.from, clause.verb).some(({ text }) => isQuantity(text))
  );
};

/** "Lower is better" says of a quantity which way it is read; of one that is known to be read otherwise it is false. */
const isOrientation = (tokens: readonly Word[], at: number): boolean => {
  const start = tokens[at]?.text === 'better' ? at - 2 : at;
  const [which, verb, better] = [0, 1, 2].map((step) => tokens[start + step]?.text ?? '');
  if (!/^(?:is|are)$/.test(verb ?? '') || better !== 'better') return false;
  const isUp = /^(?:higher|larger|greater|more)$/.test(which ?? '');
  if (!isUp && !/^(?:lower|smaller|fewer|less)$/.test(which ?? '')) return false;
  const isOtherwise = (text: string): boolean =>
    betterHigher.test(text) !== betterLower.test(text) && betterHigher.test(text) !== isUp;
  return !tokens.slice(Math.max(0, at - nearWords), start).some(({ text }) => isOtherwise(text));
};

/** Those of `found` that say what came of it. */
export function withoutDescriptions<
  Found extends { readonly index: number; readonly licence: Licence },
>(found: Found[], sentence: string, tokens: readonly Word[]): Found[] {
  if (!found.some(({ licence }) => describing.has(licence) || supposed.test(licence))) return found;
  const clauses = findClauses(sentence, tokens).flatMap((clause) =>
    Array<Clause>(clause.to - clause.from).fill(clause),
  );
  const places = new Map(tokens.map(({ index }, at) => [index, at]));
  return found.filter(({ index, licence }) => {
    const at = places.get(index) ?? 0;
    return !isDescription(licence, tokens, at, clauses[at]);
  });
}
