/** Asking for an entity as it was, and what replies say about that moment. */
import * as z from 'zod';

// `Date.parse` alone would make a time of almost anything, such as 30 February or "item 1".
const isoTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
const isMoment = (text: string): boolean =>
  /^\d{1,15}$/.test(text) || isoTime.safeParse(text).success;

const momentParam = z
  .string()
  .min(1)
  .max(40)
  .refine(isMoment, 'must be an event id or an ISO 8601 time such as 2026-01-31T08:00:00Z');
const about = 'Event id or ISO 8601 time: the entity as it was then';

/** Query of a detail that can be asked for as of a moment. */
export const atQuery = z.strictObject({ at: momentParam.optional().describe(about) });
/** Query of a list that can be asked for as of a moment. */
export const listAtQuery = z.strictObject({
  at: momentParam
    .optional()
    .describe(
      'Event id or ISO 8601 time: the list, its order and its counts as they were then. Not together with search.',
    ),
});
/** Query of what is of no use without a moment. */
export const requiredAtQuery = z.strictObject({ at: momentParam.describe(about) });

/** The moment that a reply is of. */
export const momentShown = z.strictObject({
  event_id: z.int().describe('Last event that counts'),
  at: z.iso.datetime().describe('When it was written'),
});
/** Member of a reply that can be of a moment; absent without `at`. */
export const asOf = momentShown.optional().describe('Present when it is shown as it was');
