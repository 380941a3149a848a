/**
 * The lease of a writer's name: one row that says who may write, under which number, until it was not heard
 * of for some seconds. All times are the server's, no lock outlives a statement, so that it works through a
 * pooler; and whoever holds it is heard of with every commit, too. Correctness is the number's alone: every
 * commit looks at it under the row's lock, so that nothing is ever written under an older one.
 */
import { assert } from '../../../lib/assert.ts';
import { sayWrittenLater } from '../../../lib/newer-version.ts';
import { openReaders, type PostgresTarget, type Read, waitsMs } from './connect.ts';
import { inWords, PostgresOpenError } from './errors.ts';
import { lookOnce, quoteSchema, schemaDefault, writerDefault } from './open.ts';

/** How often a holder says that it lives, and after how long without a word others may take the lease. */
export const leaseTimes = { renewMs: 2_000, expireMs: 6_000, lookMs: 500 } as const;

/** Who holds the lease. */
export interface LeaseHolder {
  /** The number that it writes under. */
  readonly fence: number;
  /** One start of one program. */
  readonly boot: string;
  /** Where it is reached; null where it says nothing of it. */
  readonly address: string | null;
  /** ISO 8601. */
  readonly since: string;
}

/**
 * Each rejects with `PostgresUnavailableError` when the server cannot be asked, and with `PostgresOpenError` when a
 * newer program has taken away what it asks for.
 */
export interface Lease {
  /**
   * The lease from now on, with a new number; null while another holds it, or writes just now. Rejects with
   * `PostgresOpenError` once a newer program has had it: there may be states by then that this one does not know.
   */
  take(): Promise<LeaseHolder | null>;
  /** Says that the holder of this number lives; false when somebody else took the lease since. */
  renew(fence: number): Promise<boolean>;
  /** Gives the lease back, if it is held under this number. */
  release(fence: number): Promise<void>;
  /** Null while nobody holds it, or nobody who was heard of lately. */
  holder(): Promise<LeaseHolder | null>;
  close(): Promise<void>;
}

interface LeaseOptions extends Pick<PostgresTarget, 'url' | 'tls'> {
  readonly schema?: string;
  readonly writer?: string;
  /** Of whoever may take it. */
  readonly boot: string;
  /** A boot that is known to be over: what it held is free. */
  readonly former?: string | null;
  readonly address: string | null;
  /** Version of the program that may take it; null for who only looks. */
  readonly program: string | null;
  /** The expression for the time; the clock of the server unless told. */
  readonly now?: string;
}

/** The version of whoever had the lease last; null where nobody had it who said so. */
async function readProgram(read: Read, table: string, writer: string): Promise<string | null> {
  const [row] = await read<{ program: string | null }>(
    `SELECT program FROM ${table} WHERE name = $1`,
    [writer],
  );
  return row?.program ?? null;
}

function whyTooEarly(seen: string | null, own: string): string | null {
  const said = sayWrittenLater('The store', seen, own);
  return said && `${said}, so this one neither writes nor stands by. Start the newer program.`;
}

/** Why a program of this version takes no lease there, asked by who only looks; null where it may. Rejects as `lookOnce` does. */
export const whyNotTaken = (url: string, own: string): Promise<string | null> =>
  lookOnce(url, async (read) =>
    whyTooEarly(
      await readProgram(read, `${quoteSchema(schemaDefault)}.writers`, writerDefault),
      own,
    ),
  );

/** In a schema that is up to date. */
export function openLease(options: LeaseOptions): Lease {
  const { boot, former = null, address, program, now = 'clock_timestamp()' } = options;
  const writer = options.writer ?? writerDefault;
  const table = `${quoteSchema(options.schema ?? schemaDefault)}.writers`;
  const readers = openReaders({ ...options, readersMax: 1 }, false, waitsMs.look);
  const read: Read = async (text, values) => {
    try {
      return await readers.read(text, values);
    } catch (error) {
      throw inWords(error);
    }
  };
  const reach = `interval '${leaseTimes.expireMs} milliseconds'`;
  // Of a time to come, too: a clock that was put back must not keep a lease for a year.
  const isHeld = `(is_open AND boot IS NOT NULL AND boot IS DISTINCT FROM $2 AND
    coalesce(${now} BETWEEN heard_at - ${reach} AND heard_at + ${reach}, false))`;
  const columns = `fence, boot, address,
    to_char(since AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since`;
  const takeIt = async (seen: string | null): Promise<LeaseHolder | null> => {
    // A row that is being written under is not waited for. A lease of our own is one whose number was lost.
    const [row] = await read<LeaseHolder>(
      `UPDATE ${table} AS w SET fence = w.fence + 1, last_group = 0, is_open = true, boot = $3,
         address = $4, program = $5, since = ${now}, heard_at = ${now}
       FROM (SELECT name AS free FROM ${table} WHERE name = $1 AND (boot = $3 OR NOT ${isHeld})
         AND program IS NOT DISTINCT FROM $6 FOR UPDATE SKIP LOCKED) AS f
       WHERE w.name = f.free RETURNING ${columns}`,
      [writer, former, boot, address, program, seen],
    );
    return row ?? null;
  };
  return {
    async take() {
      assert(program !== null, 'a lease is taken by a program of some version');
      await read(
        `INSERT INTO ${table} (name, fence, last_group) SELECT $1::text, 0, 0
         WHERE NOT EXISTS (SELECT FROM ${table} WHERE name = $1) ON CONFLICT (name) DO NOTHING`,
        [writer],
      );
      const seen = await readProgram(read, table, writer);
      const why = whyTooEarly(seen, program);
      if (why !== null) throw new PostgresOpenError(why);
      return takeIt(seen);
    },
    async renew(fence) {
      const rows = await read(
        `UPDATE ${table} SET heard_at = ${now} WHERE name = $1 AND fence = $2 AND boot = $3 RETURNING fence`,
        [writer, fence, boot],
      );
      return rows.length === 1;
    },
    async release(fence) {
      await read(
        `UPDATE ${table} SET is_open = false WHERE name = $1 AND fence = $2 AND boot = $3`,
        [writer, fence, boot],
      );
    },
    async holder() {
      const [row] = await read<LeaseHolder>(
        `SELECT ${columns} FROM ${table} WHERE name = $1 AND ${isHeld}`,
        [writer, former],
      );
      return row ?? null;
    },
    close: readers.close,
  };
}
