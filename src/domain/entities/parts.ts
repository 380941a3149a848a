/** What members of several entities are made of. */
import * as z from 'zod';

export const text = z.string();
export const textOrNull = z.string().nullable();
export const time = z.string().meta({ format: 'date-time', description: 'ISO 8601 in UTC.' });
export const timeOrNull = time.nullable();
export const count = z.number().int().nonnegative();
export const jsonObject = z.record(z.string(), z.json());
