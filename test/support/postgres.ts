/**
 * A real PostgreSQL on loopback with a cluster of its own, for tests that are left out where there is
 * none. `ORRERY_TEST_POSTGRES` names the folder of its programs where they are in no usual place.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../src/soak/free-port.ts';

export interface TestPostgres {
  readonly url: string;
  readonly port: number;
  /** The name of a schema that no other test has. */
  freshSchema(): string;
  /** One statement as an administrator. */
  run(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends the server all at once, as a crash does. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes everything. */
  close(): Promise<void>;
}

/** Who runs the server: it refuses to be run by root. */
export const serverAccount = ((): { uid: number; gid: number } | undefined => {
  if (userInfo().uid !== 0) return undefined;
  const nobody = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  return nobody === null ? undefined : { uid: Number(nobody[1]), gid: Number(nobody[2]) };
})();

/**
 * Makes a cluster and starts it on a free port. Nothing waits for the disk, unless it is `durable`. With `tls` (texts in
 * PEM) it takes encrypted connections, too.
 */
export async function startPostgres(
  options: { durable?: boolean; tls?: { certificate: string; key: string } } = {},
): Promise<TestPostgres> {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'orrery-postgres-'));
  if (serverAccount !== undefined) chownSync(folder, serverAccount.uid, serverAccount.gid);
  const data = join(folder, 'data');
  const as = { ...serverAccount, cwd: folder };
  const init = `-U orrery -A trust -E UTF8 --no-locale --no-sync`.split(' ');
  execFileSync(join(programs, 'initdb'), ['-D', data, ...init], { ...as, stdio: 'pipe' });
  if (options.tls !== undefined) {
    putOwn(join(data, 'server.crt'), options.tls.certificate);
    putOwn(join(data, 'server.key'), options.tls.key);
  }
  const port = await freePort();
  const url = `postgres://orrery@127.0.0.1:${port}/postgres`;
  const settings = [
    ...(options.durable === true ? [] : ['fsync=off', 'full_page_writes=off']),
    ...(options.tls === undefined ? [] : ['ssl=on']),
    'deadlock_timeout=200ms',
    'shared_buffers=64MB',
    'max_connections=40',
  ];
  const flags = ['-D', data, '-p', `${port}`, '-k', '', '-h', '127.0.0.1'];
  const args = [...flags, ...settings.flatMap((setting) => ['-c', setting])];
  let child: ChildProcess | null = null;
  let schemas = 0;
  const server: TestPostgres = {
    url,
    port,
    freshSchema() {
      schemas += 1;
      return `test_${schemas}`;
    },
    async run(text) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.end();
      }
    },
    async start() {
      child = spawn(join(programs, 'postgres'), args, {
        ...as,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await untilReady(child);
    },
    async crash() {
      const ending = child;
      child = null;
      // Of one that has ended already nothing more is heard.
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill('SIGQUIT');
      await ended;
    },
    async close() {
      await server.crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** A file of the server's, which nobody else may read. */
export function putOwn(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (serverAccount !== undefined) chownSync(path, serverAccount.uid, serverAccount.gid);
}

/** Where distributions put them beside those on the PATH. */
export function findPrograms(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newestFirst = versions.sort((left, right) => Number(right) - Number(left));
  const folders = [
    process.env['ORRERY_TEST_POSTGRES'] ?? '',
    ...newestFirst.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('no PostgreSQL server is installed here');
  return found;
}

function untilReady(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
    child.once('error', reject);
  });
}
