/** The SSH configuration: what of it is taken, what is passed over, and what stops the start. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { matchesHost, readSshConfig } from '../../../src/evidence-sync/ssh/config-file.ts';
import { findKnownKeys } from '../../../src/evidence-sync/ssh/known-hosts.ts';
import { planConnection, type SshSettings } from '../../../src/evidence-sync/ssh/plan.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-ssh-config-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function plan(text: string | null, given: Partial<SshSettings> = {}) {
  const configPath = text === null ? null : join(home, 'config');
  if (configPath !== null) writeFileSync(configPath, text ?? '');
  return planConnection({
    host: 'gpu-a',
    remoteRoot: '/srv/projects/',
    configPath,
    hostKey: null,
    home,
    account: 'orrery',
    agentSocket: '/run/agent',
    ...given,
  });
}

describe('the plan of a connection', () => {
  it('takes the first value of each, of the host that is meant', () => {
    const text = `
# the lab
Host other
  HostName elsewhere
  ProxyJump bastion
Host gpu-* !gpu-b
  HostName %h.lab.example
  Port=2222
  User "research bot"
  IdentityFile ~/.ssh/lab # mine
  IdentityFile "/keys/%r key"
  ForwardAgent yes
Host *
  HostName never
  UserKnownHostsFile ~/known /etc/known
  ServerAliveInterval 3
  ConnectTimeout 7
`;
    expect(plan(text)).toMatchObject({
      ok: true,
      plan: {
        host: 'gpu-a.lab.example',
        port: 2222,
        user: 'research bot',
        remoteRoot: '/srv/projects',
        identityFiles: [`${home}/.ssh/lab`, '/keys/research bot key'],
        knownAs: '[gpu-a.lab.example]:2222',
        knownHostsFiles: [`${home}/known`, '/etc/known'],
        keepAliveMs: 3000,
        connectTimeoutMs: 7000,
        agentSocket: '/run/agent',
      },
    });
    expect(plan(text, { host: 'me@gpu-a' })).toMatchObject({ plan: { user: 'me' } });
  });

  it('is that of the account where nothing is written', () => {
    expect(plan(null)).toMatchObject({
      ok: true,
      plan: {
        host: 'gpu-a',
        port: 22,
        user: 'orrery',
        knownAs: 'gpu-a',
        identityFiles: ['id_ed25519', 'id_ecdsa', 'id_rsa'].map((name) => `${home}/.ssh/${name}`),
        knownHostsFiles: [
          `${home}/.ssh/known_hosts`,
          `${home}/.ssh/known_hosts2`,
          '/etc/ssh/ssh_known_hosts',
        ],
      },
    });
    expect(plan(null, { configPath: join(home, 'missing') })).toMatchObject({ ok: false });
  });

  it.each([
    ['ProxyJump bastion', 'proxyjump bastion'],
    ['ProxyCommand nc %h %p', 'proxycommand nc'],
    ['Match exec "true"', 'match exec true'],
    ['Include more', 'include more'],
    ['Include more', 'name that one in ssh_config_path of the cluster, or for evidence in paper_'],
    ['CertificateFile ~/c', 'certificatefile'],
    ['StrictHostKeyChecking no', 'an unknown host key is always refused here'],
    ['Ciphers 3des-cbc', 'ciphers 3des-cbc'],
    ['PubkeyAuthentication no', 'pubkeyauthentication no'],
    ['SomethingNew yes', 'somethingnew yes'],
    ['Port 99999', 'port must be a whole number up to 65535'],
    ['IdentityFile lab_key', 'must be absolute or begin with ~/'],
    ['IdentityFile %C/key', 'must be absolute or begin with ~/'],
    ['Port', 'port has no value'],
  ])('with "%s" says that it cannot be honoured', (line, words) => {
    const outcome = plan(line);
    expect(outcome.ok ? '' : outcome.problems.join()).toContain(words);
  });

  it('is not stopped by what is said of other hosts', () => {
    expect(plan('Host b\nProxyJump x\nInclude y\nHost gpu-a\nProxyJump none')).toMatchObject({
      ok: true,
    });
    expect(plan('IdentitiesOnly yes')).toMatchObject({ plan: { agentSocket: null } });
    expect(plan('IdentityAgent none')).toMatchObject({ plan: { agentSocket: null } });
    expect(plan('IdentityAgent ~/agent')).toMatchObject({ plan: { agentSocket: `${home}/agent` } });
    expect(plan('HostKeyAlias lab')).toMatchObject({ plan: { knownAs: 'lab' } });
  });
});

it('matches hosts as ssh does, whatever the pattern', () => {
  expect(matchesHost(['a*b?'], 'aXXbc')).toBe(true);
  expect(matchesHost(['*', '!gpu-?'], 'gpu-a')).toBe(false);
  expect(matchesHost(['GPU-A'], 'gpu-a')).toBe(true);
  expect(matchesHost([`${'*a'.repeat(30)}b`], 'a'.repeat(5000))).toBe(false);
  expect(readSshConfig('HostName', 'x').problems).toHaveLength(1);
});

it('finds the keys of a host by name, port, pattern and hash', () => {
  const salt = Buffer.from('salt').toString('base64');
  const hash = createHmac('sha1', 'salt').update('[gpu-a]:2222').digest('base64');
  const text = [
    '# comment',
    'gpu-a,10.0.0.1 ssh-ed25519 AAAA1 me@home',
    '[gpu-a]:2222 ssh-rsa AAAA2',
    `|1|${salt}|${hash} ssh-ed25519 AAAA3`,
    '*.lab,!b.lab ssh-ed25519 AAAA4',
    '@revoked gpu-a ssh-ed25519 AAAA5',
    '@cert-authority gpu-a ssh-ed25519 AAAA6',
    'gpu-a broken',
  ].join('\n');
  const keysOf = (name: string) => findKnownKeys(text, name).keys.map(({ key }) => key);
  expect(keysOf('gpu-a')).toEqual(['AAAA1']);
  expect(keysOf('[gpu-a]:2222')).toEqual(['AAAA2', 'AAAA3']);
  expect([keysOf('a.lab'), keysOf('b.lab')]).toEqual([['AAAA4'], []]);
  expect(findKnownKeys(text, 'gpu-a').revoked).toEqual([{ type: 'ssh-ed25519', key: 'AAAA5' }]);
});
