/** Numbers that two runs proved, held against each other where they are of the same thing. Pure. */
import { numberOf } from '../service/loose.ts';
import type { Reply } from '../service/wire.ts';

type Claim = NonNullable<Reply<'papers.trace'>['claims']>[number];

/** A number with where it stands in the evidence. */
export interface ProvenNumber {
  readonly printed: string;
  /** File and pointer of each source, and whether the file is what it was. */
  readonly sources: readonly { readonly place: string; readonly isSame: boolean }[];
}

/** One number that both, or one of both, proved. */
export interface ResultRow {
  readonly name: string;
  readonly isSetting: boolean;
  readonly left: ProvenNumber | null;
  readonly right: ProvenNumber | null;
  readonly difference: string | null;
}

/** Numbers that are told; a ledger may hold thousands. */
const resultRowsMax = 200;
const resultKinds: ReadonlySet<string> = new Set([
  'measurement',
  'statistic',
  'comparison',
  'setting',
]);

/** Numbers of two claim ledgers by what they are of, those of both first; `alike`: kept out, because more than one says the same of itself. */
export function resultRows(
  left: readonly Claim[],
  right: readonly Claim[],
): { readonly rows: readonly ResultRow[]; readonly leftOut: number; readonly alike: number } {
  const [ours, theirs] = [byMeaning(left), byMeaning(right)];
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])];
  const ofKey = (key: string): readonly (readonly Claim[])[] => [
    ours.get(key) ?? [],
    theirs.get(key) ?? [],
  ];
  // What one has once and the other twice is in both, and cannot be matched.
  const isAlike = (key: string): boolean => ofKey(key).some((claims) => claims.length > 1);
  const rows = keys
    .filter((key) => !isAlike(key))
    .map((key): ResultRow => {
      const [one, other] = ofKey(key).map(([claim]) => claim);
      const claim = one ?? other;
      return {
        name: claim === undefined ? '' : nameOf(claim),
        isSetting: claim?.kind === 'setting',
        left: one === undefined ? null : numberIn(one),
        right: other === undefined ? null : numberIn(other),
        difference: differenceOf(one, other),
      };
    });
  const isOfBoth = (row: ResultRow): number => Number(row.left !== null && row.right !== null);
  const sorted = rows.toSorted((a, b) => isOfBoth(b) - isOfBoth(a));
  return {
    rows: sorted.slice(0, resultRowsMax),
    leftOut: Math.max(0, sorted.length - resultRowsMax),
    alike: keys.filter(isAlike).flatMap(ofKey).flat().length,
  };
}

/** By kind, subject, quantity, label and unit; of several that say the same of themselves none can be matched. */
function byMeaning(claims: readonly Claim[]): ReadonlyMap<string, readonly Claim[]> {
  const found = new Map<string, readonly Claim[]>();
  for (const claim of claims) {
    if (!resultKinds.has(claim.kind ?? '') || !claim.printed) continue;
    const { kind, subject, quantity, label, unit } = claim;
    const key = JSON.stringify([kind, subject ?? null, quantity ?? label ?? null, unit ?? null]);
    found.set(key, [...(found.get(key) ?? []), claim]);
  }
  return found;
}

const nameOf = ({ subject, quantity, label, unit }: Claim): string => {
  const what = [subject, quantity ?? label].filter((word) => word != null && word !== '');
  return `${what.join(', ') || 'unnamed'}${unit == null || unit === '' ? '' : ` (${unit})`}`;
};

const numberIn = ({ printed = '', sources = [] }: Claim): ProvenNumber => ({
  printed,
  sources: sources.map(({ file = '', pointer = '', state }) => ({
    place: `${file}#${pointer}`,
    isSame: state === 'same',
  })),
});

/** Of the values in the files where both have just one; computed ones and words have none. */
function differenceOf(left: Claim | undefined, right: Claim | undefined): string | null {
  const [one, other] = [left, right].map((claim) =>
    claim?.formula == null && claim?.sources?.length === 1
      ? numberOf(claim.sources[0]?.value_now)
      : null,
  );
  if (one == null || other == null) return null;
  return signed(other - one, (value) => String(Number(value.toPrecision(4))));
}

/** A difference with its sign, in words. */
export function signed(value: number, say: (value: number) => string): string {
  if (value === 0) return 'none';
  return value > 0 ? `+${say(value)}` : `−${say(-value)}`;
}
