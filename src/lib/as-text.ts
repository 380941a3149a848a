/** Reads text out of data whose shape is only known to be JSON. */

/** `value` when it is a string, else `fallback`. */
export function asText(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}

/** A text that is not empty, or null. */
export function filledText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
