/** Numbers of a line with all that belongs to them: digits or words, scale, unit, "about" before them. */
import { findNumberWords } from '../text/number-words.ts';
import { findNumbers, type NumberToken, standsFor } from '../text/numbers.ts';
import { convertUnit, unitBehind } from './unit-table.ts';

/** A number as a reader takes it. */
export interface Quantity {
  readonly token: NumberToken;
  /** Behind the number, its scale and its unit. */
  readonly end: number;
  readonly unit: string | undefined;
  readonly approximate: boolean;
  /** True for a number in words. */
  readonly inWords: boolean;
}

const scales: Readonly<Record<string, number>> = {
  hundred: 2,
  thousand: 3,
  million: 6,
  billion: 9,
  trillion: 12,
};
/** Behind a number, or behind what is cited for it, which is blank: "20 [C5] million" reads as one. */
const scale = /^ {1,24}(hundred|thousand|million|billion|trillion)(?!\p{L})/iu;
const approximately =
  /(?:\b(?:about|roughly|approximately|around|nearly|almost|circa|some|ca\.)|[~≈])\s?$/i;

/** Every number of the line in order; `known` are the units that the ledger knows. */
export function findQuantities(line: string, known: ReadonlySet<string>): Quantity[] {
  const digits = findNumbers(line).map((token) => ({ token, inWords: false }));
  const words = /\p{L}/u.test(line)
    ? findNumberWords(line).map((token) => ({ token, inWords: true }))
    : [];
  const all =
    words.length === 0
      ? digits
      : [...digits, ...words].sort((a, b) => a.token.index - b.token.index);
  const found: Quantity[] = [];
  let behind = 0;
  for (const { token, inWords } of all) {
    // `3 hundred` is one number, though both halves are found.
    if (token.index < behind) continue;
    const end = token.index + token.text.length;
    const power = inWords ? undefined : scale.exec(line.slice(end, end + 40));
    const scaled =
      power == null ? token : raise(token, scales[(power[1] ?? '').toLowerCase()] ?? 0);
    const stop = end + (power?.[0].length ?? 0);
    const unit = unitBehind(line.slice(stop, stop + 40), known);
    const before = line.slice(Math.max(0, token.index - 16), token.index);
    behind = stop + (unit?.length ?? 0);
    found.push({
      token: scaled,
      end: behind,
      unit: unit?.unit,
      approximate: approximately.test(before),
      inWords,
    });
  }
  return found;
}

function raise(token: NumberToken, power: number): NumberToken {
  const value = token.value === undefined ? undefined : token.value * 10 ** power;
  return { ...token, value, decimals: token.decimals - power };
}

/** Why a quantity does not say the value of a claim; undefined where it does. */
export function mismatch(
  quantity: Quantity,
  value: number,
  unit: string | undefined,
): 'value' | 'unit' | undefined {
  const printed = quantity.unit;
  const own = stands(quantity, value);
  if (printed === undefined) return own ? undefined : 'value';
  const converted = convertUnit(value, unit, printed);
  if (converted !== undefined && stands(quantity, converted)) return undefined;
  return own ? 'unit' : 'value';
}

function stands({ token, approximate, inWords }: Quantity, value: number): boolean {
  if (!inWords || token.decimals <= 0) return standsFor(token, value, approximate);
  // "Twice" is 2.0 and "about twice" 2; a ratio may be read from either side.
  const shown = approximate
    ? { ...token, decimals: token.decimals - 1, digits: token.digits - 1 }
    : token;
  return standsFor(shown, value, approximate) || standsFor(shown, 1 / value, approximate);
}
