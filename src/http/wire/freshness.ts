/** How far what was observed may be relied on, as replies show it. */
import * as z from 'zod';
import { freshnessSources, freshnessStatuses } from '../../domain/freshness.ts';
import { time } from './parts.ts';

/** Beside everything that was observed and may have changed since. */
export const freshnessSchema = z.strictObject({
  source: z.enum(freshnessSources),
  authority: z.string(),
  observed_at: time.nullable().describe('Null when it was never observed.'),
  ttl_seconds: z.number().nullable().describe('Null for what does not grow stale with time.'),
  fresh_until: time.nullable(),
  stale: z.boolean(),
  status: z.enum(freshnessStatuses),
  detail: z.string(),
});
