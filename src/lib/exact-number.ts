/** Whether a number, as written, is the one that a program would read. */

/** The number grammar of JSON. */
export const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Why `token`, a number of JSON, is not what a double holds; undefined when it is. */
export function whyInexact(token: string): string | undefined {
  const value = Number(token);
  if (!Number.isFinite(value)) return `${shown(token)} is beyond the largest number`;
  if (isSurelyExact(value)) return undefined;
  const [mantissa = '', exponent = '0'] = token.replace('-', '').split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  if (value === 0)
    return /[1-9]/.test(digits) ? `${shown(token)} is too small to differ from 0` : undefined;
  // A whole number, unless digits are left behind the point.
  const shift = Number(exponent) - fraction.length;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const zeros = digits.length - end + shift;
  if (zeros < 0) return undefined;
  const isRounded = /[eE]/.test(token);
  return holdsWhole(Math.abs(value), digits.slice(0, end).replace(/^0+/, ''), zeros, isRounded)
    ? undefined
    : `${shown(token)} is read as ${value}: whole numbers are exact to 2^53 only`;
}

/** Only what is read as nothing, and what is large, can lose what was meant. */
export const isSurelyExact = (value: number): boolean =>
  value !== 0 && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** With an exponent, a few digits mean what is nearest to them; digits written out mean themselves. */
function holdsWhole(value: number, digits: string, zeros: number, isRounded: boolean): boolean {
  if (isRounded && zeros > 0 && digits.length <= 17)
    return value.toPrecision(digits.length).replace(/e.*/, '').replace('.', '') === digits;
  return BigInt(digits) * 10n ** BigInt(zeros) === BigInt(value);
}

function shown(token: string): string {
  return token.length <= 40 ? token : `${token.slice(0, 37)}…`;
}
