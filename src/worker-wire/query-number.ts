/** Numbers in the query of a request. Pure. */
import * as z from 'zod';

/**
 * A number in a query, within the bounds of `schema`. Only digits are read as one: `Number` takes nothing at all for 0,
 * so that an address with a variable that nobody filled would be answered as if it asked for something.
 */
export const queryNumber = (schema: z.ZodNumber) =>
  z.preprocess((given, check) => {
    if (typeof given !== 'string') return given;
    if (/^-?\d{1,15}(?:\.\d{1,9})?$/.test(given)) return Number(given);
    check.addIssue({ code: 'custom', message: 'must be a number in digits' });
    return z.NEVER;
  }, schema);
