/**
 * Two control planes on one real PostgreSQL, started at one moment: one writes, the other passes on what
 * writes and takes over when the first is killed, stopped or told to end. @needs postgres
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endPrograms } from '../support/e2e-program.ts';
import { ask, ideaBody, projectNames, serve, stop, until } from '../support/e2e-service.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import {
  freshDatabase,
  installPlanes,
  intake,
  losingProxy,
  numbersTo,
  prove,
  standingOf,
  startPlanes,
  takeIn,
  untilActive,
  watchFeed,
} from '../support/two-planes.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await endPrograms();
  await server.close();
});

it('loses nothing and does nothing twice when the one that writes is killed under load', async () => {
  const url = await freshDatabase(server);
  const { active, standby } = await startPlanes(await installPlanes(url));
  const at = standby.installation;
  expect(await standingOf(at)).toEqual({
    role: 'standby',
    holder: { address: active.installation.baseUrl, since: expect.stringMatching(/^\d{4}-.+Z$/) },
  });
  expect((await ask(at, '/healthz')).body).toMatchObject({ plane_role: 'standby' });
  const feed = watchFeed(at);
  const titles = Array.from({ length: 30 }, (_, index) => `idea ${index}`);
  let taken = 0;
  let killedMs = 0;
  const writer = async (lane: number): Promise<number> => {
    let refusals = 0;
    for (const [index, title] of titles.entries()) {
      if (index % 3 !== lane) continue;
      refusals += await takeIn(at, title);
      taken += 1;
      if (taken !== 8) continue;
      killedMs = performance.now();
      active.program.signal('SIGKILL');
    }
    return refusals;
  };
  const takeOver = async (): Promise<number> => {
    await untilActive(at);
    return performance.now() - killedMs;
  };
  const [tookMs, ...refusals] = await Promise.all([takeOver(), writer(0), writer(1), writer(2)]);
  // What comes meanwhile waits for who takes over, unless that takes longer than anybody waits.
  const refused = refusals.reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `take-over after a kill: ${Math.round(tookMs)} ms, ${refused} requests refused\n`,
  );
  const head = await prove(url, titles, at);
  await until(async () => feed.seen.at(-1) === head, 'the feed has told everything');
  expect(feed.seen).toEqual(numbersTo(head));
  feed.end();
  await stop(standby.program);
});

it('hands over while twenty clients write: each idea once, and no refusal without a word of when to come again', async () => {
  const url = await freshDatabase(server);
  const { active, standby } = await startPlanes(await installPlanes(url));
  const left = active.installation;
  const stays = standby.installation;
  const titles = Array.from({ length: 120 }, (_, index) => `idea ${index}`);
  const odd: string[] = [];
  let taken = 0;
  let cut = 0;
  let refusals = 0;
  const client = async (lane: number): Promise<void> => {
    let at = lane % 2 === 0 ? left : stays;
    for (const title of titles.filter((_, index) => index % 20 === lane)) {
      await until(async () => {
        const answer = await ask(at, intake, ideaBody(title));
        if (answer.status === 200) return true;
        if (answer.status === 0) {
          cut += 1;
          // Only of the one that ends nothing may be heard.
          if (at === stays) odd.push(`${title}: ${answer.text}`);
          at = stays;
        } else {
          refusals += 1;
          if (answer.status !== 503 || answer.headers.get('retry-after') === null)
            odd.push(`${title}: ${answer.status} ${answer.text}`);
        }
        return false;
      }, `${title} is taken in`);
      taken += 1;
      if (taken === 30) active.program.signal('SIGTERM');
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, lane) => client(lane)));
  expect(odd).toEqual([]);
  const ended = await active.program.ended;
  expect([ended.code, ended.signal, ended.stderr.slice(-500)]).toEqual([
    0,
    null,
    expect.anything(),
  ]);
  process.stdout.write(
    `a hand-over under load: ${refusals} refusals, ${cut} requests without an answer\n`,
  );
  await prove(url, titles, stays);
  await stop(standby.program);
});

it('outlives a holder that stands still, and is handed the lease by one that ends', async () => {
  const url = await freshDatabase(server);
  // Nobody's before it is known which holds the lease: the other one asks that for its settings at once.
  let port = 0;
  const proxy = await losingProxy(() => port);
  const { active, standby } = await startPlanes(await installPlanes(url, () => proxy.url));
  port = active.installation.port;
  const feeds = [watchFeed(standby.installation), watchFeed(active.installation)];

  // What was asked arrives, its answer does not: it is asked for again with its key, and done once.
  proxy.lose(true);
  const lost = ask(standby.installation, intake, ideaBody('lost answer'));
  await until(
    async () => (await projectNames(active.installation)).includes('lost answer'),
    'it is done',
  );
  const before = proxy.losses;
  await until(async () => proxy.losses > before, 'its answer, or that to it again, is lost');
  proxy.lose(false);
  const { status, headers } = await lost;
  expect([status, headers.get('idempotency-replayed')]).toEqual([200, 'true']);

  // Stopped in the middle, it wakes when another writes: it writes nothing and ends.
  process.kill(active.program.pid, 'SIGSTOP');
  const stoppedMs = performance.now();
  await untilActive(standby.installation);
  process.stdout.write(`take-over after a stop: ${Math.round(performance.now() - stoppedMs)} ms\n`);
  await takeIn(standby.installation, 'meanwhile');
  process.kill(active.program.pid, 'SIGCONT');
  const end = await active.program.ended;
  expect(end.code).not.toBe(0);
  expect(end.stderr).toContain('another process has taken over as writer');

  // Started again it stands by, and is handed the lease at once by one that is told to end.
  const back = await serve(active.installation);
  expect(await standingOf(active.installation)).toMatchObject({ role: 'standby' });
  standby.program.signal('SIGTERM');
  const toldMs = performance.now();
  await untilActive(active.installation);
  process.stdout.write(
    `take-over when told to end: ${Math.round(performance.now() - toldMs)} ms\n`,
  );
  expect((await standby.program.ended).code).toBe(0);
  await takeIn(active.installation, 'after');
  const head = await prove(url, ['lost answer', 'meanwhile', 'after'], active.installation);
  await until(async () => feeds[1]!.seen.at(-1) === head, 'the feed has told everything');
  expect(feeds[1]!.seen).toEqual(numbersTo(head));
  expect(feeds[0]!.seen).toEqual(numbersTo(feeds[0]!.seen.length));
  for (const feed of feeds) feed.end();
  await stop(back);
  proxy.close();
});
