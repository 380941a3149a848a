/** Caddy with the shipped Caddyfile, in front of planes on loopback. */
import { spawn } from 'node:child_process';
import { freePort } from '../../src/soak/free-port.ts';
import { deployPath } from './deploy-folder.ts';
import { makeFolder } from './e2e-program.ts';

export interface TestProxy {
  readonly port: number;
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Resolves when it serves; `planes` are host and port of each. */
export async function startProxy(planes: readonly string[]): Promise<TestProxy> {
  const port = await freePort();
  const home = makeFolder();
  const args = ['run', '--config', deployPath('Caddyfile'), '--adapter', 'caddyfile'];
  const child = spawn('caddy', args, {
    cwd: home,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      ORRERY_SITE: `http://127.0.0.1:${port}`,
      ORRERY_PLANES: planes.join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('serving initial configuration')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Caddy ended: ${said}`)));
  });
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
