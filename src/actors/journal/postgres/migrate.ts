/**
 * Brings the journal's schema up to date, in one transaction under a lock that ends with it, so that
 * it works through a pooler. Each migration leaves a row with the checksum of its text: a store that
 * was written by a newer or an edited program is refused instead of misread.
 */
import type pg from 'pg';
import { sha256Hex } from '../../../lib/hash.ts';
import type { Projections } from '../projection.ts';
import type { Read } from './connect.ts';
import { PostgresOpenError, SchemaPendingError } from './errors.ts';
import { makeRules } from './rules.ts';
import { type PostgresMigration, postgresMigrations } from './schema.ts';

/** The oldest server whose answers are known. */
const serverVersionMin = 150_000;
/** Any number: whoever migrates takes the lock of this number. */
const migrationLock = 7_305_811_940;

interface AppliedRow {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** The name that a schema has while a store is being copied to it. Both are quoted. */
export const unfinishedCopyOf = (schema: string): string => schema.replace(/"$/, '_copying"');

const checksumOf = ({ sql }: PostgresMigration): string => sha256Hex(sql);

/** Applies what is missing, and makes columns and indexes for the rules. Throws `PostgresOpenError` and changes nothing when that is not possible. */
export async function migratePostgres(
  client: pg.Client,
  schema: string,
  projections: Projections,
): Promise<void> {
  const read = readsOf(client);
  await checkServer(read);
  await refuseUnfinished(read, schema);
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await refuseForeign(read, schema);
    // Asked first: the server wants the right to make one even where it is there, made for a login without that right.
    if (await isMissing(read, schema)) await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${schema}.schema_migrations
         (number bigint PRIMARY KEY, name text NOT NULL, checksum text NOT NULL)`,
    );
    for (const migration of await pendingMigrations(read, schema)) {
      await client.query(migration.sql.replaceAll('{schema}', schema));
      await client.query(
        `INSERT INTO ${schema}.schema_migrations (number, name, checksum) VALUES ($1, $2, $3)`,
        [migration.number, migration.name, checksumOf(migration)],
      );
    }
    await makeRules(client, schema, projections);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** For who only reads: throws `PostgresOpenError` unless the schema is there and is this program's. */
export async function requireMigrated(read: Read, schema: string): Promise<void> {
  await checkServer(read);
  await refuseUnfinished(read, schema);
  await refuseForeign(read, schema);
  const [found] = await read<{ present: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS present',
    [`${schema}.schema_migrations`],
  );
  const pending =
    found?.present === true ? await pendingMigrations(read, schema) : postgresMigrations;
  if (pending.length > 0) {
    throw new SchemaPendingError(
      `The schema ${schema} lacks migration ${pending[0]?.number} "${pending[0]?.name}", and a program that ` +
        'only reads makes none. Start one that writes first.',
    );
  }
}

async function isMissing(read: Read, schema: string): Promise<boolean> {
  const [found] = await read<{ missing: boolean }>(
    'SELECT to_regnamespace($1) IS NULL AS missing',
    [schema],
  );
  return found?.missing === true;
}

const readsOf =
  (client: pg.Client): Read =>
  async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];

/** Encodings of a database that have room for every letter. SQL_ASCII keeps bytes as they come. */
const encodings = ['UTF8', 'SQL_ASCII'];

async function checkServer(read: Read): Promise<void> {
  const [server] = await read<{ version: number; name: string; encoding: string }>(
    `SELECT current_setting('server_version_num')::bigint AS version,
       current_setting('server_version') AS name, current_setting('server_encoding') AS encoding`,
  );
  if ((server?.version ?? 0) < serverVersionMin) {
    throw new PostgresOpenError(
      `The server is PostgreSQL ${server?.name}; 15 is the oldest that is known to do.`,
    );
  }
  if (server !== undefined && !encodings.includes(server.encoding)) {
    throw new PostgresOpenError(
      `The encoding of the database is ${server.encoding}, which lacks letters that ideas and logs may hold. Make ` +
        `one for it: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    );
  }
}

async function refuseUnfinished(read: Read, schema: string): Promise<void> {
  const unfinished = unfinishedCopyOf(schema);
  const [found] = await read<{ present: boolean }>(
    'SELECT to_regnamespace($1) IS NOT NULL AS present',
    [unfinished],
  );
  if (found?.present !== true) return;
  throw new PostgresOpenError(
    `The schema ${unfinished} of this database is a copy of a store that is not finished. Go on with it, or ` +
      `remove it: DROP SCHEMA ${unfinished} CASCADE.`,
  );
}

/** Tables without a record of our migrations were made by another program, whose they stay; a copy begins with its mark. */
async function refuseForeign(read: Read, schema: string): Promise<void> {
  const [found] = await read<{ first: string | null; known: number }>(
    `SELECT (SELECT min(relname::text) FROM pg_class
         WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p', 'v', 'm', 'f')
           AND relname <> 'copied_from') AS first,
       (SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass($1 || '.schema_migrations')
         AND attname IN ('number', 'name', 'checksum')) AS known`,
    [schema],
  );
  if (found?.first == null || found.known === 3) return;
  throw new PostgresOpenError(
    `The schema ${schema} of this database is another program's: it has the table ${found.first} and no record of this ` +
      "program's migrations. Name another database.",
  );
}

async function pendingMigrations(
  read: Read,
  schema: string,
): Promise<readonly PostgresMigration[]> {
  const applied = await read<AppliedRow>(
    `SELECT number, name, checksum FROM ${schema}.schema_migrations ORDER BY number`,
  );
  for (const row of applied) assertKnown(row);
  return postgresMigrations.slice(applied.length);
}

function assertKnown(row: AppliedRow): void {
  const migration = postgresMigrations.find(({ number }) => number === row.number);
  if (migration === undefined) {
    throw new PostgresOpenError(
      `The store was written by a newer program: it has migration ${row.number} "${row.name}", ` +
        `this program knows ${postgresMigrations.length}. Start the newer program.`,
    );
  }
  if (checksumOf(migration) !== row.checksum) {
    throw new PostgresOpenError(
      `Migration ${row.number} "${row.name}" was applied with another text than this program has. ` +
        'Start the program that wrote the store.',
    );
  }
}
