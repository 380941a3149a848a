/** nginx and HAProxy with the shipped configurations, in front of a service on loopback. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/soak/free-port.ts';
import { deployPath } from './deploy-folder.ts';

export interface ShippedProxy {
  readonly baseUrl: string;
  readonly port: number;
  close(): Promise<void>;
}
type ProxyName = 'nginx' | 'haproxy';

/** What runs it in the foreground, in its folder with the shipped file beside. */
const commands: Readonly<Record<ProxyName, readonly string[]>> = {
  nginx: ['nginx', '-p', '.', '-e', 'stderr', '-c', 'main.conf'],
  haproxy: ['haproxy', '-db', '-f', 'haproxy.cfg'],
};

/** What includes a file of nginx's conf.d, which alone is no configuration. */
const nginxMain = `daemon off;
master_process off;
pid pid;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include nginx.conf;
}
`;

/** Resolves when it listens; what listens at `servicePort` is behind it. */
export async function startShippedProxy(
  name: ProxyName,
  servicePort: number,
): Promise<ShippedProxy> {
  const folder = mkdtempSync(join(tmpdir(), `orrery-${name}-`));
  const port = await freePort();
  const file = name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg';
  const shipped = readFileSync(deployPath(file), 'utf8');
  const here = shipped
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8787', `127.0.0.1:${servicePort}`);
  writeFileSync(join(folder, file), here);
  writeFileSync(join(folder, 'main.conf'), nginxMain);
  if (!here.includes(`:${port}`) || !here.includes(`:${servicePort}`))
    throw new Error(`${file} has other addresses than 127.0.0.1:8080 and 127.0.0.1:8787`);
  const [program = '', ...args] = commands[name];
  const child = spawn(program, args, {
    cwd: folder,
    // Debian keeps them where only root's PATH looks.
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  let isGone = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve();
    });
    child.once('close', () => resolve());
  }).then(() => {
    isGone = true;
  });
  while (!(await takesConnections(port))) if (isGone) throw new Error(`${name} ended: ${said}`);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setTimeout(resolve, 10, false));
  });
