/**
 * Telemetry rows as 32-bit floats, little-endian, and what several rows come to. A point is one float
 * a reading, not-a-number where it is unknown. A minute is the number of its points, then for each
 * reading how many know it, the smallest, the mean and the largest; a state has its last code in all
 * three. Pure.
 */
import { isStateReading } from '../../ports/telemetry-history.ts';

const floatBytes = 4;
/** Floats of one reading of a minute. */
const spreadFloats = 4;

/** What some points say of one reading. `mean` counts only when `known` is not 0. */
export interface Spread {
  known: number;
  min: number;
  mean: number;
  max: number;
}

/** What some points say together, by reading. */
export interface Summary {
  points: number;
  readonly spreads: Map<string, Spread>;
}

/** A summary that knows no reading yet; `addPoint` and `addMinute` change it. */
export const emptySummary = (): Summary => ({ points: 0, spreads: new Map() });

/** A point as it is stored: the values in the order of the series' readings, null for unknown. */
export function encodePoint(values: readonly (number | null)[]): Buffer {
  const bytes = Buffer.alloc(values.length * floatBytes);
  for (const [index, value] of values.entries()) {
    bytes.writeFloatLE(value ?? Number.NaN, index * floatBytes);
  }
  return bytes;
}

/** Adds a point of the named readings; what it does not know changes only the number of points. */
export function addPoint(summary: Summary, names: readonly string[], floats: Buffer): void {
  summary.points += 1;
  for (const [index, name] of names.entries()) {
    const value = floats.readFloatLE(index * floatBytes);
    if (!Number.isNaN(value)) add(summary, name, { known: 1, min: value, mean: value, max: value });
    else if (!summary.spreads.has(name)) summary.spreads.set(name, unknownSpread());
  }
}

/** A minute as it is stored: its readings in the order of `names`, unknown where the summary has none. */
export function encodeMinute(summary: Summary, names: readonly string[]): Buffer {
  const bytes = Buffer.alloc((1 + names.length * spreadFloats) * floatBytes);
  bytes.writeFloatLE(summary.points, 0);
  for (const [index, name] of names.entries()) {
    const { known, min, mean, max } = summary.spreads.get(name) ?? unknownSpread();
    const numbers = known === 0 ? [0, Number.NaN, Number.NaN, Number.NaN] : [known, min, mean, max];
    for (const [offset, value] of numbers.entries()) {
      bytes.writeFloatLE(value, (1 + index * spreadFloats + offset) * floatBytes);
    }
  }
  return bytes;
}

/** Adds a minute of the named readings. */
export function addMinute(summary: Summary, names: readonly string[], floats: Buffer): void {
  summary.points += floats.readFloatLE(0);
  for (const [index, name] of names.entries()) {
    const at = (1 + index * spreadFloats) * floatBytes;
    const [known, min, mean, max] = [0, 1, 2, 3].map((offset) =>
      floats.readFloatLE(at + offset * floatBytes),
    ) as [number, number, number, number];
    if (known > 0) add(summary, name, { known, min, mean, max });
    else if (!summary.spreads.has(name)) summary.spreads.set(name, unknownSpread());
  }
}

/** Digits that a 32-bit float holds; more would show its binary rounding. */
const digits = 7;
/** A stored number as it was meant. */
export const toReading = (value: number): number => Number(value.toPrecision(digits));

const unknownSpread = (): Spread => ({
  known: 0,
  min: Number.NaN,
  mean: Number.NaN,
  max: Number.NaN,
});

function add(summary: Summary, name: string, more: Spread): void {
  const held = summary.spreads.get(name);
  if (held === undefined || held.known === 0) {
    summary.spreads.set(name, { ...more });
    return;
  }
  if (isStateReading(name)) {
    Object.assign(held, { ...more, known: held.known + more.known });
    return;
  }
  const known = held.known + more.known;
  held.mean += ((more.mean - held.mean) * more.known) / known;
  held.min = Math.min(held.min, more.min);
  held.max = Math.max(held.max, more.max);
  held.known = known;
}
