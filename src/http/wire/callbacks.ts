/**
 * What worker gates post. A callback tells of something that has happened and is told once, so a text
 * that is too long does not refuse it: it is cut, with a mark.
 */
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import { callbackBodySchema } from '../../domain/records.ts';
import { callbackTypes } from '../../domain/statuses.ts';
import { cutObject, cutText } from '../../lib/cut-text.ts';
import { idempotencyKey, identifier } from './fields.ts';

const cut = (charsMax: number) => z.string().overwrite((text) => cutText(text, charsMax));
const textOrNull = (charsMax: number) =>
  cut(charsMax)
    .nullable()
    .optional()
    .describe(`A text of more than ${charsMax} characters is cut, with a mark.`);
const bounds = {
  textCharsMax: limits.callbackTextCharsMax,
  jsonCharsMax: limits.callbackFactsCharsMax,
};
const factsOrNull = z
  .record(z.string(), z.json())
  .overwrite((facts) => cutObject(facts, bounds))
  .nullable()
  .optional()
  .describe(
    `Texts of more than ${bounds.textCharsMax} characters are cut; above ${bounds.jsonCharsMax} characters of JSON it is left out. Either is marked.`,
  );

/** A fact may be absent and then counts as null; a member that is not known is refused. */
export const callbackBody = callbackBodySchema
  .partial({ exit_code: true })
  .extend({
    event_type: z.enum(callbackTypes),
    idempotency_key: idempotencyKey,
    run_id: identifier,
    project_id: identifier,
    seen_at: callbackBodySchema.shape.seen_at.overwrite((text) => cutText(text, 64)),
    session_id: textOrNull(limits.callbackWordCharsMax),
    gate_state: textOrNull(limits.callbackWordCharsMax),
    reason: textOrNull(limits.callbackReasonCharsMax),
    process_tracking: factsOrNull,
    telemetry: factsOrNull,
    decision: factsOrNull,
  })
  .strict();
