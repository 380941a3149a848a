/** Queue items of one status by their last change: a page of them was sorted out of all that have the status. */
import type { Migration } from './migration.ts';

/** For the lists that a person asks for; what is dispatched goes by its priority. */
export const queueByChangeMigration: Migration = {
  number: 21,
  name: 'queue by change',
  sql: `
CREATE INDEX queue_by_change ON actors (status, updated_at, id) WHERE kind = 'queue_item';
`,
};
