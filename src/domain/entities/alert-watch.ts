/** The alert watch: how often alerts are evaluated, and what the looks at them find. */
import * as z from 'zod';
import type { Lift, StoredMembers } from '../entity.ts';
import { count, textOrNull, time, timeOrNull } from './parts.ts';

/** What one evaluation found, as numbers of alerts and of incidents that are not over. */
export const alertCountsSchema = z.object({
  pending: count,
  firing: count,
  suppressed: count,
  incidents: count,
});
/** Of one evaluation. */
export type AlertCounts = z.infer<typeof alertCountsSchema>;

/** The first edition wrote down the beginning and the end of every evaluation, and what was over. */
function liftChecks(older: StoredMembers): StoredMembers {
  const {
    began_at: _began,
    last_checked_at: _last,
    next_check_at: _next,
    check_count: _count,
    ...kept
  } = older;
  const { status, last_found: found } = kept;
  const isOlder = status === 'waiting' || status === 'checking';
  if (found !== null && typeof found === 'object' && 'resolved' in found) {
    const { resolved: _resolved, ...standing } = found as StoredMembers;
    return { ...kept, ...(isOlder ? { status: 'watching' } : {}), last_found: standing };
  }
  return { ...kept, ...(isOlder ? { status: 'watching' } : {}) };
}

/** Since version 2 nothing is written while a look finds the same; states of today it leaves as they are. */
export const alertWatchLift: Lift = { to: 2, from: liftChecks };

/** The only id is `main`. When it last looked is in the memory of the process that did. */
export const alertWatchSchema = z.object({
  status: z.enum(['off', 'watching']),
  interval_ms: count,
  started_at: timeOrNull,
  /** What the looks find since `updated_at`; null: none has ended yet. */
  last_found: alertCountsSchema.nullable(),
  /** Why the last look came to nothing; null when it did not. */
  last_error: textOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor that has the alerts evaluated again and again. */
export type AlertWatch = z.infer<typeof alertWatchSchema>;
