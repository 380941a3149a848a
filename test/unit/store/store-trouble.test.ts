/** What the store's own codes mean to a person; what is no trouble of the store keeps its own words. */
import { expect, it } from 'vitest';
import { findStoreTrouble, storeTroubleWords } from '../../../src/store/ports/store-trouble.ts';

const failure = (code: string, cause?: unknown): Error =>
  Object.assign(new Error('it failed', { cause }), { code });

it.each([
  'SQLITE_IOERR_NOMEM',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'ECONNREFUSED',
  'ENOENT',
])('%s is none', (code) => {
  expect(findStoreTrouble(failure(code))).toBeNull();
});

it.each([undefined, null, 'SQLITE_FULL', {}])('nor is %j', (thrown) => {
  expect(findStoreTrouble(thrown)).toBeNull();
});

it('is what lies deepest, and known by its words where there is no code', () => {
  const starting = failure('POSTGRES_UNAVAILABLE', failure('57P03'));
  expect(findStoreTrouble(starting)?.remedy).toMatch(/^wait until it takes connections/);
  const away = failure('POSTGRES_UNAVAILABLE', failure('ECONNREFUSED'));
  expect(findStoreTrouble(away)?.remedy).toBe('bring the server back, or the way to it');
  const refused = failure('28000');
  refused.message =
    'no pg_hba.conf entry for host "10.0.0.1", user "a", database "b", no encryption';
  expect(findStoreTrouble(refused)?.remedy).toMatch(/^add sslmode=verify-full/);
});

it('is found in a cause that has come from another thread', () => {
  const error = new Error('outer', { cause: { code: 'SQLITE_CANTOPEN' } });
  expect(findStoreTrouble(error)?.what).toBe('it cannot be opened');
});

it.each([
  ['SQLITE_FULL', 'its disk is full; free space on the disk of state_dir'],
  ['ENOSPC', 'its disk is full; free space on the disk of state_dir'],
  ['EFBIG', 'its disk is full; free space on the disk of state_dir'],
  [
    'SQLITE_READONLY_DBMOVED',
    'it is read-only; make state_dir writable for the user of the service',
  ],
  ['SQLITE_IOERR_WRITE', 'its disk fails; look after the disk of state_dir, which may be full'],
  [
    'SQLITE_BUSY_SNAPSHOT',
    'another program holds its write lock; end that program (fuser or lsof names it)',
  ],
  [
    'POSTGRES_UNAVAILABLE',
    'its PostgreSQL server cannot be reached; bring the server back, or the way to it',
  ],
  [
    'POSTGRES_READ_ONLY',
    'its PostgreSQL server takes no writes; name the server that takes them and not a replica, or take default_transaction_read_only from the database and the login',
  ],
  [
    '42501',
    'its PostgreSQL server denies the login a right; give back what was taken: the login owns the schema of the store',
  ],
  [
    '28P01',
    'its PostgreSQL server refuses the login; put the login and the password that the server knows into hosted_database_url',
  ],
  ['53100', 'the disk of its PostgreSQL server is full; free space there'],
  [
    '3D000',
    'its PostgreSQL server has no such database; put the database back, or name the right one in hosted_database_url',
  ],
])('%s: %s', (code, words) => {
  const trouble = findStoreTrouble(new Error('outer', { cause: failure(code) }));
  expect(trouble === null ? null : storeTroubleWords(trouble)).toBe(words);
});
