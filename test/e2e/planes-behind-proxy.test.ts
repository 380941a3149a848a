/**
 * What compose.yaml starts, without containers: two planes with the shipped configurations and folders on one PostgreSQL,
 * behind Caddy with the shipped configuration. Each is killed under load. @needs postgres caddy
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProxy, type TestProxy } from '../support/caddy.ts';
import { makeImageFolders, writeConfigurations } from '../support/deploy-folder.ts';
import { endPrograms, makeFolder } from '../support/e2e-program.ts';
import {
  ask,
  type Installation,
  install,
  projectNames,
  serve,
  stop,
  until,
} from '../support/e2e-service.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import {
  freshDatabase,
  numbersTo,
  type PlaneUnderTest,
  prove,
  standingOf,
  startPlanes,
  takeIn,
  untilActive,
  watchFeed,
} from '../support/two-planes.ts';

let server: TestPostgres;
let proxy: TestProxy | undefined;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await proxy?.close();
  await endPrograms();
  await server.close();
});

/** The configuration of a plane as it is shipped; only what names another machine or the root of its file system differs. */
async function installShipped(root: string, plane: string, url: string): Promise<Installation> {
  const made = await install();
  const state = `state-of-${plane}`;
  makeImageFolders(root, state);
  const shipped = readFileSync(join(root, 'config', `${plane}.json`), 'utf8');
  const here = shipped
    .replace('/var/lib/orrery/state', join(root, state))
    .replaceAll('/var/lib/orrery', root);
  const fields = {
    ...(JSON.parse(here) as { control_api_bearer_token: string }),
    listen_host: '127.0.0.1',
    listen_port: made.port,
    hosted_database_url: url,
    control_plane_url: made.baseUrl,
  };
  writeFileSync(made.configPath, JSON.stringify(fields));
  return { ...made, token: fields.control_api_bearer_token };
}

/** How a page comes to a browser. */
async function encodingOf(
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
  path: string,
): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const { headers: told } = await fetch(`${baseUrl}${path}`, { headers });
  return told.get('content-encoding');
}

it('serves on through the proxy when either plane is killed under load, and nothing is lost or done twice', async () => {
  const url = await freshDatabase(server);
  const root = makeFolder();
  writeConfigurations(join(root, 'config'));
  const [one, two] = [
    await installShipped(root, 'plane-1', url),
    await installShipped(root, 'plane-2', url),
  ];
  proxy = await startProxy([one, two].map(({ port }) => `127.0.0.1:${port}`));
  let { active, standby } = await startPlanes([one, two]);
  expect(existsSync(join(root, 'shared', 'installation-key.pem'))).toBe(true);
  const at = { ...proxy, token: one.token };
  const feed = watchFeed(at);
  const titles: string[] = [];
  const seen = new Set<number>();
  let isOver = false;
  let longestMs = 0;
  const writer = async (lane: number): Promise<void> => {
    for (let index = 0; !isOver; index += 1) {
      const title = `lane ${lane}, idea ${index}`;
      const startMs = performance.now();
      await takeIn(at, title, ({ status }) => seen.add(status));
      longestMs = Math.max(longestMs, performance.now() - startMs);
      titles.push(title);
    }
  };
  const reader = async (): Promise<void> => {
    while (!isOver) seen.add((await ask(at, '/control/api/v1/overview')).status);
  };
  const load = Promise.all([writer(0), writer(1), reader()]);
  const more = (count: number) => {
    const goal = titles.length + count;
    return until(async () => titles.length >= goal, `${count} more ideas are taken in`);
  };
  /** Ends it all at once, waits until the other has taken over, and starts it again. */
  const kill = async (plane: PlaneUnderTest): Promise<void> => {
    plane.program.signal('SIGKILL');
    await plane.program.ended;
    const other = plane === active ? standby : active;
    await untilActive(other.installation);
    await more(5);
    plane.program = await serve(plane.installation);
    expect(await standingOf(plane.installation)).toMatchObject({ role: 'standby' });
    [active, standby] = [other, plane];
    await more(5);
  };
  await more(5);
  expect(await encodingOf(at, '/control/api/v1/overview')).toBe('gzip');
  await kill(active);
  await kill(active);
  await kill(standby);
  isOver = true;
  await load;
  process.stdout.write(`longest wait of a request that writes: ${Math.round(longestMs)} ms\n`);
  // No plane, a connection that broke, or no plane that writes just now; never a wrong answer.
  expect([...seen].filter((status) => ![0, 200, 502, 503].includes(status))).toEqual([]);
  // The plane behind the proxy may be the one that follows.
  await until(async () => (await projectNames(at)).length === titles.length, 'all are listed');
  const head = await prove(url, titles, at);
  await until(async () => feed.seen.at(-1) === head, 'the feed has told everything');
  expect(feed.seen).toEqual(numbersTo(head));
  feed.end();
  await stop(standby.program);
  await stop(active.program);
});
