/** Opens a journal in a schema of a PostgreSQL database, and makes what is missing there. */
import { InvariantError } from '../../../lib/assert.ts';
import { systemClock } from '../../../lib/clock.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { systemEntropy } from '../../../lib/ids.ts';
import type { Journal } from '../port.ts';
import type { Projections } from '../projection.ts';
import {
  connectWriter,
  endConnection,
  openReaders,
  type PostgresTarget,
  type Read,
} from './connect.ts';
import {
  isLostConnection,
  PostgresOpenError,
  PostgresUnavailableError,
  wordsOfTls,
} from './errors.ts';
import { migratePostgres, requireMigrated } from './migrate.ts';
import { createPostgresReads } from './reads.ts';
import { readRules } from './rules.ts';
import { takeWriter } from './transaction.ts';
import { PostgresWriter } from './writer.ts';

/** What may be said about a journal in PostgreSQL. */
export interface PostgresJournalOptions extends PostgresTarget {
  /** Rules between actors; of the columns only those are made that a rule names. */
  readonly projections?: Projections;
  /** Name of the schema, made when it is missing. Default `orrery`. */
  readonly schema?: string;
  /**
   * The name to write under. Whoever opens it later takes it over, and the one before never writes
   * again. Programs that write side by side have names of their own. Default `main`.
   */
  readonly writer?: string;
  /**
   * The number to write under, of who has taken the name already (`lease.ts`) in a schema that `preparePostgres`
   * made; absent: the name is taken now.
   */
  readonly fence?: number;
  /** Reads only: makes nothing, and every commit is refused. */
  readonly readonly?: boolean;
  /** How long turns wait for a server that is away, ms. Default ten minutes. */
  readonly patienceMs?: number;
  /** Told, in words, that turns wait for a server that is away, and (null) that they go on. */
  readonly onTrouble?: (trouble: string | null) => void;
}

const patienceMsDefault = 10 * 60_000;
/** The schema of whoever names none. */
export const schemaDefault = 'orrery';
/** The writer of whoever names none. */
export const writerDefault = 'main';

/**
 * Throws `PostgresOpenError` when the database cannot be used, `PostgresUnavailableError` when it cannot
 * be reached. Neither says what the address holds, which is a secret.
 */
export async function openPostgresJournal(options: PostgresJournalOptions): Promise<Journal> {
  checkUrl(options.url);
  const schema = quoteSchema(options.schema ?? schemaDefault);
  const readers = openReaders(options, options.readonly === true);
  try {
    const writer = options.readonly === true ? null : await openWriter(options, schema);
    if (writer === null) await requireMigrated(readers.read, schema);
    return {
      ...createPostgresReads(readers.read, schema),
      async commit(turns) {
        if (writer === null) throw new Error('the journal was opened for reading only');
        return writer.commit(turns);
      },
      async close() {
        await writer?.close();
        await readers.close();
      },
    };
  } catch (error) {
    await readers.close();
    throw toOpenError(error);
  }
}

/** Makes what is missing, and writes nothing else. Throws as `openPostgresJournal` does. */
export async function preparePostgres(
  options: Pick<PostgresJournalOptions, 'url' | 'tls' | 'schema' | 'projections'>,
): Promise<void> {
  checkUrl(options.url);
  const schema = quoteSchema(options.schema ?? schemaDefault);
  try {
    const client = await connectWriter(options);
    await migratePostgres(client, schema, options.projections ?? {}).finally(() =>
      endConnection(client),
    );
  } catch (error) {
    throw toOpenError(error);
  }
}

async function openWriter(
  options: PostgresJournalOptions,
  schema: string,
): Promise<PostgresWriter> {
  const { projections = {}, writer = writerDefault, patienceMs = patienceMsDefault } = options;
  const client = await connectWriter(options);
  try {
    if (options.fence === undefined) await migratePostgres(client, schema, projections);
    const fence = options.fence ?? (await takeWriter(client, schema, writer));
    return new PostgresWriter({
      identity: { schema, writer, fence, rules: readRules(projections) },
      client,
      connect: () => connectWriter(options),
      clock: systemClock,
      entropy: systemEntropy,
      patienceMs,
      onTrouble: options.onTrouble ?? (() => {}),
    });
  } catch (error) {
    endConnection(client);
    throw error;
  }
}

/** What `look` finds by one connection that only reads. Rejects as `openPostgresJournal` does. */
export async function lookOnce<Found>(
  url: string,
  look: (read: Read) => Promise<Found>,
): Promise<Found> {
  const { read, close } = openReaders({ url, readersMax: 1 }, true);
  try {
    return await look(read);
  } catch (error) {
    throw toOpenError(error);
  } finally {
    await close();
  }
}

/** Whatever kept a database from being used, in words that do not hold its address. */
export function toOpenError(error: unknown): unknown {
  const ofTls = wordsOfTls(error);
  if (ofTls !== null)
    return new PostgresOpenError(`The PostgreSQL store cannot be used: ${ofTls}`, {
      cause: error,
    });
  if (isLostConnection(error)) return new PostgresUnavailableError(error);
  const own = [PostgresOpenError, PostgresUnavailableError, InvariantError];
  if (own.some((kind) => error instanceof kind)) return error;
  const reason = describeError(error);
  return new PostgresOpenError(`The PostgreSQL store cannot be used: ${reason}`, { cause: error });
}

/** Throws `PostgresOpenError` for what is no address of a database, without saying it. */
export function checkUrl(url: string): void {
  if (/^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)) return;
  throw new PostgresOpenError(
    'The address of the database is not one. It looks like postgres://USER:PASSWORD@HOST:5432/DATABASE.',
  );
}

/** The name as statements have it. Throws `PostgresOpenError` for one that is none. */
export function quoteSchema(name: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(name)) return `"${name}"`;
  throw new PostgresOpenError(
    `The schema "${name}" has a name that is none: lower-case letters, digits and _, at most 63.`,
  );
}
