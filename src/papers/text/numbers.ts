/**
 * How numbers are printed, found in text, and compared. The rule of rounding: a printed number stands
 * for a value when the value rounds to it at the printed precision and the print keeps at least two
 * significant digits (or is exact), so that `0` never stands for 0.4. Behind "about" and its like one
 * digit fewer is enough, so that `about 8` stands for 8.1.
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

/** A number of a text, or digits that are none. */
export interface NumberToken {
  /** As written, sign included. */
  readonly text: string;
  readonly index: number;
  /** Undefined for digits that are no plain number (superscripts, parts of a word, numerals). */
  readonly value: number | undefined;
  /** Decimal places as written; negative when the last digit stands left of the point. */
  readonly decimals: number;
  readonly digits: number;
}

/** Where a number may begin; digits in groups of three are put together by hand, in one pass. */
const numberStart = /\d+|\.\d+|\p{N}+/gu;
const numberTail = /(?:\.\d+)?(?:[eE][-+\u2212]?\d+)?/y;
const digitsAndCommas = /[\d,]*/y;

/** Every run of digits in `text`, of any script; none is skipped, also not those inside words. */
export function findNumbers(text: string): NumberToken[] {
  const tokens: NumberToken[] = [];
  const endOfGroups = createGrouping(text);
  numberStart.lastIndex = 0;
  for (;;) {
    const from = numberStart.lastIndex;
    const match = numberStart.exec(text);
    if (match === null) return tokens;
    const { index } = match;
    let end = index + match[0].length;
    if (/^\d+$/.test(match[0])) {
      end = match[0].length <= 3 ? endOfGroups(end) : end;
      numberTail.lastIndex = end;
      end += numberTail.exec(text)?.[0].length ?? 0;
    }
    tokens.push(toToken(text, text.slice(index, end), index));
    numberStart.lastIndex = Math.max(end, from + 1);
  }
}

/**
 * From the end of the first one to three digits to the end of `1,234,567`: the same place where no
 * groups follow, or where more digits follow behind them. Each run of digits and commas is read once.
 */
function createGrouping(text: string): (at: number) => number {
  let runEnd = -1;
  let lastDigit = -1;
  /** From here on the run is nothing but groups, up to its last digit. */
  let groupsFrom = -1;
  return (at) => {
    if (at > runEnd) {
      digitsAndCommas.lastIndex = at;
      runEnd = at + (digitsAndCommas.exec(text)?.[0].length ?? 0);
      lastDigit = runEnd - 1;
      while (lastDigit >= at && text[lastDigit] === ',') lastDigit -= 1;
      groupsFrom = lastDigit + 1;
      while (groupsFrom - 4 >= at && /^,\d{3}$/.test(text.slice(groupsFrom - 4, groupsFrom)))
        groupsFrom -= 4;
    }
    const length = lastDigit + 1 - at;
    return length > 0 && at >= groupsFrom && length % 4 === 0 ? lastDigit + 1 : at;
  };
}

function toToken(text: string, digits: string, start: number): NumberToken {
  const plainToken = readApart(text, digits, start);
  if (plainToken !== undefined) return plainToken;
  // Enough for two characters of two code units each.
  const before = text.slice(Math.max(0, start - 4), start);
  const signed = /[-+\u2212]$/.test(before) && !/[\p{L}\p{N})\]%][-+\u2212]$/u.test(before);
  const index = signed ? start - 1 : start;
  const written = signed ? before.slice(-1) + digits : digits;
  const plain = toAsciiDigits(written.replaceAll(',', '').replaceAll('\u2212', '-'));
  const partOfWord = /[\p{L}\p{M}_]$/u.test(before) || /\p{N}[.,]?$/u.test(before);
  const fraction = partOfWord ? undefined : fractionOf(plain);
  if (fraction !== undefined)
    return { text: written, index, value: fraction, decimals: 2, digits: 2 };
  const usable = /^[-+]?(?:\d+|\d*\.\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(plain) && !partOfWord;
  const [mantissa = '', exponent = '0'] = plain.split(/[eE]/);
  const decimals = mantissa.split('.')[1] ?? '';
  return {
    text: written,
    index,
    value: usable ? Number(plain) : undefined,
    decimals: decimals.length - Number(exponent),
    digits: mantissa.replace(/^[-+0.]+/, '').replace('.', '').length,
  };
}

/** ASCII digits that begin a text or stand behind a space or an opening bracket, as most do. */
function readApart(text: string, digits: string, start: number): NumberToken | undefined {
  const before = text[start - 1] ?? ' ';
  if (before !== ' ' && before !== '(') return undefined;
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  if (whole === undefined) return undefined;
  const shown = (whole + fraction).replace(/^0+/, '').length;
  return {
    text: digits,
    index: start,
    value: Number(digits),
    decimals: fraction.length,
    digits: shown,
  };
}

/** The zeros of the scripts whose digits are read; nine more follow each. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6,
];

/** Digits of any script as ASCII ones; other characters stay. */
function toAsciiDigits(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((from) => code >= from && code < from + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** The value of a fraction in one character, such as ½. */
function fractionOf(text: string): number | undefined {
  const parts = /^[-+]?(?=[\u00BC-\u00BE\u2150-\u215E]$)(.)$/u.exec(text)?.[1]?.normalize('NFKC');
  const [above, below] = parts?.split('\u2044') ?? [];
  return above === undefined || below === undefined ? undefined : Number(above) / Number(below);
}

/**
 * True when `value` rounds to the printed token and enough of it is shown: two significant digits,
 * or one where the text says that the number is approximate.
 */
export function standsFor(token: NumberToken, value: number, approximate = false): boolean {
  if (token.value === undefined || !Number.isFinite(value)) return false;
  if (token.value === value) return true;
  if (token.digits < (approximate ? 1 : 2)) return false;
  const half = 0.5 * 10 ** -token.decimals;
  return Math.abs(token.value - value) <= half * (1 + 1e-9) + Math.abs(value) * 4 * Number.EPSILON;
}

/** True when `text` holds a digit of any script. */
export function hasDigit(text: string): boolean {
  return /\p{N}/u.test(text);
}

/** True for text that is nothing but a number, which can therefore not be told from a result. */
export function isBareNumber(text: string): boolean {
  return hasDigit(text) && /^[\p{N}\s.,+\-\u2212eE%]+$/u.test(text) && !/\d\.\d+\.\d/.test(text);
}
