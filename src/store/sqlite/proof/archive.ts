/** The archive against the table: every file is there and unaltered, and continues the chain where it lies. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { genesisHash } from '../../../actors/journal/event-chain.ts';
import { factOfError } from '../../../lib/describe-error.ts';
import type { ArchivedFile } from '../../ports/event-archive.ts';
import { readRange } from '../archive/file.ts';
import { advice, type Progress, type ProofNotes } from './notes.ts';

const table = 'event_archives';

/** Reads all files, one after the other. */
export function proveArchive(
  db: Database,
  folder: string,
  notes: ProofNotes,
  progress: Progress,
): void {
  const rows = db.prepare<[], ArchivedFile>('SELECT * FROM event_archives ORDER BY first_id').all();
  const hashOf = db.prepare<[number], string>('SELECT hash FROM events WHERE event_id = ?').pluck();
  let next = 1;
  for (const [index, row] of rows.entries()) {
    progress('files of the archive', index, rows.length);
    const wrong =
      row.first_id === next ? whatIsWrong(row, folder, hashOf) : `does not begin at event ${next}`;
    if (wrong !== null) notes.problem(table, `${row.file}: ${wrong}`, advice.restore);
    next = row.last_id + 1;
  }
  notes.looked(table, rows.length);
}

function whatIsWrong(
  row: ArchivedFile,
  folder: string,
  hashOf: { get(id: number): string | undefined },
): string | null {
  try {
    const found = readRange(join(folder, row.file));
    const fits =
      found.head_before === (hashOf.get(row.first_id - 1) ?? genesisHash) &&
      found.head_after === hashOf.get(row.last_id) &&
      found.head_before === row.head_before;
    if (!fits) return 'it is not of this log';
    return found.sha256 === row.sha256 ? null : 'its SHA-256 is not the one that was noted';
  } catch (error) {
    return factOfError(error, 'it');
  }
}
