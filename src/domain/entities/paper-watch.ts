/** The paper watch: how far the looks at the files of papers are, and whether they can be made. */
import * as z from 'zod';
import { count, textOrNull, time, timeOrNull } from './parts.ts';

/** The only id is `main`. */
export const paperWatchSchema = z.object({
  status: z.enum(['off', 'watching']),
  /** Paper after which the next look of the round begins; null: the next round begins. */
  after: textOrNull,
  /** When a round last came to its end, so that every paper was looked at; null: none has. */
  round_ended_at: timeOrNull,
  /** Papers looked at in the last look. */
  papers: count,
  /** Why the last look came to nothing; null when it did not. */
  last_error: textOrNull,
  failed_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor that has the files of papers looked at, in rounds. */
export type PaperWatch = z.infer<typeof paperWatchSchema>;
