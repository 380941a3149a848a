/** Words that are said to be the record's: they stand in it, and where it is cited they are quoted. */
import type { LineParts } from './draft-parts.ts';
import type { Finding } from './finding.ts';
import { keyOf } from './quotes.ts';
import type { Sentence } from './sentences.ts';

/** Words that are said to be the record's, or the notes', must be. */
export function checkAttributions({ bare, quotes }: LineParts): Finding[] {
  return quotes.flatMap((quote): Finding[] => {
    const before = bare.slice(Math.max(0, quote.start - 120), quote.start);
    const attributed = /\b(?:record|records|recorded|notes|hypothesis)\b[^.“”]*$/i.test(before);
    const content = bare.slice(quote.start + 1, quote.end - 1);
    if (quote.source !== null || !attributed || keyOf(content) === '') return [];
    return [['quote', `“${content.slice(0, 80)}” stands in no record of the evidence`]];
  });
}

/** A sentence that cites what the decision record says must say just that, in quotation marks. */
export function checkObservations(
  { bare, quotes, reading }: LineParts,
  { start, end, cites }: Sentence,
): Finding[] {
  if (cites.length === 0) return [];
  const said = new Set(
    quotes
      .filter((quote) => quote.start < end && quote.end > start)
      .map((quote) => keyOf(bare.slice(quote.start, quote.end))),
  );
  return cites.flatMap(({ ids }) =>
    ids.flatMap((id): Finding[] => {
      const claim = reading.claims.get(id);
      if (claim?.kind !== 'observation') return [];
      const value = String(claim.evidence_refs[0]?.recomputed_value ?? '');
      if (said.has(keyOf(value))) return [];
      return [
        ['observation', `[${id}] says “${value.slice(0, 80)}”, which is not quoted beside it`],
      ];
    }),
  );
}
