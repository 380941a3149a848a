/** The tables that are copied, as a file has them. */
import { payloadOf } from '../../actors/journal/sqlite/event-rows.ts';
import { createStoreJournal } from '../sqlite/journal.ts';
import type { openSqlite } from '../sqlite/open.ts';
import type { CopySide, LastNumbers, SourceMark } from './side.ts';
import { type CopiedRow, type CopiedTable, provenAnswer } from './tables.ts';

/** An open file. */
export type StoreFile = ReturnType<typeof openSqlite>;

/** A store in an open file, which is closed with it. */
export function readSqlite(db: StoreFile, title: string): CopySide {
  const journal = createStoreJournal(db);
  return {
    title,
    journal,
    async page(table, after, rowsMax) {
      const rows = db
        .prepare<unknown[], CopiedRow>(pageText(table, after !== null))
        .all(...(after ?? []), rowsMax);
      return table.name === 'answers' ? rows.map(provenAnswer) : rows;
    },
    lastNumbers: async () => readLastNumbers(db),
    close: () => journal.close(),
  };
}

/** A payload that lies in the archive is copied with its event. */
function pageText({ name, key, columns }: CopiedTable, hasAfter: boolean): string {
  const shown = columns.map((column) =>
    column === 'payload' ? `${payloadOf('e')} AS payload` : column,
  );
  const places = key.map(() => '?').join(', ');
  const where = hasAfter ? `WHERE (${key.join(', ')}) > (${places})` : '';
  return `SELECT ${shown.join(', ')} FROM ${name} AS e ${where} ORDER BY ${key.join(', ')} LIMIT ?`;
}

function readLastNumbers(db: StoreFile): LastNumbers {
  const read = db
    .prepare<[string], number>('SELECT seq FROM sqlite_sequence WHERE name = ?')
    .pluck();
  return { effects: read.get('effects') ?? 0, dead_letters: read.get('dead_letters') ?? 0 };
}

export function readMark(db: StoreFile): SourceMark {
  const origin = db.prepare<[], string>('SELECT epoch FROM log_epochs ORDER BY number').pluck();
  const last = db.prepare<[], Omit<SourceMark, 'origin'>>(
    'SELECT event_id, hash FROM events ORDER BY event_id DESC LIMIT 1',
  );
  return { origin: origin.get() ?? '', ...(last.get() ?? { event_id: 0, hash: '' }) };
}
