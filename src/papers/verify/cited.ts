/** The claims that a line, a sentence or a section cites. */
import type { Claim } from '../claims/schema.ts';
import { takeCitations } from '../declared.ts';
import type { PlainDraft } from '../plain-text.ts';
import { expandAll } from './ranges.ts';
import type { PaperReading } from './reading.ts';
import type { CitedClaim } from './result-words.ts';
import type { Citation, Sentence } from './sentences.ts';

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
      return [{ claim, value: values.get(id), among: () => seriesOf(claim)?.values ?? [] }];
    }),
  );
}

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
