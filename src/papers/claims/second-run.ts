/**
 * Whether a second run is one of its own: by the seeds that both record, and by the bytes and the raw values that they
 * left. What drew the same random numbers, or took the results over, replicates nothing.
 */
import { isRecord } from '../../lib/is-record.ts';
import { pointerToken, selectAll } from '../json-pointer.ts';
import { seriesReadMax } from './formula/evaluate.ts';
import type { Source } from './formula/grammar.ts';

/** A number that a file calls a seed. */
export interface Seed {
  readonly pointer: string;
  readonly value: number;
}

const depthMax = 24;
/** Different values that two series have at least before their being equal says anything. */
const differentMin = 3;

/** `seed`, `random_seed`, `trainSeed`, `seeds`. */
const seedName = /(?:^|[^a-z])seeds?$/i;
const camelSeedName = /[a-z]Seeds?$/;
/** How many there are, or what only the evaluation draws of. */
const otherName = /^(?:n|no|num|number|count)(?:[^a-z]|seeds)|boot|resampl/i;

const isSeedName = (name: string): boolean =>
  (seedName.test(name) || camelSeedName.test(name)) && !otherName.test(name);

/** The seeds that a result file records, in its order: numbers, and lists of numbers, of such a name. */
export function findSeeds(root: unknown): Seed[] {
  const seeds: Seed[] = [];
  const visit = (value: unknown, pointer: string, isSeed: boolean, depth: number): void => {
    if (typeof value === 'number') {
      if (isSeed && Number.isFinite(value)) seeds.push({ pointer, value });
    } else if (depth > depthMax) return;
    else if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        if (isSeed || typeof item === 'object')
          visit(item, `${pointer}/${index}`, isSeed && typeof item === 'number', depth + 1);
    } else if (isRecord(value)) {
      for (const [name, member] of Object.entries(value))
        visit(member, `${pointer}/${pointerToken(name)}`, isSeedName(name), depth + 1);
    }
  };
  visit(root, '', false, 0);
  return seeds;
}

/** `same` where each seed of the second run is one of the first; `unknown` where not both record one. */
export function compareSeeds(
  first: readonly Seed[],
  again: readonly Seed[],
): 'other' | 'same' | 'unknown' {
  if (first.length === 0 || again.length === 0) return 'unknown';
  const known = new Set(first.map(({ value }) => value));
  return again.every(({ value }) => known.has(value)) ? 'same' : 'other';
}

/** A series in the file that holds it. */
interface RawSeries {
  readonly json: unknown;
  readonly source: Source;
}

/** True for series that are the same place by place and hold enough different values not to be so by chance. */
export function areSameValues(first: RawSeries, again: RawSeries): boolean {
  const [one, other] = [first, again].map(({ json, source }) =>
    selectAll(json, source.pointer, seriesReadMax),
  );
  if (one === undefined || other === undefined || one.length !== other.length) return false;
  return new Set(one).size >= differentMin && one.every((value, at) => value === other[at]);
}
