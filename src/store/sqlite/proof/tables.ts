/**
 * Proves what the log does not: that the file is whole, that indexes, columns, counts and full text say
 * what the rows say, and that stored answers are those that were given. Reads, and writes nothing.
 */
import type { Database } from 'better-sqlite3';
import { messageOfError } from '../../../lib/describe-error.ts';
import { archiveFolderOf } from '../archive/place.ts';
import { proveAnswers } from './answers.ts';
import { proveArchive } from './archive.ts';
import { proveColumns, proveCounts } from './columns.ts';
import { proveFullText } from './full-text.ts';
import { proveMemberValues } from './member-values.ts';
import { advice, type Progress, ProofNotes, type TableReport } from './notes.ts';
import { provePages } from './pages.ts';
import { proveRows } from './rows.ts';

/** What `orrery verify` says of the file beside the log. */
export interface TablesReport {
  readonly tables: readonly TableReport[];
  /** Answers that an earlier program stored without a hash. */
  readonly answers_not_held: number;
}

/** `archive`: folder of its old events; `notes` take what is found. Each part sees one state of the store, so this may go on beside a service that writes. */
export function proveTables(
  db: Database,
  progress: Progress,
  archive: string = archiveFolderOf(db.name),
  notes: ProofNotes = new ProofNotes(),
): TablesReport {
  /** What cannot be read is a problem like others: the rest is still looked at. */
  const prove = (part: string, look: () => void): void => {
    progress(part, 0, null);
    try {
      db.transaction(look)();
    } catch (error) {
      const message = messageOfError(error);
      notes.problem('the file', `${part} cannot be read: ${message}`, advice.restore);
    }
  };
  let notHeld = 0;
  prove('pages and indexes', () => provePages(db, notes));
  prove('rows', () => proveRows(db, notes));
  prove('stored answers', () => {
    notHeld = proveAnswers(db, notes, progress);
  });
  prove('columns', () => proveColumns(db, notes));
  prove('counts', () => proveCounts(db, notes));
  prove('values of lists', () => proveMemberValues(db, notes));
  prove('archive', () => proveArchive(db, archive, notes, progress));
  prove('full text', () => proveFullText(db, notes, progress));
  return { tables: notes.list(), answers_not_held: notHeld };
}
