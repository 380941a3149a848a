/**
 * A service that runs out of file descriptors: it takes no more connections and says so once, serves
 * those it has, tells its readiness, and takes connections again by itself. On both transports.
 */
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { endPrograms, type Program } from '../support/e2e-program.ts';
import {
  ask,
  configure,
  type Installation,
  install,
  serve,
  stop,
  until,
} from '../support/e2e-service.ts';
import { transportNames } from '../support/http.ts';

afterAll(endPrograms);

const descriptorsMax = 128;
const before = ['sh', '-c', `ulimit -n ${descriptorsMax}; exec "$@"`, 'sh'];
const refused = 'so no new connections are accepted';

/** Lines of the log that say it of the descriptors themselves: an alert about it may say the same. */
const count = (program: Program, words: string): number =>
  program
    .output()
    .split('\n')
    .filter((line) => line.includes('"descriptors_used"') && line.includes(words)).length;

describe.each(transportNames)('on %s', (transport) => {
  const env = (installation: Installation) => ({ ORRERY_CONFIG: installation.configPath });

  it('stops taking connections, says so, and goes on by itself', async () => {
    const installation = await install();
    configure(installation, { worker_refresh_sec: 0, http_transport: transport });
    const program = await serve(installation, { before, env: env(installation) });
    await until(async () => program.output().includes('serves at'), 'it has started');
    expect(program.output()).toContain(`"transport":"${transport}"`);

    // A connection of our own that is in use all the time, so that it is never closed as idle.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const readiness = () => read(agent, installation);
    expect((await readiness())['connections_accepted']).toBe('ok');

    const sockets: Socket[] = [];
    try {
      await until(async () => {
        for (let more = 0; more < 20 && sockets.length < 20 * descriptorsMax; more += 1)
          sockets.push(open(installation.port));
        // Heads that do not come are given up after a while, and others take their place.
        const isRefusing = (await readiness())['connections_accepted'] === 'failing';
        return isRefusing && !(await isTaken(installation.port));
      }, 'it takes no more connections');
      expect(count(program, refused)).toBeGreaterThan(0);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await until(async () => (await readiness())['connections_accepted'] === 'ok', 'it goes on');
    // Those that were still waiting may fill it once more.
    await until(
      async () => count(program, 'connections are accepted again') === count(program, refused),
      'it says so as often as it stopped',
    );
    expect((await ask(installation, '/healthz')).status).toBe(200);
    agent.destroy();
    await stop(program);
  });
});

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  // A head that is not complete: the connection is taken, and stays for a while.
  socket.write('GET /healthz HTTP/1.1\r\n');
  return socket;
}

/** Whether a new connection comes about. */
function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Status of each check of the readiness, over the agent's one connection. */
function read(agent: Agent, { port, token }: Installation): Promise<Record<string, string>> {
  const path = '/control/api/v1/automation-readiness';
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('close', () => {
        try {
          expect([response.statusCode, response.complete]).toEqual([200, true]);
          const { checks } = JSON.parse(text) as { checks: { name: string; status: string }[] };
          resolve(Object.fromEntries(checks.map(({ name, status }) => [name, status])));
        } catch (cause) {
          reject(new Error(`the readiness was not told: ${text.slice(0, 500)}`, { cause }));
        }
      });
    }).once('error', reject);
  });
}
