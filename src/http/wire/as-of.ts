/** Asking for an entity as it was, and what replies say about that moment. */
import * as z from 'zod';

/** Query of a detail that can be asked for as of a moment. */
export const atQuery = z.strictObject({
  at: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('Event id or ISO 8601 time: the entity as it was then'),
});

/** Member of a detail reply; absent without `at`. */
export const asOf = z
  .strictObject({
    event_id: z.int().describe('Last event that counts'),
    at: z.iso.datetime().describe('When it was written'),
  })
  .optional()
  .describe('Present when the entity is shown as it was');
