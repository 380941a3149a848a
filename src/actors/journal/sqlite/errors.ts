/** Expected refusals of SQLite, told apart from faults. */
import { Sqlite } from '../../../lib/sqlite.ts';

import type { Projections } from '../projection.ts';

/** Names the unique rule that refused a statement; undefined for every other error. */
export type ConstraintNamer = (error: unknown) => string | undefined;

/** SQLite names the columns of an index, not the index: this knows the rules by their columns. */
export function createConstraintNamer(projections: Projections): ConstraintNamer {
  const names = new Map(
    Object.values(projections).flatMap(({ unique = [] }) =>
      unique.map(({ name, columns }) => [
        columns.map((column) => `actors.${column}`).join(', '),
        name,
      ]),
    ),
  );
  return (error) => {
    if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE') {
      return undefined;
    }
    const columns = error.message.replace(/^.*constraint failed: /, '');
    return names.get(columns) ?? columns;
  };
}

/** True when an event id was taken: another process has appended to the log. */
export function isHeadTaken(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY' &&
    error.message.includes('events.event_id')
  );
}
