/** Whether a printed number is the value of one of the claims that are cited for it. */
import type { Claim } from '../claims/schema.ts';
import type { DraftState } from './draft-parts.ts';
import type { Finding } from './finding.ts';
import { wordsOf } from './names.ts';
import { misnamed, type NamePlace, type NearWords } from './naming.ts';
import { mismatch, type Quantity } from './quantities.ts';

/** What was found of a number, and the claim whose value it is. */
interface ValueCheck {
  readonly findings: Finding[];
  readonly claim?: Claim;
}

/** "96 hours" of a count that the file calls `hours`: its name says in what it is. */
const isNamedUnit = (
  { unit }: Quantity,
  claim: Claim,
  { namesOf }: DraftState['reading'],
): boolean => {
  const last = wordsOf(unit ?? '').at(-1);
  return (
    claim.unit === undefined &&
    last !== undefined &&
    namesOf(claim).some(({ quantities }) => quantities.some((name) => name.at(-1) === last))
  );
};

/** One number against the claims cited for it. */
export function checkValue(
  quantity: Quantity,
  ids: readonly string[],
  words: NearWords,
  others: readonly Claim[],
  state: DraftState,
  place: NamePlace,
): ValueCheck {
  const { reading, printed } = state;
  const { text } = quantity.token;
  let near: Finding | undefined;
  for (const id of ids) {
    state.comparisonsLeft -= 1;
    if (state.comparisonsLeft < 0) break;
    const claim = reading.claims.get(id);
    const value = reading.values.get(id);
    if (claim === undefined || value === undefined) continue;
    const wrong = mismatch(quantity, value, claim.unit);
    if (wrong === 'unit' && !isNamedUnit(quantity, claim, reading)) {
      near ??= ['unit', `${text} ${quantity.unit}: [${id}] is in ${claim.unit ?? 'no unit'}`];
      continue;
    }
    if (wrong === 'value') continue;
    const misname = misnamed(claim, words, reading, others, place);
    if (misname === undefined) {
      printed.push(`${id} ${text}`);
      return { findings: [], claim };
    }
    near ??= ['name', `${text}: [${id}] ${misname}`];
  }
  if (near !== undefined) return { findings: [near] };
  const cited = ids.length === 0 ? 'any cited claim' : ids.slice(0, 20).join(', ');
  const record =
    quantity.inWords && ids.length === 0
      ? '; a count of the setup may stand where a result file states it under this name as a setting, such as “config”: {“layers”: 12}'
      : '';
  return {
    findings: [['number_without_claim', `${text} is not the value of ${cited}${record}`]],
  };
}
