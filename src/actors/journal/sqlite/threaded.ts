/**
 * The journal with its writer in a thread of its own: hashing, statements and waiting for the disk
 * are there, this thread only sends turns and hears results. Reads stay here, on a connection of their
 * own, and see every commit that was answered.
 */
import type { Database } from 'better-sqlite3';
import type { Journal } from '../port.ts';
import { createJournalReads } from './reads.ts';
import { type StartWriter, WriterLink } from './thread/writer-link.ts';

interface ThreadedOptions {
  /** Of this thread, opened read-only on the file that the writer writes. */
  readonly db: Database;
  readonly start: StartWriter;
  /** Called when the thread ends by itself, whether or not anybody waits. */
  readonly onEnd?: (error: Error) => void;
}

/** A journal whose writer also does other work on its connection. */
export interface ThreadedJournal extends Journal {
  /**
   * Has the writer do one of its chores; in order among chores, between commits. Rejects with what
   * the chore threw.
   */
  request(chore: string, input: unknown): Promise<unknown>;
}

/**
 * Starts the writer. When the thread ends by itself, everything that waits rejects with the reason,
 * and whether it was written is not known; so does all that comes later.
 */
export function createThreadedJournal({ db, start, onEnd }: ThreadedOptions): ThreadedJournal {
  const link = new WriterLink(start, onEnd);
  return {
    ...createJournalReads(db),
    commit: (turns) => link.commit(turns),
    request: (chore, input) => link.request(chore, input),
    close: () =>
      // The writer is the last to close: so its log is copied back into the file.
      link.close(() => void db.close()),
  };
}
