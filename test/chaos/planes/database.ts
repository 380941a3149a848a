/**
 * A real PostgreSQL with a replica that every commit waits for, so that either of the two may be lost. Neither waits
 * for the disk: what is ended here are processes, never the machine.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../../src/soak/free-port.ts';
import { monotonicMs, pause } from '../../../src/soak/time.ts';
import { findPrograms, serverAccount } from '../../support/postgres.ts';

interface Node {
  readonly data: string;
  readonly port: number;
  process: ChildProcess | null;
}

export interface Database {
  /** Of the server that takes writes now. */
  readonly port: number;
  /** Rows of one query to the server itself. */
  read(query: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends the server and starts it again; `fast` ends sessions in order, `immediate` is a crash. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  /** Crashes the server for good, has the replica take its place, calls `moved`, and makes another replica. */
  failOver(moved: () => void): Promise<void>;
  close(): Promise<void>;
}

const settings = [
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'max_connections=100',
  'wal_keep_size=256MB',
  'wal_retrieve_retry_interval=200ms',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];
const endings = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const user = 'orrery';
const waitMsMax = 120_000;

/** Both in folders below `folder`, which the server's account can reach. */
export async function startDatabase(folder: string): Promise<Database> {
  const programs = findPrograms();
  const nodes: Node[] = [];
  for (const name of ['server-1', 'server-2']) {
    const data = join(folder, name);
    nodes.push({ data, port: await freePort(), process: null });
  }
  let [primary, replica] = nodes as [Node, Node];
  const runIn = (node: Node, program: string, args: readonly string[]) =>
    promisify(execFile)(join(programs, program), args, { ...serverAccount, cwd: node.data });
  const makeFolder = (node: Node): void => {
    rmSync(node.data, { recursive: true, force: true });
    mkdirSync(node.data, { mode: 0o700 });
    if (serverAccount !== undefined) chownSync(node.data, serverAccount.uid, serverAccount.gid);
  };
  const start = (node: Node): void => {
    const options = settings.flatMap((setting) => ['-c', setting]);
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', node.data, '-p', `${node.port}`, ...options],
      { ...serverAccount, cwd: node.data, stdio: 'ignore', detached: true },
    );
    node.process = child;
  };
  const end = async (node: Node, how: keyof typeof endings): Promise<void> => {
    const child = node.process;
    node.process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(endings[how]);
    await ended;
  };
  const run = async (...texts: readonly string[]): Promise<readonly Record<string, unknown>[]> => {
    const url = `postgres://${user}@127.0.0.1:${primary.port}/postgres`;
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      let rows: readonly Record<string, unknown>[] = [];
      for (const text of texts) rows = (await client.query<Record<string, unknown>>(text)).rows;
      return rows;
    } finally {
      await client.end();
    }
  };
  const untilTrue = async (what: string, query: string): Promise<void> => {
    const endMs = monotonicMs() + waitMsMax;
    let last: unknown;
    while (monotonicMs() < endMs) {
      try {
        const [row] = await run(query);
        if (row?.['yes'] === true) return;
        last = row;
      } catch (error) {
        last = error;
      }
      await pause(50);
    }
    throw new Error(`the database: ${what} did not come about: ${String(last)}`);
  };
  const untilWritable = () =>
    untilTrue('a server that takes writes', 'SELECT NOT pg_is_in_recovery() AS yes');
  const waitForReplica = (names: '' | '*') =>
    run(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`, 'SELECT pg_reload_conf()');
  const isSynchronous = `SELECT count(*) = 1 AS yes FROM pg_stat_replication WHERE sync_state = 'sync'`;

  const makeReplica = async (): Promise<void> => {
    makeFolder(replica);
    const from = ['-h', '127.0.0.1', '-p', `${primary.port}`, '-U', user];
    const how = ['-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'];
    await runIn(replica, 'pg_basebackup', ['-D', replica.data, ...from, ...how]);
    start(replica);
    // Commits that nobody waited for are on it, too, once it is the one that is waited for.
    await waitForReplica('*');
    await untilTrue('a replica that commits wait for', isSynchronous);
  };

  makeFolder(primary);
  const init = ['-U', user, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  await runIn(primary, 'initdb', ['-D', primary.data, ...init]);
  start(primary);
  await untilWritable();
  await makeReplica();

  return {
    get port() {
      return primary.port;
    },
    read: (query) => run(query),
    async restart(how) {
      await end(primary, how);
      start(primary);
      await untilWritable();
      await untilTrue('a replica that came back', isSynchronous);
    },
    async failOver(moved) {
      await end(primary, 'immediate');
      await runIn(replica, 'pg_ctl', ['promote', '-D', replica.data]);
      [primary, replica] = [replica, primary];
      await untilWritable();
      await waitForReplica('');
      moved();
      await makeReplica();
    },
    async close() {
      await Promise.all(nodes.map((node) => end(node, 'immediate')));
    },
  };
}
