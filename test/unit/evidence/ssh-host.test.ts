/** A host that means harm, played by a server of its own: it stalls, floods, lies and breaks off. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2, { type Server, type ServerChannel } from 'ssh2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { fetchOverSsh, type SshOutcome } from '../../../src/evidence-sync/ssh/fetch.ts';
import { fingerprintOf } from '../../../src/evidence-sync/ssh/known-hosts.ts';
import { createSshSource } from '../../../src/evidence-sync/ssh/ssh-source.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { listFiles } from '../../../src/papers/staging.ts';

type Act = (channel: ServerChannel, stdin: Buffer) => void;

let folder: string;
let server: Server;
let settings: Parameters<typeof createSshSource>[0]['settings'];
let onList: Act;
let onPack: Act;
const commands: string[] = [];

const end = (channel: ServerChannel, text = '', code = 0): void => {
  channel.write(text);
  channel.exit(code);
  channel.end();
};
/** One result below the root, as find prints it. */
const listed = (path: string): string => `f\t2\t1767261600.5\t${path}\0`;
const honest: Act = (channel) =>
  end(channel, `d\t0\t1767261600\t/srv/p\0${listed('/srv/p/results/a.json')}`);

/** A pair that can be read: the library drops leading zeros of one pair in 170, and then reads neither half. */
function keyPair(): { private: string; public: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-ssh-host-'));
  mkdirSync(join(folder, 'here'));
  const [host, user] = [keyPair(), keyPair()];
  commands.length = 0;
  onList = honest;
  onPack = (channel) => end(channel);
  server = new ssh2.Server({ hostKeys: [host.private] }, (client) => {
    client.on('error', () => {});
    client.on('authentication', (attempt) => attempt.accept());
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec, _, { command }) => {
        commands.push(command);
        const channel = acceptExec();
        const chunks: Buffer[] = [];
        channel.on('data', (chunk: Buffer) => chunks.push(chunk));
        channel.on('error', () => {});
        channel.on('end', () =>
          (command.startsWith('tar') ? onPack : onList)(channel, Buffer.concat(chunks)),
        );
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const config = join(folder, 'config');
  writeFileSync(join(folder, 'key'), user.private, { mode: 0o600 });
  writeFileSync(
    config,
    `HostName 127.0.0.1\nPort ${port}\nIdentityFile ${join(folder, 'key')}\nServerAliveInterval 1\n`,
  );
  const hostKey = ssh2.utils.parseKey(host.public);
  if (hostKey instanceof Error) throw hostKey;
  settings = {
    host: 'evil',
    remoteRoot: '/srv',
    configPath: config,
    hostKey: fingerprintOf(hostKey.getPublicSSH()),
    home: folder,
    account: 'me',
    agentSocket: null,
  };
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const task = () => ({
  runId: 'r',
  projectDir: 'p',
  targetDir: join(folder, 'here'),
  have: [],
  known: new Map<string, string>(),
  signed: null,
  mustKnowRun: false,
});
const fetch = (): Promise<SshOutcome> => fetchOverSsh({ ...task(), settings });
const here = (): string[] => listFiles(join(folder, 'here'));

it('is asked by commands that are the same whatever the names', async () => {
  onList = (channel) =>
    end(channel, `d\t0\t0\t/srv/p\0${listed('/srv/p/results/$(rm -rf x).json')}`);
  let asked = '';
  onPack = (channel, stdin) => {
    asked = stdin.toString();
    end(channel);
  };
  expect((await fetch()).error).toContain('nothing came');
  expect(new Set(commands).size).toBe(2);
  expect(commands.join()).not.toContain('srv');
  expect(asked).toBe('./srv/p/results/$(rm -rf x).json\0');
});

it('that packs what was not asked for is not believed', async () => {
  onPack = (channel) => {
    channel.write(Buffer.alloc(512, 'x'));
    end(channel);
  };
  expect(await fetch()).toMatchObject({
    files: [],
    error: expect.stringContaining('the archive cannot be taken'),
  });
  expect(here()).toEqual([]);
});

it('that names files elsewhere, or none that can be read, is not followed there', async () => {
  onList = (channel) =>
    end(
      channel,
      `d\t0\t0\t/srv/p\0${listed('/etc/passwd')}${listed('/srv/pq/results/a.json')}garbage\0${listed('/srv/p/../x.json')}`,
    );
  expect(await fetch()).toEqual({
    startedAt: null,
    files: [],
    failed: [],
    error: null,
  });
});

it('that floods the list is cut off', async () => {
  onList = (channel) => {
    const flood = (): void => {
      while (channel.writable && channel.write(listed('/srv/p/results/a.json').repeat(1000)));
      if (channel.writable) channel.once('drain', flood);
    };
    channel.write('d\t0\t0\t/srv/p\0');
    flood();
  };
  const outcome = await fetch();
  expect(outcome.error).toContain('nothing came');
  expect(commands).toHaveLength(5);
  expect(limits.sshListBytesMax).toBeLessThan(16 * 1024 * 1024);
});

it('that stalls is left when time is over, and leaves nothing behind', async () => {
  const stalled = new Promise<void>((resolve) => {
    onPack = (channel) => {
      channel.write(Buffer.alloc(300));
      resolve();
    };
  });
  let expire: () => void = () => {};
  const clock = {
    ...systemClock,
    setTimer: (_: number, callback: () => void) => {
      expire = callback;
      return { cancel: () => {} };
    },
  };
  const source = createSshSource({ settings, timeoutMs: 5000, clock });
  const outcome = source.fetch(task(), new AbortController().signal);
  await stalled;
  expire();
  expect(await outcome).toMatchObject({
    files: [],
    error: 'it took longer than paper_evidence_sync_timeout_sec (5 s)',
  });
  expect(here()).toEqual([]);
  await source.close();
});

it('that breaks off is said to have done so', async () => {
  onPack = (channel) => {
    channel.write(Buffer.alloc(300));
    (channel as unknown as { _client: { _sock: { destroy(): void } } })._client._sock.destroy();
  };
  expect((await fetch()).error).toMatch(/broke|closed the connection/);
});
