/**
 * How numbers are printed, found in text, and compared. A printed number stands for a value when the
 * value rounds to it at the printed precision and the print keeps at least two significant digits
 * (or is exact), so that `0` never stands for 0.4.
 */

/** Significant digits kept of a number that is not whole. */
const significantDigits = 4;
/** Whole numbers below this are printed in full. */
const plainMax = 1e15;

/** Prints a finite number: whole numbers in full, others with four significant digits. */
export function printNumber(value: number): string {
  if (Object.is(value, -0)) return '0';
  const size = Math.abs(value);
  if (value === 0) return '0';
  if (Number.isInteger(value) && size < plainMax) return String(value);
  if (size >= plainMax || size < 1e-4) {
    const rounded = value.toExponential(significantDigits - 1);
    // Rounding up can pass the largest number there is.
    return Number.isFinite(Number(rounded)) ? rounded : String(value);
  }
  const decimals = Math.max(0, significantDigits - 1 - Math.floor(Math.log10(size)));
  const exact = String(value);
  const exactDecimals = exact.includes('e') ? Infinity : (exact.split('.')[1]?.length ?? 0);
  return exactDecimals <= decimals ? exact : value.toFixed(Math.max(decimals, 1));
}

export interface NumberToken {
  /** As written, sign included. */
  readonly text: string;
  readonly index: number;
  /** Undefined for digits that are no plain number (other scripts, fractions, parts of a word). */
  readonly value: number | undefined;
  /** Decimal places as written; negative when the last digit stands left of the point. */
  readonly decimals: number;
  readonly digits: number;
}

const numberPattern =
  /(?:\d{1,3}(?:,\d{3})+(?![\d,]*\d)|\d+)(?:\.\d+)?(?:[eE][-+\u2212]?\d+)?|\.\d+|\p{N}+/gu;

/** Every run of digits in `text`, of any script; none is skipped, also not those inside words. */
export function findNumbers(text: string): NumberToken[] {
  const tokens: NumberToken[] = [];
  for (const match of text.matchAll(numberPattern))
    tokens.push(toToken(text, match[0], match.index));
  return tokens;
}

function toToken(text: string, digits: string, start: number): NumberToken {
  const before = text.slice(0, start);
  const signed = /[-+\u2212]$/.test(before) && !/[\p{L}\p{N})\]%][-+\u2212]$/u.test(before);
  const index = signed ? start - 1 : start;
  const written = signed ? before.slice(-1) + digits : digits;
  const plain = written.replaceAll(',', '').replaceAll('\u2212', '-');
  const partOfWord = /[\p{L}\p{M}_]$/u.test(before) || /\p{N}[.,]?$/u.test(before);
  const usable = /^[-+]?(?:\d+|\d*\.\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(plain) && !partOfWord;
  const [mantissa = '', exponent = '0'] = plain.split(/[eE]/);
  const fraction = mantissa.split('.')[1] ?? '';
  return {
    text: written,
    index,
    value: usable ? Number(plain) : undefined,
    decimals: fraction.length - Number(exponent),
    digits: mantissa.replace(/^[-+0.]+/, '').replace('.', '').length,
  };
}

/** True when `value` rounds to the printed token and enough of it is shown. */
export function standsFor(token: NumberToken, value: number): boolean {
  if (token.value === undefined || !Number.isFinite(value)) return false;
  if (token.value === value) return true;
  if (token.digits < 2) return false;
  const half = 0.5 * 10 ** -token.decimals;
  return Math.abs(token.value - value) <= half * (1 + 1e-9) + Math.abs(value) * 4 * Number.EPSILON;
}

/** True when `text` holds a digit of any script. */
export function hasDigit(text: string): boolean {
  return /\p{N}/u.test(text);
}

/** True for text that is nothing but a number, which can therefore not be told from a result. */
export function isBareNumber(text: string): boolean {
  return hasDigit(text) && /^[\p{N}\s.,+\-\u2212eE%]+$/u.test(text) && !/\d+\.\d+\.\d/.test(text);
}
