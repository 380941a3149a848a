/** Expected refusals of SQLite, told apart from faults. */
import Sqlite from 'better-sqlite3';

/** SQLite names the columns of a plain index; these have a name that others know. */
const indexOfColumns: Readonly<Record<string, string>> = {
  'actors.lane': 'one_active_item_per_lane',
};

/**
 * Name of the unique constraint that refused a statement: that of the index where it is
 * known, else `table.column`. Undefined for every other error.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE') {
    return undefined;
  }
  const columns = error.message.replace(/^.*constraint failed: /, '');
  return indexOfColumns[columns] ?? columns;
}

/** True when an event id was taken: another process has appended to the log. */
export function isHeadTaken(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY' &&
    error.message.includes('events.event_id')
  );
}
