/** PgBouncer on loopback in transaction mode: between two transactions a connection to the server is anybody's. */
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/soak/free-port.ts';
import { putOwn, serverAccount } from './postgres.ts';

export interface TestPooler {
  readonly port: number;
  close(): Promise<void>;
}

/** With no more than `connections` to the server for each database. */
export async function startPooler(serverPort: number, connections: number): Promise<TestPooler> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-pooler-'));
  if (serverAccount !== undefined) chownSync(folder, serverAccount.uid, serverAccount.gid);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  putOwn(
    settings,
    `[databases]
* = host=127.0.0.1 port=${serverPort} user=orrery
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`,
  );
  const child = spawn('pgbouncer', [settings], {
    ...serverAccount,
    cwd: folder,
    // Debian keeps it where only root's PATH looks.
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('process up')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer ended: ${said}`)));
  });
  return {
    port,
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
