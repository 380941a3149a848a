/** Reads the rows of a snapshot once: their hash, what can be used of them, and what cannot. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../lib/canonical-json.ts';
import { inPieces, letOthersRun } from './in-pieces.ts';
import { type PaperRow, type QueueRow, type RawRow, readPaperRow, readQueueRow } from './rows.ts';

interface SnapshotRows {
  readonly queue: readonly RawRow[];
  readonly papers: readonly RawRow[];
}

/** Characters that are hashed in one go: a few milliseconds. Every row counts as some more. */
const pieceCharsMax = 256 * 1024;
const rowChars = 256;

/** Lower-case hex SHA-256 over the canonical JSON of every row in the order sent, queue rows first. */
export async function hashRows(rows: SnapshotRows): Promise<string> {
  const hash = createHash('sha256');
  let chars = 0;
  const add = async (row: RawRow): Promise<void> => {
    const text = canonicalJson(row);
    hash.update(`${text}\n`);
    chars += text.length + rowChars;
    if (chars < pieceCharsMax) return;
    chars = 0;
    await letOthersRun();
  };
  hash.update('queue_rows\n');
  for (const row of rows.queue) await add(row);
  hash.update('paper_rows\n');
  for (const row of rows.papers) await add(row);
  return hash.digest('hex');
}

/**
 * The usable rows by id, and what was found wrong with the others. The totals count every row that
 * was sent.
 */
export interface ReadSnapshot {
  /** Of rows that name the same project the last counts, as it would in a table that was upserted. */
  readonly queue: ReadonlyMap<string, QueueRow>;
  readonly papers: ReadonlyMap<string, PaperRow>;
  readonly queueTotal: number;
  readonly paperTotal: number;
  /** Rows that name no project or paper. */
  readonly unnamedQueue: number;
  readonly unnamedPapers: number;
  /** Ids that occur more than once. */
  readonly repeatedQueue: ReadonlySet<string>;
  readonly repeatedPapers: ReadonlySet<string>;
}

/** Pure, in pieces that let others run: a snapshot may hold some hundred thousand rows. */
export async function readSnapshot(rows: SnapshotRows): Promise<ReadSnapshot> {
  const queue = await collect(rows.queue, readQueueRow, (row) => row.project_id);
  const papers = await collect(rows.papers, readPaperRow, (row) => row.paper_id);
  return {
    queue: queue.found,
    papers: papers.found,
    queueTotal: rows.queue.length,
    paperTotal: rows.papers.length,
    unnamedQueue: queue.unnamed,
    unnamedPapers: papers.unnamed,
    repeatedQueue: queue.repeated,
    repeatedPapers: papers.repeated,
  };
}

async function collect<Row>(
  raw: readonly RawRow[],
  read: (row: RawRow) => Row | null,
  idOf: (row: Row) => string,
) {
  const found = new Map<string, Row>();
  const repeated = new Set<string>();
  let unnamed = 0;
  await inPieces(raw, (item) => {
    const row = read(item);
    if (row === null) unnamed += 1;
    else {
      const id = idOf(row);
      if (found.has(id)) repeated.add(id);
      found.set(id, row);
    }
  });
  return { found, repeated, unnamed };
}
