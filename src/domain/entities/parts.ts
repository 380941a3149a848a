/** What members of several entities are made of. */
import * as z from 'zod';

/** Any text, also an empty one; what bounds it stands where it comes in. */
export const text = z.string();
/** Null: it is not known, or there is none. */
export const textOrNull = z.string().nullable();
/** A point in time as it is stored and shown; the form is documented, not checked. */
export const time = z.string().meta({ format: 'date-time', description: 'ISO 8601 in UTC.' });
/** Null: it has not happened, or nobody knows when. */
export const timeOrNull = time.nullable();
/** A whole number from 0: of things, of attempts, of an event. */
export const count = z.number().int().nonnegative();
/** JSON that is kept as it came: its members are not checked. */
export const jsonObject = z.record(z.string(), z.json());
