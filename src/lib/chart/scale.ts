/** Scales of charts: from values to places of a drawing. Pure. */
import type { Range } from './ticks.ts';

/** The place of a value, in the units of the drawing. */
export type Scale = (value: number) => number;

/** Places of the least and of the greatest value; the first is the larger where the drawing counts downwards. */
type Ends = readonly [low: number, high: number];

/** A straight scale; where all values are one, every place is the middle. */
export function linearScale({ low, high }: Range, [from, to]: Ends): Scale {
  return (value) => {
    const share = (value - low) / (high - low);
    return Number.isFinite(share) ? from + share * (to - from) : (from + to) / 2;
  };
}

/** A logarithmic scale of positive values. */
export function logScale({ low, high }: Range, ends: Ends): Scale {
  const scale = linearScale({ low: Math.log10(low), high: Math.log10(high) }, ends);
  return (value) => scale(Math.log10(value));
}

/** The same scale on which values beyond its ends stand at them. */
export function heldWithin(scale: Scale, { low, high }: Range): Scale {
  return (value) => scale(Math.min(high, Math.max(low, value)));
}
