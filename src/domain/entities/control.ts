/** The switches of the whole service: pause and maintenance. */
import * as z from 'zod';
import { textOrNull, time } from './parts.ts';

/** Pause and maintenance switches; the only id is `main`. */
export const controlSchema = z.object({
  status: z.enum(['open', 'paused', 'maintenance']),
  reason: textOrNull,
  changed_by: textOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the one actor that holds the switches; where it was never touched, readers take `open`. */
export type Control = z.infer<typeof controlSchema>;
