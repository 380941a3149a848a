/** A real sshd on loopback with keys of its own, for tests that are left out where there is none. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fingerprintOf } from '../../src/evidence-sync/ssh/known-hosts.ts';
import type { SshSettings } from '../../src/evidence-sync/ssh/plan.ts';
import { freePort } from '../../src/soak/free-port.ts';

export interface Sshd {
  /** A folder of the test's own: keys, configuration, and whatever a test puts there. */
  readonly folder: string;
  readonly port: number;
  /** Private key of an account that is let in. */
  readonly key: string;
  /** The line of the host in a known_hosts file. */
  readonly knownHost: string;
  readonly fingerprint: string;
  /** An SSH configuration with the host `gpu-a`, its key in the known hosts unless told otherwise. */
  writeConfig(name: string, lines?: readonly string[], knownHosts?: string): string;
  /** What the service would be told of the host. */
  settings(given?: Partial<SshSettings>): SshSettings;
  /** Makes a key pair; the path of the private half. */
  makeKey(name: string): string;
  close(): Promise<void>;
}

/** Starts it on a free port; `remoteRoot` is what the settings name, `environment` what commands find there. */
export async function startSshd(
  remoteRoot: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-sshd-'));
  const makeKey = (name: string): string => {
    const path = join(folder, name);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', path]);
    return path;
  };
  const hostKey = makeKey('host_key');
  const key = makeKey('user_key');
  writeFileSync(join(folder, 'authorized_keys'), readFileSync(`${key}.pub`));
  // Run by root it wants this folder, which init scripts make; an ordinary account needs none.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const port = await freePort();
  const child = await launch({ folder, hostKey, port, environment });
  const [type = '', base64 = ''] = readFileSync(`${hostKey}.pub`, 'utf8').split(' ');
  const knownHost = `[127.0.0.1]:${port} ${type} ${base64}\n`;
  writeFileSync(join(folder, 'known_hosts'), knownHost);
  const writeConfig: Sshd['writeConfig'] = (name, lines = [], knownHosts = 'known_hosts') => {
    const path = join(folder, name);
    const text = [
      'Host gpu-a',
      ...lines,
      'HostName 127.0.0.1',
      `Port ${port}`,
      `IdentityFile ${key}`,
      `UserKnownHostsFile ${join(folder, knownHosts)}`,
    ];
    writeFileSync(path, `${text.join('\n')}\n`);
    return path;
  };
  writeConfig('config');
  return {
    folder,
    port,
    key,
    knownHost,
    fingerprint: fingerprintOf(Buffer.from(base64, 'base64')),
    writeConfig,
    settings: (given = {}) => ({
      host: 'gpu-a',
      remoteRoot,
      configPath: join(folder, 'config'),
      hostKey: null,
      home: folder,
      account: userInfo().username,
      agentSocket: null,
      ...given,
    }),
    makeKey,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function launch(given: {
  readonly folder: string;
  readonly hostKey: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
}): Promise<ChildProcess> {
  const { folder, hostKey, port, environment } = given;
  // A home without a profile, which a shell would read for each command: that of an account may take seconds.
  const settings = Object.entries({ ...environment, HOME: folder }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const config = join(folder, 'sshd_config');
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${join(folder, 'authorized_keys')}`,
    'PidFile none',
    'UsePAM no',
    // The folder for temporary files may be written by everybody.
    'StrictModes no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    `SetEnv ${settings.join(' ')}`,
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const program = execFileSync('sh', ['-c', 'command -v sshd'], { encoding: 'utf8' }).trim();
  const child = spawn(program, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Server listening')) resolve();
    });
    child.once('exit', () => reject(new Error(`sshd ended: ${said}`)));
    child.once('error', reject);
  });
  return child;
}
