/** What a comparison says in a sentence: of which quantity, who has more, by how much, and whether that is much. */
import { groupBy } from '../../claims/group-by.ts';
import type { Comparison, ResultFile } from '../../claims/ledger.ts';
import { type Claim, claimValue } from '../../claims/schema.ts';
import type { Inline } from '../../document.ts';
import { nounOfUnit } from '../../evidence/units.ts';
import { wordsOf } from '../../verify/names.ts';
import { isUnitWord } from '../../verify/unit-table.ts';
import { cited, isOrAre, labelText, line, listOf } from '../context.ts';

const deviations = /^(?:sd|std|stdev|standard deviation)(?: |$)/i;

/** True for a quantity that says how far others can be relied on. */
export function isSpreadName(quantity: string): boolean {
  return deviations.test(quantity) || /^(?:se|sem|stderr|variance|n)(?: |$)/i.test(quantity);
}

/** True for a comparison within a list of metrics, which says what the series of raw values say, where there are any. */
export const isOfList = ({ quantity }: Comparison, statistics: readonly unknown[]): boolean =>
  quantity === 'value' && statistics.length > 0;

/** Comparisons of one quantity with one baseline that went the same way, together. */
export function alike(comparisons: readonly Comparison[]): Comparison[][] {
  const groups = groupBy(comparisons, ({ quantity, baseline, claim, formula, operands: [, b] }) =>
    [quantity, baseline, b.id, claim.comparison?.direction, formula].join('\0'),
  );
  return [...groups.values()];
}

const directions = {
  higher: ['higher', 'than'],
  lower: ['lower', 'than'],
  equal: ['the same', 'as'],
} as const;

/**
 * `The mean is lower for routed than for baseline: 7.9 ms [C6] against 9.6 ms [C3], a ratio of 0.82 [C37].` Of
 * several subjects, each has its number behind it.
 */
export function comparisonSentence(
  group: readonly Comparison[],
  results: readonly ResultFile[] = [],
): Inline[] {
  const [first] = group;
  if (first === undefined) return [];
  const { claim, formula, baseline, operands } = first;
  const [word, joint] = directions[claim.comparison?.direction ?? 'equal'];
  const quantity = quantityName(first);
  const start = line('The ', quantity, ` ${isOrAre(quantity)} ${word} for `);
  const other = line(` ${joint} for `, caseName(operands[1], baseline));
  if (group.length > 1) {
    const subjects = group.map(({ subject, operands: [own] }) =>
      line(caseName(own, subject), ' (', cited(own), ')'),
    );
    const claims = group.map((comparison) => line(cited(comparison.claim)));
    const measured = line(other, ' (', cited(operands[1]), '): ');
    return line(start, listOf(subjects), measured, `${formula}s of `, listOf(claims), '.');
  }
  return line(
    start,
    caseName(operands[0], first.subject),
    other,
    ': ',
    cited(operands[0]),
    ' against ',
    cited(operands[1]),
    `, a ${formula} of `,
    cited(claim),
    spreadPhrase(first, results),
    '.',
  );
}

/** That two numbers differ by less than the deviation recorded beside either, where that is so. */
function spreadPhrase(
  { operands, subject, baseline }: Comparison,
  results: readonly ResultFile[],
): Inline[] {
  const [own, other] = operands.map((operand) => spreadBeside(operand, results));
  const [a, b] = operands.map(claimValue);
  if (own === undefined || other === undefined || a === undefined || b === undefined) return [];
  const least = Math.min(claimValue(own) ?? 0, claimValue(other) ?? 0);
  if (Math.abs(a - b) >= least) return [];
  return line(
    '; the two differ by less than the ',
    labelText(own.quantity ?? ''),
    ' of either, ',
    cited(own),
    ' for ',
    caseName(operands[0], subject),
    ' and ',
    cited(other),
    ' for ',
    caseName(operands[1], baseline),
  );
}

/** The deviation that the row of a claim gives for its quantity. */
function spreadBeside(claim: Claim, results: readonly ResultFile[]): Claim | undefined {
  const row = results
    .flatMap(({ tables }) => tables.flatMap(({ rows }) => rows))
    .find(({ claims }) => claims.includes(claim));
  const ofWhat = new Set(wordsOf(claim.quantity ?? ''));
  return row?.claims
    .filter((each) => each !== null)
    .find(
      ({ quantity = '', unit }) =>
        deviations.test(quantity) &&
        unit === claim.unit &&
        wordsOf(quantity.replace(deviations, '')).every((word) => ofWhat.has(word)),
    );
}

/** The name that the file gives to a case, with the member's behind it. */
export function caseName({ label: own, subject }: Claim, name: string): Inline[] {
  const isOwn = own !== undefined && subject === name && own !== name;
  return isOwn ? line(labelText(own), ' (', labelText(name), ')') : line(labelText(name));
}

/** A name that is nothing but a unit says nothing; the number behind it bears it. */
export function quantityName({ quantity, operands: [{ unit }] }: Comparison): Inline[] {
  const words = quantity.split(' ');
  const last = words.at(-1) ?? '';
  if (last !== unit || !isUnitWord(last)) return spokenName(quantity, unit);
  return line([...words.slice(0, -1), nounOfUnit(unit) ?? 'value'].join(' '));
}

/** Words that say which value of a quantity it is, and not of what. */
const whichValue =
  /^(?:(?:mean|median|average|avg|total|wall|elapsed|peak|max|min|p\d{1,2})(?: |$))+$/i;

/** `wall` in seconds is a wall time. */
export function spokenName(name: string, unit: string | undefined): Inline[] {
  const noun = whichValue.test(name) ? nounOfUnit(unit) : undefined;
  return line(labelText(name), noun === undefined ? '' : ` ${noun}`);
}
