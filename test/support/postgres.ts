/**
 * A real PostgreSQL on loopback with a cluster of its own, for tests that are left out where there is
 * none. `ORRERY_TEST_POSTGRES` names a server to use instead (its account makes schemas).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './service-config.ts';

export interface TestPostgres {
  readonly url: string;
  /** Null where the server is not ours to stop. */
  readonly port: number | null;
  /** The name of a schema that no other test has. */
  freshSchema(): string;
  /** One statement as an administrator. */
  run(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends the server, all at once (`immediate`, as a crash does) or in order. */
  stop(how: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes everything. */
  close(): Promise<void>;
}

/** Who runs the server: it refuses to be run by root. */
const account = ((): { uid: number; gid: number } | undefined => {
  if (userInfo().uid !== 0) return undefined;
  const nobody = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  return nobody === null ? undefined : { uid: Number(nobody[1]), gid: Number(nobody[2]) };
})();

/** Makes a cluster and starts it on a free port. Nothing waits for the disk, unless it is `durable`. */
export async function startPostgres(options: { durable?: boolean } = {}): Promise<TestPostgres> {
  const given = process.env['ORRERY_TEST_POSTGRES'];
  if (given !== undefined) return serve(given, null, null);
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'orrery-postgres-'));
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const as = { ...account, cwd: folder };
  const init = [
    '-D',
    data,
    '-U',
    'orrery',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ];
  execFileSync(join(programs, 'initdb'), init, { ...as, stdio: 'pipe' });
  const port = await freePort();
  const flags = ['-D', data, '-p', `${port}`, '-k', '', '-h', '127.0.0.1'];
  const settings = [
    ...(options.durable === true ? [] : ['fsync=off', 'full_page_writes=off']),
    'deadlock_timeout=200ms',
    'shared_buffers=64MB',
    'max_connections=40',
  ];
  let child: ChildProcess | null = null;
  const server = serve(`postgres://orrery@127.0.0.1:${port}/postgres`, port, {
    async start() {
      const args = [...flags, ...settings.flatMap((setting) => ['-c', setting])];
      child = spawn(join(programs, 'postgres'), args, {
        ...as,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await untilReady(child);
    },
    async stop(how) {
      const ending = child;
      child = null;
      if (ending === null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  });
  await server.start();
  return server;
}

interface OwnServer {
  start(): Promise<void>;
  stop(how: 'immediate' | 'fast'): Promise<void>;
  remove(): void;
}

function serve(url: string, port: number | null, own: OwnServer | null): TestPostgres {
  let schemas = 0;
  return {
    url,
    port,
    freshSchema() {
      schemas += 1;
      return `test_${process.pid}_${schemas}`;
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
    start: async () => own?.start(),
    stop: async (how) => own?.stop(how),
    async close() {
      await own?.stop('immediate');
      own?.remove();
    },
  };
}

/** Where distributions put them beside those on the PATH. */
function findPrograms(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
    '/usr/pgsql/bin',
    '/usr/local/pgsql/bin',
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
