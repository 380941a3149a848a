/** Any value on one line, for people. Pure. */

/** Nothing and the empty text are said to be so. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return value === '' ? 'an empty text' : value;
  return JSON.stringify(value);
}
