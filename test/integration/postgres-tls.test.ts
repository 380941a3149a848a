/** A PostgreSQL that is spoken to over TLS: its certificate is checked, whoever signed it and whomever it names. @needs postgres openssl */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReaders } from '../../src/actors/journal/postgres/connect.ts';
import { openPostgresJournal, toOpenError } from '../../src/actors/journal/postgres/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { openPostgresSource } from '../../src/store/copy/postgres-source.ts';
import { findStoreTrouble, storeTroubleWords } from '../../src/store/ports/store-trouble.ts';
import { makeAuthority } from '../support/certificates.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { commitAll, createTempDir, stateTurn } from '../support/store-fixtures.ts';

const canary = 'canary-database-Zx8Qp3vL0m7TnWc5';
const folder = createTempDir();
let server: TestPostgres;
let plain: TestPostgres;
let expired: TestPostgres;
let own: ReturnType<typeof makeAuthority>;
beforeAll(async () => {
  own = makeAuthority(folder.path, 'own');
  server = await startPostgres({ tls: own.serverOf('localhost') });
  expired = await startPostgres({ tls: own.serverOf('localhost', -1) });
  plain = await startPostgres();
});
afterAll(async () => {
  await server.close();
  await expired.close();
  await plain.close();
  folder.remove();
});

const address = (host: string, authority: string, at = server): string =>
  `postgres://orrery:${canary}@${host}:${at.port}/postgres?sslmode=verify-full&sslrootcert=${authority}`;

it('says what to change where server and address disagree', async () => {
  const troubleAt = async (url: string): Promise<string> => {
    const error: unknown = await openPostgresJournal({ url }).catch((failed: unknown) => failed);
    const trouble = findStoreTrouble((error as Error).cause);
    return trouble === null ? String(error) : storeTroubleWords(trouble);
  };
  const at = (rest: string, who = 'orrery'): string =>
    `postgres://${who}@127.0.0.1:${plain.port}/${rest}`;
  expect(await troubleAt(at('postgres?sslmode=require'))).toMatch(
    /does not speak TLS; switch ssl on/,
  );
  expect(await troubleAt(at('nowhere'))).toMatch(/no such database; .* hosted_database_url$/);
  await plain.run('CREATE ROLE crowded LOGIN CONNECTION LIMIT 0');
  const crowded = at('postgres', 'crowded');
  expect(await troubleAt(crowded)).toMatch(/no connection left to give; raise max_connections/);
  await expect(openPostgresJournal({ url: crowded })).rejects.toThrow(
    /^the PostgreSQL server has no connection left to give \(53300\): raise max_connections/,
  );
});

it('keeps a journal over TLS where the certificate is the right one', async () => {
  const url = address('localhost', own.path);
  const journal = await openPostgresJournal({ url });
  await commitAll(journal, [stateTurn('counter', 'a', 1, { status: 'open' })]);
  expect(await journal.load('counter', 'a')).toMatchObject({ version: 1 });
  const encrypted = await server.run(
    "SELECT bool_and(ssl) AS all_of_them FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'orrery'",
  );
  expect(encrypted).toEqual([{ all_of_them: true }]);
  await journal.close();
  const source = await openPostgresSource(url, systemClock);
  expect(source.mark).toMatchObject({ event_id: 1 });
  await source.close();
});

/** What a connection comes to: `true` with TLS, `false` without, else what was said. */
async function reached(query: string, { host = 'localhost', at = server } = {}) {
  const url = `postgres://orrery@${host}:${at.port}/postgres?${query}`;
  const { read, close } = openReaders({ url, readersMax: 1 }, false);
  try {
    const [row] = await read<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return row?.ssl;
  } catch (error) {
    return (toOpenError(error) as Error).message;
  } finally {
    await close();
  }
}

it('checks as much as each mode says, and no connection with TLS becomes one without', async () => {
  const warned: string[] = [];
  const note = (warning: Error) => void warned.push(warning.message);
  process.on('warning', note);
  const named = `sslrootcert=${own.path}`;
  const other = `sslrootcert=${makeAuthority(folder.path, 'third').path}`;
  const elsewhere = { host: '127.0.0.1' };
  const seen = {
    none: await reached(''),
    disable: await reached('sslmode=disable'),
    noVerify: await reached('sslmode=no-verify', elsewhere),
    require: await reached('sslmode=require'),
    requireNamed: await reached(`sslmode=require&${named}`),
    requireElsewhere: await reached(`sslmode=require&${named}`, elsewhere),
    verifyCa: await reached(`sslmode=verify-ca&${named}`),
    verifyCaElsewhere: await reached(`sslmode=verify-ca&${named}`, elsewhere),
    verifyCaOther: await reached(`sslmode=verify-ca&${other}`),
    verifyFull: await reached(`sslmode=verify-full&${named}`),
    verifyFullElsewhere: await reached(`sslmode=verify-full&${named}`, elsewhere),
  };
  const unnamed = expect.stringContaining('must be one that it is for');
  const unsigned = expect.stringContaining('signed by no authority that is known here');
  expect(seen).toEqual({
    none: false,
    disable: false,
    noVerify: true,
    require: unsigned,
    requireNamed: true,
    requireElsewhere: unnamed,
    verifyCa: true,
    verifyCaElsewhere: true,
    verifyCaOther: unsigned,
    verifyFull: true,
    verifyFullElsewhere: unnamed,
  });
  for (const mode of ['no-verify', 'require', `verify-ca&${named}`, `verify-full&${named}`])
    expect(await reached(`sslmode=${mode}`, { at: plain })).toContain('does not support SSL');
  process.off('warning', note);
  expect(warned).toEqual([]);
});

it.each([
  [
    'signed by somebody else',
    () => address('localhost', makeAuthority(folder.path, 'other').path),
    /signed by no authority that is known here \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\); .*sslrootcert must name the certificate \(PEM\) of the authority/,
  ],
  [
    'that is held against a file without one',
    () => {
      writeFileSync(join(folder.path, 'junk'), 'junk');
      return address('localhost', join(folder.path, 'junk'));
    },
    /sslrootcert must name the certificate \(PEM\)/,
  ],
  [
    'that is held against a folder',
    () => address('localhost', folder.path),
    /names a folder as sslrootcert, sslcert or sslkey/,
  ],
  [
    'that has expired',
    () => address('localhost', own.path, expired),
    /certificate of the other side has expired \(CERT_HAS_EXPIRED\); the server needs a new one/,
  ],
  [
    'of another host',
    () => address('127.0.0.1', own.path),
    /is for no address, not for 127\.0\.0\.1 \(.*\); the host of the address must be one that it is for/,
  ],
  ['of no server with TLS', () => address('localhost', own.path, plain), /does not support SSL/],
] as const)(
  'refuses a certificate %s, without a word of the address',
  async (_which, url, words) => {
    const refused = await openPostgresJournal({ url: url() }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'PostgresOpenError',
      message: expect.stringMatching(words),
    });
    const told = JSON.stringify([refused, String((refused as Error).stack)]);
    expect(told).not.toContain(canary);
    // Nothing was sent in the clear, either: no table was made.
    const made = "SELECT to_regclass('orrery.events') IS NOT NULL AS made";
    expect(await plain.run(made)).toEqual([{ made: false }]);
  },
);
