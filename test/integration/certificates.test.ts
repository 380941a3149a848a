/** What is said of a certificate that is not taken: why, and what ends it; nothing was sent then. @needs openssl */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { createApiClient } from '../../src/client/client.ts';
import { NoAnswerError } from '../../src/client/errors.ts';
import { describeError } from '../../src/lib/describe-error.ts';
import { provesNeverSent } from '../../src/worker-wire/transport-error.ts';
import { makeAuthority } from '../support/certificates.ts';
import { runCli } from '../support/cli.ts';
import { createTempDir } from '../support/store-fixtures.ts';

const folder = createTempDir();
const authority = makeAuthority(folder.path, 'own');
const known = readFileSync(authority.path, 'utf8');
afterAll(() => folder.remove());

interface Asked {
  readonly host?: string;
  /** From now on; below 0: it has expired. */
  readonly validDays?: number;
  readonly trusted?: boolean;
}

/** A server whose certificate is for `localhost`; `reached` counts the requests that it was asked. */
async function serve(validDays?: number) {
  const { certificate, key } = authority.serverOf('localhost', validDays);
  let reached = 0;
  const server = createServer({ cert: certificate, key }, (_, response) => {
    reached += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    reached: () => reached,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** What asking such a server fails with, and how many requests reached it. */
async function failureOf({ host = 'localhost', validDays, trusted = true }: Asked) {
  const server = await serve(validDays);
  const dispatcher = new Agent({ connect: trusted ? { ca: known } : {} });
  const error: unknown = await request(`https://${host}:${server.port}`, { dispatcher }).catch(
    (thrown: unknown) => thrown,
  );
  await dispatcher.destroy();
  await server.close();
  return { error, reached: server.reached() };
}

it.each([
  [
    'nobody known has signed',
    { trusted: false },
    'the certificate of the other side is signed by no authority that is known here (UNABLE_TO_VERIFY_LEAF_SIGNATURE): name that authority in NODE_EXTRA_CA_CERTS, a file in PEM, and start again',
  ],
  [
    'is of the past',
    { validDays: -1 },
    'the certificate of the other side has expired (CERT_HAS_EXPIRED): give it a new one there, or set the clock here right',
  ],
  [
    'is for another name',
    { host: '127.0.0.1' },
    'the certificate of the other side is for no address, not for 127.0.0.1 (ERR_TLS_CERT_ALTNAME_INVALID): call it by a name that its certificate has, or give it one for this name',
  ],
])('says of a certificate that %s what ends that, once', async (_, asked, words) => {
  const { error, reached } = await failureOf(asked);
  expect(describeError(error)).toBe(words);
  expect([provesNeverSent(error), reached]).toEqual([true, 0]);
});

it('knows what a certificate means that is of a time to come', () => {
  const error = Object.assign(new Error('certificate is not yet valid'), {
    code: 'CERT_NOT_YET_VALID',
  });
  expect(describeError(error)).toMatch(
    /holds from a later time on \(CERT_NOT_YET_VALID\): set the/,
  );
  expect(provesNeverSent(error)).toBe(true);
});

it('is no lost answer for whoever asks the service through it: nothing was done', async () => {
  const server = await serve();
  const url = `https://localhost:${server.port}`;
  const end = await runCli(['pause'], {
    cwd: folder.path,
    env: { ORRERY_URL: url, ORRERY_TOKEN: 'a-token-of-nobody-at-all' },
  });
  expect(end).toMatchObject({ code: exitCodes.unreachable, out: '' });
  expect(end.err).toContain(`cannot connect to ${url}: the certificate of the other side`);
  expect(end.err).not.toContain('repeat it with');
  const client = createApiClient({ baseUrl: url, token: 'a-token-of-nobody-at-all' });
  const asked = await client.GET('/control/api/v1/runs').catch((error: unknown) => error);
  expect(asked).toBeInstanceOf(NoAnswerError);
  expect(asked).toMatchObject({
    kind: 'unreachable',
    message: `cannot connect to ${url}: its certificate is not taken (UNABLE_TO_VERIFY_LEAF_SIGNATURE)`,
  });
  expect(server.reached()).toBe(0);
  await server.close();
});
