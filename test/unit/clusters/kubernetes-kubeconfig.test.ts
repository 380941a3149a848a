/** Where a cluster is and who asks, from a kubeconfig or from what a Pod is given. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readAccess } from '../../../src/clusters/kubernetes/access.ts';
import { parseKubeconfig } from '../../../src/clusters/kubernetes/kubeconfig.ts';
import { createTransport } from '../../../src/clusters/kubernetes/transport.ts';
import { createTempDir } from '../../support/store-fixtures.ts';

const folder = createTempDir();
afterAll(() => folder.remove());

const fileOf = (cluster: object, user: object = { token: 'hush' }): string =>
  JSON.stringify({
    'current-context': 'lab',
    contexts: [{ name: 'lab', context: { cluster: 'c', user: 'u', namespace: 'research' } }],
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
  });
const server = 'https://10.0.0.1:6443';

it.each([
  ['no YAML', '[', 'is no kubeconfig'],
  ['a list', '- a', 'is no kubeconfig'],
  [
    'a bomb of aliases',
    `a: &a [${'x,'.repeat(9)}]\n${'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]`)
      .join('\n')}`,
    'is no kubeconfig',
  ],
  ['no context', '{}', 'names no current context'],
  ['another context', '{current-context: x}', 'has no context x'],
  ['an address that is none', fileOf({ server: 'x' }), 'has a server that is no address'],
  ['plain http to elsewhere', fileOf({ server: 'http://10.0.0.1' }), 'is not asked over https'],
  ['an address of nobody', fileOf({ server: 'https://0.0.0.0' }), 'no machine can be reached at'],
  ['a user in the address', fileOf({ server: 'https://a:b@c' }), 'a user name in its address'],
  [
    'no check of certificates',
    fileOf({ server, 'insecure-skip-tls-verify': true }),
    'switches off the check',
  ],
  ['a proxy', fileOf({ server, 'proxy-url': 'http://x' }), 'names a proxy-url'],
  ['a program for credentials', fileOf({ server }, { exec: { command: 'aws' } }), 'from a program'],
  [
    'a password',
    fileOf({ server }, { username: 'a', password: 'b' }),
    'has a user with a password',
  ],
  ['another user to act for', fileOf({ server }, { token: 'a', as: 'admin' }), 'as somebody else'],
  [
    'groups to act for',
    fileOf({ server }, { token: 'a', 'as-groups': ['system:masters'] }),
    'as somebody else',
  ],
  [
    'a certificate without its key',
    fileOf({ server }, { 'client-certificate': 'me.crt' }),
    'has a client-certificate without a client-key',
  ],
  [
    'a key without its certificate',
    fileOf({ server }, { 'client-key-data': 'AAAA' }),
    'has a client-key without a client-certificate',
  ],
  ['a query in the address', fileOf({ server: `${server}/?a=b` }), 'has a server with more than'],
  ['a fragment in the address', fileOf({ server: `${server}#a` }), 'has a server with more than'],
])('refuses a file with %s', (_what, text, words) => {
  const reading = parseKubeconfig(text, null);
  expect(reading).toMatchObject({ ok: false, why: expect.stringContaining(words) });
  expect(JSON.stringify(reading)).not.toContain('hush');
});

it('reads what stands in the file, and resolves paths from its folder', async () => {
  const path = join(folder.path, 'config');
  writeFileSync(
    path,
    fileOf(
      {
        server: `${server}/`,
        'certificate-authority-data': Buffer.from('CA').toString('base64'),
        'tls-server-name': 'k8s',
      },
      { 'client-certificate': 'me.crt', 'client-key': '/keys/me.key', tokenFile: 'token' },
    ),
  );
  expect(await readAccess({ kubeconfig: path, context: null })).toEqual({
    ok: true,
    access: {
      server,
      authority: { text: 'CA' },
      serverName: 'k8s',
      token: { path: join(folder.path, 'token') },
      certificate: { chain: { path: join(folder.path, 'me.crt') }, key: { path: '/keys/me.key' } },
      namespace: 'research',
    },
  });
  expect(await readAccess({ kubeconfig: `${path}-gone`, context: null })).toMatchObject({
    ok: false,
    why: `kubeconfig ${path}-gone cannot be read: it is not there (ENOENT): put it there, or correct the path`,
  });
});

it('finds what a Pod is given, and says so where there is nothing', async () => {
  const inside = join(folder.path, 'serviceaccount');
  expect(await readAccess({ kubeconfig: null, context: null }, inside)).toMatchObject({
    ok: false,
    why: expect.stringContaining('this is no Pod with a service account'),
  });
  mkdirSync(inside);
  writeFileSync(join(inside, 'namespace'), 'lab\n');
  expect(await readAccess({ kubeconfig: null, context: null }, inside)).toMatchObject({
    ok: true,
    access: {
      server: 'https://kubernetes.default.svc',
      namespace: 'lab',
      token: { path: `${inside}/token` },
    },
  });
});

/** What is said where nothing is listened to: each of these stops before anybody is asked. */
const refusalOf = async (cluster: object, user: object): Promise<string> => {
  const kubeconfig = join(folder.path, 'unusable');
  writeFileSync(kubeconfig, fileOf({ server: 'https://127.0.0.1:1', ...cluster }, user));
  const transport = createTransport({ kubeconfig, context: null, requestTimeoutMs: 1000 });
  const call = { method: 'GET', path: '/version', accept: '*/*', body: null } as const;
  const said = await transport
    .send(call, AbortSignal.timeout(1000))
    .then(() => 'it was answered', String);
  transport.close();
  return said;
};
const noText = (name: string): string => {
  writeFileSync(join(folder.path, name), '');
  return name;
};

it.each([
  [
    'an authority that is no certificate',
    () => ({ 'certificate-authority-data': 'AAAA' }),
    {},
    'certificate-authority-data holds no certificate',
  ],
  [
    'an authority that is gone',
    () => ({ 'certificate-authority': 'gone.crt' }),
    {},
    `certificate-authority ${join(folder.path, 'gone.crt')} cannot be read: it is not there (ENOENT)`,
  ],
  [
    'an authority that is a folder',
    () => ({ 'certificate-authority': '.' }),
    {},
    `certificate-authority ${folder.path} cannot be read: a folder stands where a file must be (EISDIR)`,
  ],
  [
    'a key that is gone',
    () => ({}),
    { 'client-certificate-data': 'AAAA', 'client-key': 'gone.key' },
    `client-key ${join(folder.path, 'gone.key')} cannot be read: it is not there (ENOENT)`,
  ],
  [
    'a token that is gone',
    () => ({}),
    { tokenFile: 'gone' },
    `tokenFile ${join(folder.path, 'gone')} cannot be read: it is not there (ENOENT)`,
  ],
  ['no token in its file', () => ({}), { tokenFile: noText('empty') }, 'the token is empty'],
  ['a token of two lines', () => ({}), { token: 'hush\nhush' }, 'the token is empty or holds'],
])('says which part of the credentials it is: %s', async (_what, cluster, user, words) => {
  const said = await refusalOf(cluster(), user);
  expect(said).toContain(words);
  expect(said).not.toContain('hush');
});
