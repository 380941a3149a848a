/** What people read where the operating system and connections have only a code. */
import { spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeError,
  factOfError,
  messageOfError,
  whyUnusable,
} from '../../../src/lib/describe-error.ts';
import { withoutRemedies } from '../../../src/lib/system-words.ts';
import { freePort } from '../../../src/soak/free-port.ts';

let root: string;
const servers: Server[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-words-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(root, { recursive: true, force: true });
});

const failureOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing failed');
};
const emitted = (from: {
  once(name: 'error', hear: (error: Error) => void): unknown;
}): Promise<Error> => new Promise((resolve) => from.once('error', resolve));
const listening = (port: number): Server => createServer().listen(port, '127.0.0.1');

it('says of an address where nothing listens what to do, and keeps the code', async () => {
  const port = await freePort();
  const error = await emitted(connect(port, '127.0.0.1'));
  const words = `nothing listens at 127.0.0.1:${port} (ECONNREFUSED): start what should, or correct the address`;
  expect(describeError(error)).toBe(words);
  expect(messageOfError(error)).toBe(words);
  expect(factOfError(error)).toBe(`nothing listens at 127.0.0.1:${port} (ECONNREFUSED)`);
  // A name with several addresses, all of which refuse.
  const several = Object.assign(new AggregateError([error, error], ''), { code: 'ECONNREFUSED' });
  expect(describeError(several)).toBe(words);
});

it('names the port that is taken and the host that nobody knows', async () => {
  const first = listening(0);
  servers.push(first);
  await new Promise((resolve) => first.once('listening', resolve));
  const { port } = first.address() as { port: number };
  expect(describeError(await emitted(listening(port)))).toBe(
    `another program has 127.0.0.1:${port} (EADDRINUSE): stop it (ss -ltnp shows it), or choose another port`,
  );
  const unknown = await lookup('gate.invalid').catch((error: unknown) => error);
  expect(describeError(unknown)).toMatch(
    /^the name gate\.invalid (is not known|cannot be looked up)/,
  );
});

it('names the file or the program, unless the sentence does', async () => {
  const gone = join(root, 'gone.json');
  const error = failureOf(() => readFileSync(gone));
  expect(describeError(error)).toBe(
    `${gone} is not there (ENOENT): put it there, or correct the path`,
  );
  expect(whyUnusable(error)).toBe('it is not there (ENOENT): put it there, or correct the path');
  writeFileSync(join(root, 'file'), '');
  expect(describeError(failureOf(() => mkdirSync(join(root, 'file', 'in'))))).toBe(
    `a file stands where a folder must be (${join(root, 'file', 'in')}) (ENOTDIR): move the file away`,
  );
  expect(whyUnusable(failureOf(() => readFileSync(root)))).toBe(
    'a folder stands where a file must be (EISDIR): move the folder away',
  );
  expect(describeError(await emitted(spawn(join(root, 'no-such-program'))))).toBe(
    `the program ${join(root, 'no-such-program')} is not there (ENOENT): install it, or correct its name`,
  );
});

it.each([
  ['connect ETIMEDOUT 10.1.2.3:9000', /^10\.1\.2\.3:9000 does not answer \(ETIMEDOUT\): /],
  [
    'connect EHOSTUNREACH 10.1.2.3:9000 - Local (10.1.2.4:5)',
    /^there is no way to 10\.1\.2\.3:9000 \(/,
  ],
  [
    'getaddrinfo EAI_AGAIN gate.example.org',
    /^the name gate\.example\.org cannot be looked up now \(EAI_AGAIN\)/,
  ],
  ['read ECONNRESET', /^the other side broke the connection off \(ECONNRESET\): /],
  ["EACCES: permission denied, open '/x, y/z'", /^this account may not use \/x, y\/z \(EACCES\): /],
  [
    'listen EACCES: permission denied 0.0.0.0:80',
    /^this account may not listen at 0\.0\.0\.0:80 \(EACCES\): choose a port/,
  ],
  [
    "EMFILE: too many open files, scandir '/proc'",
    /^this program has too many files open \(EMFILE\): raise /,
  ],
  ['ENOSPC: no space left on device, write', /^the disk is full \(ENOSPC\): free space/],
  ["EROFS: read-only file system, mkdir '/a'", /^\/a is read-only \(EROFS\): /],
  [
    "Hostname/IP does not match certificate's altnames: Host: a.example. is not in the cert's altnames: DNS:b.example",
    /^the certificate of the other side is for DNS:b\.example, not for a\.example \(ERR_TLS_CERT_ALTNAME_INVALID\): call it by/,
  ],
])('knows what %s means from the words alone, as they come from another process', (said, words) => {
  expect(describeError(new Error(said))).toMatch(words);
});

it.each([
  'connect ECONNREFUSED 10.1.2.3:9000',
  'connect EACCES 10.1.2.3:9000',
  'listen EACCES: permission denied 0.0.0.0:80',
  'spawn nvidia-smi EACCES',
  'spawn nvidia-smi ENOENT',
  "EISDIR: illegal operation on a directory, read '/a'",
])('takes what to do about %s out of words that were kept, and nothing else', (said) => {
  const error = new Error(said);
  expect(describeError(error)).not.toBe(factOfError(error));
  expect(withoutRemedies(`first (a): ${describeError(error)}; then`)).toBe(
    `first (a): ${factOfError(error)}; then`,
  );
});

it('leaves what it does not know, with its code', () => {
  expect(describeError(Object.assign(new Error('what it said'), { code: 'P0001' }))).toBe(
    'P0001: what it said',
  );
  expect(messageOfError(new Error('no disk here'))).toBe('no disk here');
  expect(describeError('torn')).toBe('torn');
  expect(whyUnusable(Object.assign(new Error('/a/secret/path'), { code: 'EWHAT' }))).toBe('EWHAT');
  expect(whyUnusable(new Error('/a/secret/path'))).toBe('unknown cause');
});
