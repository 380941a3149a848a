/**
 * Whether each number of a sentence stands at the name of its own quantity. "Mean (ratio) 0.8, errors 3 and memory 5"
 * gives each number to the name before it, "3 errors and 5 failures" to the one behind it, and "mean and median are
 * 3 and 5" one to one. Where no name is next to a number, nothing is said.
 */
import type { Claim } from '../claims/schema.ts';
import type { Finding } from './finding.ts';
import { findMentions, type Mention, type Placed } from './mentions.ts';
import { type NameWords, nameWords } from './names.ts';
import { statisticNames } from './naming.ts';
import type { PaperReading } from './reading.ts';

/** Between a name and the number that it is the name of. */
const joining =
  /^(?:\s|[(:=]|\)|\b(?:ratio|difference|is|are|was|were|of|at|with|by|about|roughly|only)\b)*$/iu;
/** Between the names of a list, or its numbers. */
const listing = /^\s*(?:,\s*)?(?:(?:and|or)\s+)?(?:(?:the|that of|about)\s+)?$/iu;
/** Between a list of names and its numbers. */
const leading = /^[^,;:.()]{0,40}$/u;
/** Between a number and its name behind it. */
const attaching = /^\s*(?:\(\s*|(?:of|for|in)\s+(?:the\s+)?)?$/iu;

/** What is wrong with the quantities that a sentence gives its numbers to. */
export function misassigned(
  text: string,
  placed: readonly Placed[],
  reading: Pick<PaperReading, 'namesOf' | 'caseOf'>,
): Finding[] {
  if (placed.length < 2) return [];
  // A column may be called as a case is: whose a number is, is another matter.
  const cases = new Set(placed.flatMap(({ claim }) => casesOf(claim, reading)));
  const named = placed.map(({ claim }) => namesAt(claim, reading, cases));
  const mentions = findMentions(text, named.flat());
  if (new Set(mentions.map(({ name }) => name)).size < 2) return [];
  const governors = governorsOf(text, placed, mentions);
  return placed.flatMap(({ text: printed, claim }, at): Finding[] => {
    const own = (named[at] ?? []).map((name) => name.join(' '));
    const governor = governors[at];
    if (governor === undefined || own.includes(governor)) return [];
    // How many there were is said in any words.
    if (/^(?:count|outliers)\(/.test(claim.derived?.formula ?? '')) return [];
    // The sentence names the quantity in words that do not stand together.
    if (!mentions.some(({ name }) => own.includes(name))) return [];
    const said = `${printed}: [${claim.id}] is a value of “${own[0] ?? ''}”`;
    return [['name', `${said}, but stands at “${governor}”`]];
  });
}

function casesOf(claim: Claim, { caseOf }: Pick<PaperReading, 'caseOf'>): string[] {
  const own = caseOf(claim);
  const { subject, baseline } = claim.comparison ?? {};
  return [
    ...[subject, baseline].flatMap((name) =>
      name === undefined ? [] : [nameWords(name).join(' ')],
    ),
    ...(own === undefined ? [] : [own.own, ...own.rivals]),
  ];
}

/** The names of the quantity of a claim, and of its statistic. */
function namesAt(
  claim: Claim,
  { namesOf }: Pick<PaperReading, 'namesOf'>,
  cases: ReadonlySet<string>,
): NameWords[] {
  const names = namesOf(claim).flatMap(({ quantities }) => quantities);
  return [...names, ...statisticNames(claim)].filter((name) => !cases.has(name.join(' ')));
}

/** The name that stands at each number, as a reader takes it; undefined where none is next to it. */
function governorsOf(
  text: string,
  placed: readonly Placed[],
  mentions: readonly Mention[],
): (string | undefined)[] {
  const aligned = alignLists(text, placed, mentions);
  let from = 0;
  return placed.map(({ index, end }, at) => {
    const before = mentions.filter(({ start, end: stop }) => start >= from && stop <= index);
    const last = before.at(-1);
    const isNext = last !== undefined && joining.test(text.slice(last.end, index));
    from = end;
    const governor = aligned[at] ?? (isNext ? last.name : undefined);
    if (governor !== undefined || last !== undefined) return governor;
    const behind = mentions.find(
      ({ start }) => start >= end && attaching.test(text.slice(end, start)),
    );
    from = behind?.end ?? end;
    return behind?.name;
  });
}

/** By number, the name of a list that it belongs to: as many names as numbers follow in a list, one to one. */
export function alignLists(
  text: string,
  placed: readonly Pick<Placed, 'index' | 'end'>[],
  mentions: readonly Mention[],
): (string | undefined)[] {
  const aligned: (string | undefined)[] = placed.map(() => undefined);
  let from = 0;
  placed.forEach(({ index, end }, at) => {
    const before = mentions.filter(({ start, end: stop }) => start >= from && stop <= index);
    from = end;
    const numbers = listFrom(text, placed, at);
    const last = before.at(-1);
    if (last === undefined || numbers < 2 || !leading.test(text.slice(last.end, index))) return;
    let start = before.length - 1;
    while (start > 0 && listing.test(text.slice(before[start - 1]?.end, before[start]?.start)))
      start -= 1;
    const names = before.slice(start);
    if (names.length !== numbers) return;
    names.forEach(({ name }, place) => {
      aligned[at + place] = name;
    });
  });
  return aligned;
}

/** How many numbers follow each other in a list, this one being the first. */
export function listFrom(
  text: string,
  placed: readonly Pick<Placed, 'index' | 'end'>[],
  at: number,
): number {
  let next = at + 1;
  while (
    next < placed.length &&
    listing.test(text.slice(placed[next - 1]?.end, placed[next]?.index))
  )
    next += 1;
  return next - at;
}
