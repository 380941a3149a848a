/** The command: a request of several steps under one key. */
import * as z from 'zod';
import { text, textOrNull, time } from './parts.ts';

/** A request of several steps under an idempotency key; its answer is kept with the key. */
export const commandSchema = z.object({
  status: z.enum(['new', 'running', 'done', 'refused', 'failed']),
  command_id: text,
  command: text,
  requested_by: text,
  /** Code of the error it was answered with, if any. */
  error_code: textOrNull,
  last_error: textOrNull,
  /** Request key of the caller who waits. */
  pending_request: textOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor that carries the request out, which a restart in the middle goes on with. */
export type Command = z.infer<typeof commandSchema>;
