/** Of which case the number of a claim is, by the names of its file and by the comparisons of the ledger. */
import type { Claim } from '../claims/schema.ts';
import { type ClaimNames, type NameWords, nameWords } from './names.ts';

/** The case that a number is of, of a comparison its subject, and the others that have the same quantity; words joined by spaces. */
export interface Case {
  readonly own: string;
  readonly rivals: ReadonlySet<string>;
  /** What a comparison compares with; empty for others. It may be named beside it. */
  readonly baseline: string;
}

/** The place of a number that was read; empty for one that was computed. */
export const placeOf = ({ derived, evidence_refs: [ref] }: Claim): string =>
  derived === undefined && ref !== undefined ? `${ref.path}#${ref.pointer}` : '';

/** By claim, the case of its number: as its file names it, or as a comparison of the ledger does. */
export function createCaseOf(
  claims: readonly Claim[],
  namesOf: (claim: Claim) => readonly ClaimNames[],
): (claim: Claim) => Case | undefined {
  const sides = new Map<string, { own: NameWords; rival: NameWords }>();
  for (const { comparison, evidence_refs: refs } of claims) {
    if (comparison === undefined || refs.length !== 2) continue;
    const [subject, baseline] = [nameWords(comparison.subject), nameWords(comparison.baseline)];
    const [a, b] = refs.map(({ path, pointer }) => `${path}#${pointer}`);
    if (a === undefined || b === undefined || subject.join() === baseline.join()) continue;
    if (!sides.has(a)) sides.set(a, { own: subject, rival: baseline });
    if (!sides.has(b)) sides.set(b, { own: baseline, rival: subject });
  }
  const known = new Map<string, Case | undefined>();
  return (claim) => {
    if (known.has(claim.id)) return known.get(claim.id);
    const { comparison } = claim;
    const names = isOfOne(claim) || comparison !== undefined ? namesOf(claim)[0] : undefined;
    const side = sides.get(placeOf(claim));
    const own =
      comparison === undefined
        ? (names?.subject ?? side?.own ?? [])
        : nameWords(comparison.subject);
    const baseline = comparison === undefined ? [] : nameWords(comparison.baseline);
    const rivals = [...(names?.rivals ?? []), ...(side === undefined ? [] : [side.rival])].filter(
      (name) => name.join() !== baseline.join(),
    );
    const found =
      own.length === 0 || rivals.length === 0
        ? undefined
        : {
            own: own.join(' '),
            baseline: baseline.join(' '),
            rivals: new Set(
              rivals.map((name) => name.join(' ')).filter((name) => name !== own.join(' ')),
            ),
          };
    known.set(claim.id, found);
    return found;
  };
}

const isOfOne = ({ derived, kind }: Claim): boolean =>
  derived === undefined || kind === 'statistic';
