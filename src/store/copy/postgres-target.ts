/**
 * A database that is being filled with another store: in a schema of another name until it is whole, which gets
 * its name in the transaction that ends the copy.
 */
import {
  connectWriter,
  endConnection,
  openReaders,
} from '../../actors/journal/postgres/connect.ts';
import { FencedError } from '../../actors/journal/postgres/errors.ts';
import { leaseTimes } from '../../actors/journal/postgres/lease.ts';
import { migratePostgres, unfinishedCopyOf } from '../../actors/journal/postgres/migrate.ts';
import {
  checkUrl,
  quoteSchema,
  schemaDefault,
  toOpenError,
} from '../../actors/journal/postgres/open.ts';
import { makeRules } from '../../actors/journal/postgres/rules.ts';
import { insert, remove } from '../../actors/journal/postgres/statements.ts';
import { takeWriter } from '../../actors/journal/postgres/transaction.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import { projections } from '../projections.ts';
import { readPostgres } from './postgres-rows.ts';
import type { CopyTarget, LastNumbers, SourceMark } from './side.ts';
import { type CopiedRow, type CopiedTable, CopyError, type RowKey } from './tables.ts';

export interface PostgresTargetOptions {
  /** A secret. */
  readonly url: string;
  readonly mark: SourceMark;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly schema?: string;
}

/** A connection that writes. */
type Client = Awaited<ReturnType<typeof connectWriter>>;

/** The name under which a copy writes: of two at once, the one that began last goes on. */
const writer = 'copy';

/** Rejects with `CopyError` where the schema is there already, or the remains of a copy of another store. */
export async function openPostgresTarget(options: PostgresTargetOptions): Promise<CopyTarget> {
  checkUrl(options.url);
  const name = quoteSchema(options.schema ?? schemaDefault);
  const schema = unfinishedCopyOf(name);
  try {
    const client = await connectWriter(options);
    try {
      await refuseUsed(client, name);
      const isResumed = await begin(client, schema, options.mark);
      await migratePostgres(client, schema, {});
      const fence = await takeWriter(client, schema, writer);
      return createTarget(client, { ...options, name, schema, fence, isResumed });
    } catch (error) {
      endConnection(client);
      throw error;
    }
  } catch (error) {
    throw error instanceof CopyError ? error : toOpenError(error);
  }
}

interface OpenTarget extends PostgresTargetOptions {
  readonly name: string;
  /** Until it has its name. */
  readonly schema: string;
  readonly fence: number;
  readonly isResumed: boolean;
}

function createTarget(client: Client, target: OpenTarget): CopyTarget {
  const { schema, name, fence, isResumed } = target;
  const { read, close } = openReaders({ ...target, readersMax: 2 }, false);
  const side = readPostgres(read, schema, async () => {
    endConnection(client);
    await close();
  });
  const alone = (work: () => Promise<void>): Promise<void> =>
    inTransaction(client, async () => {
      const text = `SELECT fence FROM ${schema}.writers WHERE name = $1 FOR UPDATE`;
      const { rows } = await client.query<{ fence: number }>(text, [writer]);
      if (rows[0]?.fence !== fence) throw new FencedError(writer, 'this one ends');
      await work();
    });
  return {
    ...side,
    title: 'The copy in PostgreSQL',
    isResumed,
    write: (table, gone, rows) =>
      alone(async () => {
        for (const { text, values } of writesOf(`${schema}.${table.name}`, table, gone, rows)) {
          await client.query(text, [...values]);
        }
      }),
    finish: (numbers) =>
      alone(async () => {
        await makeRules(client, schema, projections);
        await writeEnds(client, target, numbers);
        await client.query(`DROP TABLE ${schema}.copied_from`);
        await client.query(`DELETE FROM ${schema}.writers WHERE name = $1`, [writer]);
        await refuseUsed(client, name);
        // What a start made that was refused for want of this copy.
        await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
        await client.query(`ALTER SCHEMA ${schema} RENAME TO ${name}`);
      }),
  };
}

function writesOf(
  place: string,
  { key, columns }: CopiedTable,
  gone: readonly RowKey[],
  rows: readonly CopiedRow[],
) {
  const goneRows = gone.map((values) =>
    Object.fromEntries(key.map((name, at) => [name, values[at]])),
  );
  return [...remove(place, key, goneRows), ...insert(place, columns, rows, key)];
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error instanceof CopyError || error instanceof FencedError ? error : toOpenError(error);
  }
}

const isThere = async (
  client: Client,
  what: 'to_regclass' | 'to_regnamespace',
  name: string,
): Promise<boolean> => {
  const text = `SELECT ${what}($1) IS NOT NULL AS there`;
  const { rows } = await client.query<{ there: boolean }>(text, [name]);
  return rows[0]?.there === true;
};

async function refuseUsed(client: Client, name: string): Promise<void> {
  if (!(await isThere(client, 'to_regnamespace', name))) return;
  if (await isUnused(client, name)) return;
  throw new CopyError(
    `There is a store in this database already, in the schema ${name}. Nothing is overwritten: name another ` +
      'database, or rename the schema. If a copy has just ended, `orrery verify` proves it.',
  );
}

/**
 * True for a schema of ours that nobody has written to or writes to: one that was made for this login and is empty, or
 * as the first start makes it before all else.
 */
async function isUnused(client: Client, name: string): Promise<boolean> {
  const { rows: found } = await client.query<{ owned: boolean; empty: boolean }>(
    `SELECT pg_has_role(nspowner, 'USAGE') AS owned,
       NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = n.oid) AS empty
     FROM pg_namespace AS n WHERE oid = to_regnamespace($1)`,
    [name],
  );
  if (found[0]?.owned !== true) return false;
  if (found[0].empty) return true;
  for (const table of ['schema_migrations', 'writers', 'events', 'actors', 'answers']) {
    if (!(await isThere(client, 'to_regclass', `${name}.${table}`))) return false;
  }
  const { rows } = await client.query<{ unused: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM ${name}.events) AND NOT EXISTS (SELECT FROM ${name}.actors)
       AND NOT EXISTS (SELECT FROM ${name}.answers) AND NOT EXISTS (SELECT FROM ${name}.writers
         WHERE is_open AND heard_at > clock_timestamp() - interval '${leaseTimes.expireMs} milliseconds') AS unused`,
  );
  return rows[0]?.unused === true;
}

/** True where an earlier copy of the same is gone on with; throws `CopyError` for one of another store. */
async function begin(client: Client, schema: string, mark: SourceMark): Promise<boolean> {
  let isResumed = false;
  await inTransaction(client, async () => {
    if (await isThere(client, 'to_regnamespace', schema)) {
      const marks = (await isThere(client, 'to_regclass', `${schema}.copied_from`))
        ? (await client.query<SourceMark>(`SELECT * FROM ${schema}.copied_from`)).rows
        : [];
      if (marks[0]?.origin !== mark.origin) {
        throw new CopyError(
          `The schema ${schema} of this database has an unfinished copy of another store. To begin this one: ` +
            `DROP SCHEMA ${schema} CASCADE.`,
        );
      }
      isResumed = marks[0].event_id === mark.event_id && marks[0].hash === mark.hash;
      if (isResumed) return;
      // What was copied from a store that has gone on since is copied anew.
      await client.query(`DROP SCHEMA ${schema} CASCADE`);
    }
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(
      `CREATE TABLE ${schema}.copied_from (origin text, event_id bigint, hash text)`,
    );
    const values = [mark.origin, mark.event_id, mark.hash];
    await client.query(`INSERT INTO ${schema}.copied_from VALUES ($1, $2, $3)`, values);
  });
  return isResumed;
}

/** Where the log ends, and the epoch that begins with the copy: the store that it is of has the one before. */
async function writeEnds(
  client: Client,
  { schema, mark, clock, entropy }: OpenTarget,
  numbers: LastNumbers,
): Promise<void> {
  const { event_id, hash } = mark;
  await client.query(
    `UPDATE ${schema}.head SET event_id = $1, hash = $2, effect_sequence = $3, letter_sequence = $4,
       letters = (SELECT count(*) FROM ${schema}.dead_letters)`,
    [event_id, hash, numbers.effects, numbers.dead_letters],
  );
  const epoch = entropy.id().replaceAll('-', '').slice(0, 16);
  await client.query(
    `INSERT INTO ${schema}.log_epochs (number, epoch, from_event_id, begun_at, begun)
     SELECT max(number) + 1, $1, $2, $3, $4 FROM ${schema}.log_epochs`,
    [epoch, event_id, toIsoTime(clock.now()), begunBy(epoch, event_id)],
  );
}

const begunBy = (epoch: string, lastEventId: number): string =>
  JSON.stringify({
    finding: {
      kind: 'copied',
      message: 'the store was copied from a file',
      eventsGone: null,
      lastEventId,
      lastEventAt: null,
      keptEventId: null,
      keptAt: null,
      droppedFrames: 0,
      droppedCommits: 0,
      epoch,
    },
    on: null,
  });
