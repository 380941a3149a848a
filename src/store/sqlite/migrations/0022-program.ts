/** Which version of the program wrote to the store last. */
import type { Migration } from './migration.ts';

/** One row at most; none where only programs of before it wrote. */
export const programMigration: Migration = {
  number: 22,
  name: 'program',
  sql: `
CREATE TABLE program (version TEXT NOT NULL);
`,
};
