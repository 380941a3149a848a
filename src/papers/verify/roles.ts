/**
 * Whether a sentence gives each number to the case that it is of: "compared with A, B takes 3 against 5" says
 * that 3 is of B and 5 of A. Also whether numbers that stand side by side are of one record.
 */
import type { Claim } from '../claims/schema.ts';
import { parsePointer } from '../json-pointer.ts';
import { type Case, placeOf } from './cases.ts';
import { checkEnds } from './ends.ts';
import { alignLists, listFrom, misassigned } from './enumerations.ts';
import type { Finding } from './finding.ts';
import { findMentions, type Mention, type Placed } from './mentions.ts';
import { createCover } from './naming.ts';
import type { PaperReading } from './reading.ts';

/** What is known of cases, names and lists. */
type Roles = Pick<PaperReading, 'caseOf' | 'namesOf' | 'seriesOf'>;

/** A name of a case in the sentence. */
interface Role extends Mention {
  /** What others are compared with: it governs no number by standing before it. */
  readonly isObject: boolean;
}

const comparing =
  /\b(?:compared (?:with|to)|than|versus|vs\.?|relative to|against|over)\s+(?:(?:that|those) )?(?:for |with |of |in )?(?:the )?(?:about |roughly )?$/iu;
/** Between a number and the name behind it that says whose it is. */
const attaching = /^\s*(?:\(|(?:of|for|with)\s+(?:the\s+)?)/iu;
/** Between a name and the number that is its own, whatever else the sentence compares: "baseline (3)", "baseline with 3". */
const holding = /^\s*(?:\(|with|at)\s*$/u;
/** Behind a number that is not of the case before it: "3 with routing and 5 without". */
const without = /^\s*(?:without|before)\s*(?:[,;.)]|$)/iu;
/** Between a number and the place at which it was read. */
const locating = /^\s*at\b[^,;.]{0,60}$/iu;
/** Before a number that two others give. */
const comparingWord = /\b(ratio|difference)\b\)?\s+(?:of\s+|is\s+)?(?:about\s+)?$/iu;
/** Characters before a place that are looked at. */
const lookBack = 60;

/** What is wrong with whose numbers a sentence says they are. `text` is without citations, which left spaces. */
export function misplaced(
  text: string,
  placed: readonly Placed[],
  cited: readonly Claim[],
  reading: Roles,
): Finding[] {
  if (placed.length === 0) return [];
  return [
    ...checkGovernors(text, placed, reading),
    ...misassigned(text, placed, reading),
    ...checkOrder(text, placed, cited),
    ...checkRatios(text, placed, reading),
    ...checkRecords(text, placed),
    ...checkEnds(text, placed, reading),
  ];
}

function checkGovernors(text: string, placed: readonly Placed[], reading: Roles): Finding[] {
  const cases = placed.map(({ claim }) => reading.caseOf(claim));
  const quantities = placed.flatMap(({ claim }) => reading.namesOf(claim)[0]?.quantities ?? []);
  // "Second" is no case in "tokens per second".
  const isOther = createCover(text, () => quantities);
  const mentions = mentionsOf(text, cases).filter(({ start }) => !isOther(start));
  const aligned = alignLists(
    text,
    placed,
    mentions.filter(({ isObject }) => !isObject),
  );
  const held = alignHeld(text, placed, mentions);
  const objects = new Set(mentions.flatMap(({ name, isObject }) => (isObject ? [name] : [])));
  const object = objects.size === 1 ? [...objects][0] : undefined;
  const findings: Finding[] = [];
  let current: string | undefined;
  let last: string | undefined;
  let from = 0;
  placed.forEach(({ index, end, text: printed, claim }, at) => {
    const own = cases[at];
    const isBehind = comparing.test(text.slice(Math.max(0, index - lookBack), index));
    const between = mentions.filter(
      (mention) => !mention.isObject && mention.start >= from && mention.end <= index,
    );
    if (between.length > 0) current = between.length === 1 ? between[0]?.name : undefined;
    const attached = attachedTo(text, end, mentions);
    const holder = holderOf(text, index, mentions);
    const governor =
      attached?.name ??
      holder?.name ??
      held[at] ??
      aligned[at] ??
      (isBehind ? object : governorOf(between, current, object));
    from = attached?.end ?? end;
    const other = last ?? governor;
    last = governor;
    if (without.test(text.slice(end, end + lookBack))) {
      if (other !== undefined && other === own?.own)
        findings.push([
          'name',
          `${printed}: [${claim.id}] is the value of “${other}”, not without it`,
        ]);
      return;
    }
    if (own === undefined || governor === undefined || !own.rivals.has(governor)) return;
    if (isLeftBehind(text, placed, at) && cases[at + 1]?.own === governor) return;
    findings.push([
      'name',
      `${printed}: [${claim.id}] is the value of “${own.own}”, but stands as that of “${governor}”`,
    ]);
  });
  return findings;
}

/** "Tiling lowers the time from 5 to 3": 5 is what it was without. */
function isLeftBehind(text: string, placed: readonly Placed[], at: number): boolean {
  const [from, to] = [placed[at], placed[at + 1]];
  return (
    from !== undefined &&
    to !== undefined &&
    /\bfrom (?:about |roughly )?$/i.test(
      text.slice(Math.max(0, from.index - lookBack), from.index),
    ) &&
    /^\s*to (?:about |roughly )?$/i.test(text.slice(from.end, to.index))
  );
}

function holderOf(text: string, index: number, mentions: readonly Role[]): Role | undefined {
  return mentions.find(({ end }) => end <= index && holding.test(text.slice(end, index)));
}

/** "Lower for A (3) and B (4) than for C (5): ratios of 0.6 and 0.8": a list that follows is in the order of the names. */
function alignHeld(
  text: string,
  placed: readonly Placed[],
  mentions: readonly Role[],
): (string | undefined)[] {
  const names: string[] = [];
  const aligned: (string | undefined)[] = placed.map(() => undefined);
  placed.forEach(({ index }, at) => {
    const holder = holderOf(text, index, mentions);
    if (holder !== undefined) {
      if (!holder.isObject) names.push(holder.name);
      return;
    }
    if (names.length < 2 || aligned[at] !== undefined) return;
    if (listFrom(text, placed, at) !== names.length) return;
    names.forEach((name, place) => {
      aligned[at + place] = name;
    });
  });
  return aligned;
}

/** Without a name before it, a number is of the case named last, where the sentence is known to compare. */
function governorOf(
  between: readonly Role[],
  current: string | undefined,
  object: string | undefined,
): string | undefined {
  return between.length > 0 || object !== undefined ? current : undefined;
}

function attachedTo(text: string, end: number, mentions: readonly Role[]): Role | undefined {
  const joint = attaching.exec(text.slice(end, end + lookBack))?.[0];
  if (joint === undefined) return undefined;
  return mentions.find(({ start }) => start === end + joint.length);
}

/** Names of the cases in the order of the sentence. */
function mentionsOf(text: string, cases: readonly (Case | undefined)[]): Role[] {
  const names = cases.flatMap((own) => (own ? [own.own, own.baseline, ...own.rivals] : []));
  return findMentions(
    text,
    names.filter((name) => name !== '').map((name) => name.split(' ')),
  ).map((mention) => ({
    ...mention,
    isObject: comparing.test(text.slice(Math.max(0, mention.start - lookBack), mention.start)),
  }));
}

/** "3 against 5" beside the ratio of the two: the first is what was divided. */
function checkOrder(text: string, placed: readonly Placed[], cited: readonly Claim[]): Finding[] {
  const compared = cited.filter(({ comparison }) => comparison !== undefined);
  if (compared.length === 0) return [];
  return placed.flatMap((behind, at): Finding[] => {
    const before = placed[at - 1];
    if (before === undefined) return [];
    const gap = text.slice(before.end, behind.index);
    if (!comparing.test(gap)) return [];
    const odd = [before, behind].filter(({ claim }) => claim.kind === 'comparison');
    if (odd.length === 1)
      return [
        [
          'name',
          `${odd[0]?.text}: [${odd[0]?.claim.id}] is a ${formulaName(odd[0]?.claim)}, but stands against a value`,
        ],
      ];
    const pair = [placeOf(before.claim), placeOf(behind.claim)];
    const turned = compared.find(({ evidence_refs: refs }) => {
      const [a, b] = refs.map(({ path, pointer }) => `${path}#${pointer}`);
      return pair[0] === b && pair[1] === a;
    });
    if (turned === undefined) return [];
    return [['name', `[${turned.id}] compares ${behind.text} with ${before.text}, not so`]];
  });
}

const formulaName = (claim: Claim | undefined): string =>
  /^[a-z_]+/.exec(claim?.derived?.formula ?? '')?.[0].replace('_', ' ') ?? '';

/** "A ratio of 0.8": it is one, or the file calls it so. */
function checkRatios(text: string, placed: readonly Placed[], reading: Roles): Finding[] {
  return placed.flatMap(({ index, text: printed, claim }): Finding[] => {
    const said = comparingWord.exec(text.slice(Math.max(0, index - lookBack), index))?.[1];
    const word = said?.toLowerCase();
    if (word === undefined || formulaName(claim).includes(word)) return [];
    const names = reading.namesOf(claim).flatMap(({ all }) => all);
    if (claim.derived !== undefined || names.some((name) => name.includes(word))) return [];
    return [['name', `${printed}: [${claim.id}] is no ${word}`]];
  });
}

/** "0.3 at epoch 8": both are of the same record. */
function checkRecords(text: string, placed: readonly Placed[]): Finding[] {
  return placed.flatMap((behind, at): Finding[] => {
    const before = placed[at - 1];
    if (before === undefined || isOneRecord(before.claim, behind.claim)) return [];
    if (!locating.test(text.slice(before.end, behind.index))) return [];
    return [['name', `${before.text} [${before.claim.id}] was not read at ${behind.text}`]];
  });
}

/** False where both were read in one list, or in lists side by side, at different places of it. */
export function isOneRecord(one: Claim, other: Claim): boolean {
  const [a, b] = [one, other].map(({ derived, evidence_refs: [ref] }) =>
    derived === undefined && ref !== undefined ? ref : undefined,
  );
  if (a === undefined || b === undefined || a.path !== b.path) return true;
  const [left, right] = [parsePointer(a.pointer) ?? [], parsePointer(b.pointer) ?? []];
  const differing = left.findIndex((step, at) => step !== right[at]);
  if (differing < 0) return true;
  const [step = '', with_ = ''] = [left[differing], right[differing]];
  if (isPlace(step) && isPlace(with_)) return false;
  const [last = '', withLast = ''] = [left[differing + 1], right[differing + 1]];
  const areLists = left.length === differing + 2 && right.length === differing + 2;
  return !(areLists && isPlace(last) && isPlace(withLast) && last !== withLast);
}

const isPlace = (step: string): boolean => /^\d+$/.test(step);
