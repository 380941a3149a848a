/** What a proof of the tables found, gathered by table. */

/** A table, or a part of the file that belongs to none. */
export interface TableReport {
  readonly table: string;
  /** Rows looked at; null where SQLite's own check looked. */
  readonly rows: number | null;
  /** The first problems found. */
  readonly problems: readonly string[];
  /** All problems found. */
  readonly problem_count: number;
  /** What to do about them; null when there are none. */
  readonly advice: string | null;
}

/** Told how far a long look has come; `total` is null where nobody knows. */
export type Progress = (what: string, done: number, total: number | null) => void;

const problemsMax = 20;

interface Entry {
  rows: number | null;
  readonly problems: string[];
  count: number;
  advice: string | null;
}

/**
 * Gathers reports while the proof goes from table to table. The first advice about a table stands, and
 * only the first 20 problems are kept in words.
 */
export class ProofNotes {
  readonly #entries = new Map<string, Entry>();

  /** So many rows of `table` were looked at. */
  looked(table: string, rows: number): void {
    this.#of(table).rows = rows;
  }

  problem(table: string, message: string, advice: string): void {
    const entry = this.#of(table);
    entry.count += 1;
    entry.advice ??= advice;
    if (entry.problems.length < problemsMax) entry.problems.push(message);
  }

  list(): readonly TableReport[] {
    return [...this.#entries].map(([table, { rows, problems, count, advice }]) => ({
      table,
      rows,
      problems,
      problem_count: count,
      advice,
    }));
  }

  #of(table: string): Entry {
    const entry = this.#entries.get(table) ?? { rows: null, problems: [], count: 0, advice: null };
    this.#entries.set(table, entry);
    return entry;
  }
}

const first = 'stop the service and keep a copy of the state folder';
/** What to do, by what is wrong. */
export const advice = {
  restore: `${first}, then put a backup in its place`,
  reindex: (index: string) =>
    `${first}, then make the index anew: sqlite3 FILE 'REINDEX ${index}', and verify again`,
  searchAnew:
    `${first}, then empty the index, which the next start fills: sqlite3 FILE ` +
    `"INSERT INTO actor_search(actor_search) VALUES('delete-all'); ` +
    `INSERT INTO event_search(event_search) VALUES('delete-all'); ` +
    `UPDATE search_progress SET event_id = 0", and verify again`,
} as const;
