/**
 * The runs whose callbacks are not delivered yet, oldest callback first, in an index that holds only
 * them. Partial, so that other rows cost nothing to write.
 */
import type { Migration } from './migration.ts';

/** An index only: no row changes. */
export const undeliveredCallbacksMigration: Migration = {
  number: 8,
  name: 'undelivered callbacks',
  sql: `
CREATE INDEX callback_undelivered ON actors ((state->>'$.queue[0].seen_at'), id)
  WHERE kind = 'callback_delivery' AND (state->>'$.status') IN ('delivering', 'parked');
`,
};
