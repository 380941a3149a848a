/** Connections to PostgreSQL: one that writes, in a pipeline, and a few that read. */
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { isLostConnection, PostgresUnavailableError } from './errors.ts';

/** Where the server is and how it is spoken to. */
export interface PostgresTarget {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; a secret. */
  readonly url: string;
  /** Certificates; by default what the address says (`sslmode`, `sslrootcert`). */
  readonly tls?: ConnectionOptions;
  /** Most connections that read; one more writes. Default 4. */
  readonly readersMax?: number;
}

/** How long may be waited, ms. The client's limit ends a connection that says nothing any more. */
export const waitsMs = {
  connect: 5_000,
  lock: 10_000,
  statement: 20_000,
  reply: 30_000,
  /** For the next statement of a transaction: one that stopped in the middle keeps nobody from taking over. */
  idle: 4_000,
  /** For a look at whether the server answers at all. */
  look: 3_000,
} as const;
const readersDefault = 4;
/** A read that meets a connection which ended meanwhile is done again on another. */
const readAttemptsMax = 3;

/** Numbers of 64 bits come as numbers, since none of ours is beyond what one holds; JSON as its text. */
const int8 = 20;
const json = 114;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number;
    if (oid === json) return String;
    return format === undefined ? pg.types.getTypeParser(oid) : pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

/** Answers the rows of one statement. Throws `PostgresUnavailableError` when the server cannot be asked. */
export type Read = <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/**
 * The address in words by which the client does what `config/database-tls.ts` and the manual say: `require` checks as
 * `verify-full` does, and `verify-ca` does not look at the name.
 */
function addressOf(url: string): string {
  const address = new URL(url);
  const mode = address.searchParams.get('sslmode');
  if (mode === 'require') address.searchParams.set('sslmode', 'verify-full');
  if (mode === 'verify-ca') address.searchParams.set('uselibpqcompat', 'true');
  return mode === 'require' || mode === 'verify-ca' ? address.href : url;
}

const configOf = ({ url, tls }: PostgresTarget): pg.ClientConfig => ({
  connectionString: addressOf(url),
  ...(tls === undefined ? {} : { ssl: tls }),
  application_name: 'orrery',
  connectionTimeoutMillis: waitsMs.connect,
  query_timeout: waitsMs.reply,
  keepAlive: true,
  types,
});

/** A few connections for statements, and for what is read as of one moment. */
interface Readers {
  readonly read: Read;
  /** Runs `work` in a transaction that sees one moment and writes nothing. Throws as `Read` does. */
  snapshot<Value>(work: (read: Read) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/**
 * Connections that read; with `only`, the server refuses whatever would write over them. One that does not
 * answer within `replyMs` counts as lost.
 */
export function openReaders(
  target: PostgresTarget,
  only: boolean,
  replyMs: number = waitsMs.reply,
): Readers {
  const pool = new pg.Pool({
    ...configOf(target),
    max: target.readersMax ?? readersDefault,
    query_timeout: replyMs,
  });
  // One that ends while nobody uses it is replaced by the next read.
  pool.on('error', ignore);
  // Whoever waits for an answer is told. A server may end a connection in the very moment in which it gives it, before
  // anybody who uses it could listen: without this the process would end.
  pool.on('connect', (client) => void client.on('error', ignore));
  const read: Read = async <Row>(text: string, values: readonly unknown[] = []) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        // A transaction, and no setting of the connection: a pooler gives that to others, too.
        if (only) return await readAtOnce(pool, (ask) => ask<Row>(text, values));
        const { rows } = await pool.query(text, [...values]);
        return rows as Row[];
      } catch (error) {
        const trouble = toUnavailable(error);
        if (!(trouble instanceof PostgresUnavailableError)) throw error;
        if (attempt === readAttemptsMax) throw trouble;
      }
    }
  };
  return { read, snapshot: (work) => readAtOnce(pool, work), close: () => pool.end() };
}

const ignore = (): void => {};

async function readAtOnce<Value>(
  pool: pg.Pool,
  work: (read: Read) => Promise<Value>,
): Promise<Value> {
  let client: pg.PoolClient | undefined;
  try {
    const connection = await pool.connect();
    client = connection;
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const value = await work(
      async <Row>(text: string, values: readonly unknown[] = []) =>
        (await connection.query(text, [...values])).rows as Row[],
    );
    await connection.query('COMMIT');
    connection.release();
    return value;
  } catch (error) {
    // Whatever it was in the middle of ends with it.
    client?.release(true);
    throw toUnavailable(error);
  }
}

const toUnavailable = (error: unknown): unknown =>
  isLostConnection(error) ? new PostgresUnavailableError(error) : error;

/** Opens the connection that writes. Statements are sent without waiting for the answers before. */
export async function connectWriter(target: PostgresTarget): Promise<pg.Client> {
  const client = new pg.Client({ ...configOf(target), pipeline: true });
  // Whoever waits for an answer is told; without this the process would end.
  client.on('error', ignore);
  await client.connect();
  return client;
}

/** Ends a connection without waiting for a server that does not answer. */
export function endConnection(client: pg.Client): void {
  void client.end().catch(() => {});
}
