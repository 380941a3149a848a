/**
 * Reading with care what workers tell, of which the API says no more than that it is JSON: a member
 * that is missing or of another type is `null`, which the page shows as "unknown". Nothing here
 * turns what is not known into a zero. Replies of the service itself have types of their own. Pure.
 */

/** An object whose members may be missing or of any type. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value when it is an object and no list, else one without members. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** The value when it is a finite number. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Text that is not empty. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The texts of a list that are not empty; none where there is no list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((each) => textOf(each) ?? []) : [];
}

/** Milliseconds since the epoch from an ISO time. */
export function timeOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

/** The rows of a list; null when there is no list at all, which is not an empty one. */
export function listOf<Row>(value: unknown, read: (fields: Fields) => Row): readonly Row[] | null {
  return Array.isArray(value) ? value.map((row) => read(fieldsOf(row))) : null;
}
