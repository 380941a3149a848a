/** The few papers whose files are not what they were, found without a look at all the others. */
import type { Migration } from './migration.ts';

/** An index of what is rare; nothing was ever noted before. */
export const driftedPapersMigration: Migration = {
  number: 18,
  name: 'drifted papers',
  sql: `
CREATE INDEX paper_drifted ON actors (kind, id)
  WHERE kind IN ('paper_review', 'corpus_entry') AND (state->>'$.drift') IS NOT NULL;
`,
};
