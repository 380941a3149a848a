/** The claims that a line, a sentence or a section cites. */
import type { Claim } from '../claims/schema.ts';
import { takeCitations } from '../text/declared.ts';
import type { PlainDraft } from '../text/plain-text.ts';
import { wordsOf } from './names.ts';
import { allNames, createCover } from './naming.ts';
import { expandAll } from './ranges.ts';
import type { PaperReading } from './reading.ts';
import type { CitedClaim } from './result-words.ts';
import type { Citation, Sentence } from './sentences.ts';
import type { Series } from './series.ts';

/** Different claims of one sentence that are looked at for names. */
const sentenceClaimsMax = 100;

/** The different claims of a sentence, as many as are looked at. */
export function claimsOf({ cites }: Sentence, reading: PaperReading): Claim[] {
  const found = new Set<Claim>();
  for (const { ids } of cites) {
    for (const id of ids) {
      const claim = reading.claims.get(id);
      if (claim !== undefined && found.size < sentenceClaimsMax) found.add(claim);
    }
  }
  return [...found];
}

/** Every citation with the value of its claim. */
export function citedClaims(
  cites: readonly Citation[],
  { claims, values, seriesOf }: PaperReading,
): CitedClaim[] {
  return cites.flatMap(({ ids }) =>
    ids.flatMap((id) => {
      const claim = claims.get(id);
      if (claim === undefined) return [];
      return [{ claim, value: values.get(id), among: () => rivalsOf(seriesOf(claim)) }];
    }),
  );
}

/** Whether a place of the text lies in a name that belongs to one of the claims. */
export function coverOf(
  text: string,
  claims: readonly Claim[],
  reading: PaperReading,
): (index: number) => boolean {
  if (claims.length === 0) return () => false;
  let cover: ((index: number) => boolean) | undefined;
  return (index) => {
    if (cover === undefined) {
      // A unit may be called as anything is.
      const names = claims.flatMap((claim) => [
        ...reading.namesOf(claim).flatMap((entry) => entry.all),
        wordsOf(claim.unit ?? ''),
      ]);
      cover = createCover(text, () => names);
    }
    return cover(index);
  };
}

/**
 * Where a number in words is a part of a name of the result files: "two towers" is a case wherever it stands, and "twice"
 * one where nothing but names is expected.
 */
export function coverOfNumbers(
  text: string,
  isOfNames: boolean,
  { names }: PaperReading,
): (index: number) => boolean {
  const known = allNames(names);
  return createCover(
    text,
    isOfNames ? known : (word) => known(word).filter((name) => name.length > 1),
  );
}

/** The citations of a clause, which `placeOf` finds in the line; of each clause they are looked for once. */
export function createCitesWithin(
  { start, cites }: Sentence,
  placeOf: (index: number) => number,
): (clause: { readonly from: number; readonly to: number }) => readonly Citation[] {
  const known = new Map<number, readonly Citation[]>();
  return ({ from, to }) => {
    const found = known.get(from);
    if (found !== undefined) return found;
    const end = Number.isFinite(to) ? start + placeOf(to) : to;
    const first = firstFrom(cites, start + placeOf(from));
    const last = firstFrom(cites, end);
    const own = cites.slice(first, last);
    known.set(from, own);
    return own;
  };
}

/** Place of the first citation that stands there or behind; a sentence may have very many. */
function firstFrom(cites: readonly Citation[], index: number): number {
  let [low, high] = [0, cites.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cites[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A row that is a case of its own stands among the rows of the others. */
const rivalsOf = (series: Series | null | undefined): readonly number[] =>
  (series?.values.length === 1 ? series.all : series?.values) ?? [];

const usages = new WeakMap<PlainDraft, ReadonlyMap<string, ReadonlySet<string>>>();

/** Claims cited by section heading, read once of a draft. */
export function usageOf(draft: PlainDraft): ReadonlyMap<string, ReadonlySet<string>> {
  const usage = usages.get(draft) ?? readUsage(draft);
  usages.set(draft, usage);
  return usage;
}

function readUsage(draft: PlainDraft): Map<string, Set<string>> {
  const usage = new Map<string, Set<string>>();
  for (const line of draft.lines) {
    const used = usage.get(line.section) ?? new Set<string>();
    usage.set(line.section, used);
    for (const { ids } of expandAll(takeCitations(line.text).cites))
      for (const id of ids) used.add(id);
  }
  return usage;
}
