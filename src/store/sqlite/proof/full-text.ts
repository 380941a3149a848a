/**
 * The full text against what it was made of. The index holds no text, but of each row how many words
 * it has: every text is indexed once more, in memory, and must have as many.
 */
import type { Database } from 'better-sqlite3';
import { payloadOf } from '../../../actors/journal/sqlite/event-rows.ts';
import { entityKinds } from '../../../domain/entities/kinds.ts';
import { Sqlite } from '../../../lib/sqlite.ts';
import { actorText, eventText, type SearchedEvent } from '../search/indexer.ts';
import { kindWord } from '../search/terms.ts';
import { advice, type Progress, type ProofNotes } from './notes.ts';

/** Rows indexed in memory at a time. */
const batchRows = 1000;

interface Row {
  readonly rowid: number;
  readonly name: string;
  /** One text per column of the index; null where the row should be there but cannot be read. */
  readonly texts: readonly string[] | null;
}

/** One index and what should be in it. */
interface Side {
  readonly table: string;
  readonly columns: readonly string[];
  /** The table whose rows have the ids of the index. */
  readonly source: string;
  readonly rows: Iterable<Row>;
}

/** Proves both indexes, up to where they have come. */
export function proveFullText(db: Database, notes: ProofNotes, progress: Progress): void {
  const to = db.prepare<[], number>('SELECT event_id FROM search_progress').pluck().get();
  const head = db.prepare<[], number>('SELECT max(event_id) FROM events').pluck().get() ?? 0;
  if (to === undefined || to > head) {
    const message = `the index is said to have come to event ${to ?? '?'}, the log ends at ${head}`;
    notes.problem('search_progress', message, advice.searchAnew);
    return;
  }
  const sides: readonly Side[] = [
    {
      table: 'actor_search',
      columns: ['kind', 'content'],
      source: 'SELECT rowid FROM actors',
      rows: actorRows(db, to),
    },
    {
      table: 'event_search',
      columns: ['content'],
      source: 'SELECT event_id FROM events',
      rows: eventRows(db, to),
    },
  ];
  for (const side of sides) proveSide(db, side, notes, progress);
}

function* actorRows(db: Database, to: number): Iterable<Row> {
  const kinds = entityKinds.map((kind) => `'${kind}'`).join(', ');
  const actors = db.prepare<[number], { rowid: number; kind: string; id: string; state: string }>(
    `SELECT rowid, kind, id, state FROM actors NOT INDEXED WHERE kind IN (${kinds}) AND seq <= ?`,
  );
  for (const { rowid, kind, id, state } of actors.iterate(to)) {
    const text = readable(() => actorText(state));
    yield {
      rowid,
      name: `${kind}/${id}`,
      texts: text === null ? null : [kindWord(kind), text],
    };
  }
}

function* eventRows(db: Database, to: number): Iterable<Row> {
  const events = db.prepare<[number], SearchedEvent & { event_id: number }>(
    `SELECT event_id, event_type, entity_type, entity_id, actor, idempotency_key, correlation_id,
       ${payloadOf('e')} AS payload FROM events AS e WHERE event_id <= ? ORDER BY event_id`,
  );
  for (const event of events.iterate(to)) {
    const text = readable(() => eventText(event));
    yield {
      rowid: event.event_id,
      name: `event ${event.event_id}`,
      texts: text === null ? null : [text],
    };
  }
}

/** Null for JSON that is none: that is found where states and events are proved. */
function readable(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function proveSide(
  db: Database,
  { table, columns, source, rows }: Side,
  notes: ProofNotes,
  progress: Progress,
): void {
  const total =
    db.prepare<[], number>(`SELECT count(*) FROM ${table}_docsize`).pluck().get() ?? null;
  const kept = db.prepare<[number], Buffer>(`SELECT sz FROM ${table}_docsize WHERE id = ?`).pluck();
  const scratch = createScratch(columns);
  let count = 0;
  let batch: Row[] = [];
  const proveBatch = (): void => {
    const sizes = scratch.sizesOf(batch);
    for (const [index, { rowid, name, texts }] of batch.entries()) {
      const stored = kept.get(rowid);
      if (stored === undefined) notes.problem(table, `${name} is missing`, advice.searchAnew);
      else if (texts !== null && !stored.equals(sizes[index]!))
        notes.problem(table, `${name} is indexed with another text`, advice.searchAnew);
    }
    batch = [];
    progress(`full text (${table})`, count, total);
  };
  for (const row of rows) {
    count += 1;
    if (batch.push(row) >= batchRows) proveBatch();
  }
  proveBatch();
  scratch.close();
  notes.looked(table, count);
  const strangers = db
    .prepare<[], number>(`SELECT id FROM ${table}_docsize WHERE id NOT IN (${source})`)
    .pluck();
  for (const id of strangers.all())
    notes.problem(table, `row ${id} is indexed, but is not there`, advice.searchAnew);
}

/** An index in memory that tells the sizes of what is put into it. */
function createScratch(columns: readonly string[]) {
  const db = new Sqlite(':memory:');
  db.exec(
    `CREATE VIRTUAL TABLE scratch USING fts5 (${columns.join(', ')}, content = '',
       contentless_delete = 1, tokenize = 'unicode61')`,
  );
  const insert = db.prepare(
    `INSERT INTO scratch (rowid, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  );
  const sizes = db.prepare<[], Buffer>('SELECT sz FROM scratch_docsize ORDER BY id').pluck();
  const fill = db.transaction((rows: readonly Row[]) => {
    db.exec(`INSERT INTO scratch (scratch) VALUES ('delete-all')`);
    for (const [index, { texts }] of rows.entries())
      insert.run(index + 1, ...(texts ?? columns.map(() => '')));
  });
  return {
    sizesOf(rows: readonly Row[]): readonly Buffer[] {
      fill(rows);
      return sizes.all();
    },
    close: () => void db.close(),
  };
}
