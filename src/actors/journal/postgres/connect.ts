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
export const waitsMs = { connect: 5_000, lock: 10_000, statement: 20_000, reply: 30_000 } as const;
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

const configOf = ({ url, tls }: PostgresTarget): pg.ClientConfig => ({
  connectionString: url,
  ...(tls === undefined ? {} : { ssl: tls }),
  application_name: 'orrery',
  connectionTimeoutMillis: waitsMs.connect,
  query_timeout: waitsMs.reply,
  keepAlive: true,
  types,
});

/** The address of connections over which nothing comes into the store, whoever asks. */
function readingOnly(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${options} -c default_transaction_read_only=on`.trim());
  return address.href;
}

/** Connections that read; with `only`, the server refuses whatever would write over them. */
export function openReaders(
  target: PostgresTarget,
  only: boolean,
): { read: Read; close(): Promise<void> } {
  const pool = new pg.Pool({
    ...configOf(only ? { ...target, url: readingOnly(target.url) } : target),
    max: target.readersMax ?? readersDefault,
  });
  // One that ends while nobody uses it is replaced by the next read.
  pool.on('error', () => {});
  const read: Read = async <Row>(text: string, values: readonly unknown[] = []) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await pool.query(text, [...values]);
        return rows as Row[];
      } catch (error) {
        if (!isLostConnection(error)) throw error;
        if (attempt === readAttemptsMax) throw new PostgresUnavailableError(error);
      }
    }
  };
  return { read, close: () => pool.end() };
}

/** Opens the connection that writes. Statements are sent without waiting for the answers before. */
export async function connectWriter(target: PostgresTarget): Promise<pg.Client> {
  const client = new pg.Client({ ...configOf(target), pipeline: true });
  // Whoever waits for an answer is told; without this the process would end.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Ends a connection without waiting for a server that does not answer. */
export function endConnection(client: pg.Client): void {
  void client.end().catch(() => {});
}
