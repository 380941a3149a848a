/** Small parts of replies, each declared once. */
import * as z from 'zod';
import { text } from '../../domain/entities/parts.ts';

export { text, textOrNull } from '../../domain/entities/parts.ts';

/** What every good reply says; extended by what it tells. */
export const okReply = z.strictObject({ ok: z.literal(true) });
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
export const count = z.int().min(0);
/** Of the commands that may find nothing to do. */
export const eventId = z
  .int()
  .nullable()
  .meta({ description: 'First audit event of the change; null when nothing changed.' });
/** When a reply was made, and what answered. */
export const stamp = { generated_at: time, source: text } as const;
