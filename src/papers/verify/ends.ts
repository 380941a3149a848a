/**
 * Whether two numbers that stand for a whole list are its ends: "rises from 3 to 8" tells its first and its last
 * value, "lies between 3 and 8" and "from 3 to 8" its smallest and its largest. Another pair would be picked.
 */
import type { Finding } from './finding.ts';
import type { Placed } from './mentions.ts';
import type { PaperReading } from './reading.ts';

const opening = /\b(from|between)\s+(?:about\s+)?$/iu;
const linking = /^\s*(to|and)\s+(?:about\s+)?$/iu;
/** Words of a way from the first value to the last. */
const moving =
  /\b(?:rises?|rose|risen|falls?|fell|fallen|grows?|grew|grown|increas\p{L}+|decreas\p{L}+|climb\p{L}*|declin\p{L}+|drop\p{L}*|improv\p{L}+|go(?:es)?|went|moves?|moved|changes?|changed)\b/iu;

/** What is wrong with the pairs of a sentence that are told as the ends of a list. */
export function checkEnds(
  text: string,
  placed: readonly Placed[],
  { seriesOf }: Pick<PaperReading, 'seriesOf'>,
): Finding[] {
  return placed.flatMap((one, at): Finding[] => {
    const other = placed[at + 1];
    const word = opening.exec(text.slice(Math.max(0, one.index - 20), one.index))?.[1];
    if (other === undefined || word === undefined) return [];
    if (!linking.test(text.slice(one.end, other.index))) return [];
    const [left, right] = [seriesOf(one.claim), seriesOf(other.claim)];
    if (left == null || right == null || left.list === null || left.list !== right.list) return [];
    const { values } = left;
    const [a, b] = [values[left.at] ?? Number.NaN, right.values[right.at] ?? Number.NaN];
    const isWay = word.toLowerCase() === 'from' && moving.test(text.slice(0, one.index));
    const isOfOne =
      values.length === right.values.length &&
      values.every((value, place) => value === right.values[place]);
    // Where each row has a name of its own, the way is that of the whole list.
    const way = Math.max(values.length, right.values.length) > 1 ? values : left.all;
    const isWhole = isWay
      ? (isOfOne || way === left.all) && a === way[0] && b === way.at(-1)
      : (isOfOne && areEnds(values, a, b)) || areEnds(left.all, a, b);
    if (isWhole) return [];
    const ends = isWay ? [way[0], way.at(-1)] : [least(values), most(values)];
    return [
      [
        'name',
        `${one.text} and ${other.text} are not the ends of the ${values.length} values that [${one.claim.id}] is one of: ${ends.join(' and ')} are`,
      ],
    ];
  });
}

const areEnds = (values: readonly number[], a: number, b: number): boolean =>
  Math.min(a, b) === least(values) && Math.max(a, b) === most(values);

// No spread of a long list over arguments.
const least = (values: readonly number[]): number =>
  values.reduce((found, value) => Math.min(found, value), Number.POSITIVE_INFINITY);
const most = (values: readonly number[]): number =>
  values.reduce((found, value) => Math.max(found, value), Number.NEGATIVE_INFINITY);
