/** Choices by chance, from random numbers between 0 and 1. */

/** A whole number by chance, both ends included. */
export const between = (random: () => number, from: number, to: number): number =>
  Math.round(from + random() * (to - from));

/** One of the values by chance; there must be one. */
export const pick = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;
