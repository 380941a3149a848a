/** What is said of a copy of a store that could not be written to its end: how far it is, and how it goes on. */
import type { CopyWriteError } from '../store/copy/copy.ts';
import { copiedTables } from '../store/copy/tables.ts';
import { findStoreTrouble } from '../store/ports/store-trouble.ts';
import { unfinishedCopyOf } from '../store/sqlite/lost-store.ts';
import { exitCodes } from './command.ts';
import { CommandFailure } from './failure.ts';

/** `path` of the file that was being made; null for a copy in PostgreSQL. */
export function cutOff(
  { message, far, cause }: CopyWriteError,
  path: string | null,
): CommandFailure {
  const place = path === null ? 'the schema orrery_copying' : unfinishedCopyOf(path);
  const trouble = findStoreTrouble(cause);
  const counts = [...far].map(([name, rows]) => `${name} ${rows}`);
  const lines = [
    counts.length === 0
      ? 'No row was written.'
      : `Written: rows of ${far.size} of ${copiedTables.length} tables (${counts.join(', ')}).`,
    'The source is as it was: nothing is written to it.',
    `What was written is in ${place}; no service starts on it.`,
    `To go on: ${trouble?.remedy ?? 'see to that'}, then give the same command again; it goes on where it ended.`,
    path === null
      ? 'To give the copy up: DROP SCHEMA orrery_copying CASCADE.'
      : `To give the copy up: rm ${place}*`,
  ];
  return new CommandFailure(exitCodes.failed, message, { lines });
}
