/**
 * A service whose disk takes no more: whoever searches what is not in the index yet is told that the
 * store is unavailable, and nobody that the service itself is at fault. On both transports.
 */
import { execFileSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { endPrograms } from '../support/e2e-program.ts';
import {
  ask,
  configure,
  type Installation,
  ideaBody,
  install,
  serve,
  stop,
} from '../support/e2e-service.ts';

afterAll(endPrograms);

/** Far more events than the index follows in one look, which it takes each second. */
const ideasMax = 400;

/** Starts a service and has it take in ideas; nothing can be written from the moment it resolves. */
async function startFull(transport: string) {
  const installation = await install();
  configure(installation, { http_transport: transport });
  const env = { ORRERY_CONFIG: installation.configPath };
  const program = await serve(installation, { env });
  const ideas = Array.from({ length: ideasMax }, (_, index) => ({
    title: `Idea ${index}`,
    prompt: 'Measure it.',
  }));
  const body = { ...ideaBody('many'), ideas };
  const taken = await ask(installation, '/control/api/intake/ideas', body);
  expect(taken.status, taken.text).toBe(200);
  // Of the soft limit alone, which an account may set on its own processes.
  execFileSync('prlimit', ['--pid', String(program.pid), '--fsize=4096:']);
  return { installation, env, program };
}

/**
 * The service has ended and said why; what it acknowledged is there once the disk takes writes again, and no more,
 * until `then` is done.
 */
async function startAgain(
  { installation, env, program }: Awaited<ReturnType<typeof startFull>>,
  then: (installation: Installation) => Promise<void> = async () => {},
) {
  const end = await program.ended;
  expect(end.code, end.stderr).not.toBe(0);
  expect(end.stderr).toContain('then start the service again');
  const next = await serve(installation, { env });
  const found = await ask(installation, '/control/api/v1/projects?search=idea&page_size=500');
  expect(found.body['rows']).toHaveLength(ideasMax);
  await then(installation);
  await stop(next);
}

type Reply = Awaited<ReturnType<typeof ask>>;

type Ask = (at: Installation) => Promise<Reply>;
const search: Ask = (at) => ask(at, '/control/api/v1/projects?search=idea');
const change: Ask = (at) => ask(at, '/control/api/intake/ideas', ideaBody('one more'));

/** What a full service answers. One that met its disk by itself before it was asked, and is gone or on its way out, is none. */
async function askFull(transport: string, request: Ask) {
  for (;;) {
    const full = await startFull(transport);
    const reply = await request(full.installation);
    const isLeaving = reply.status === 0 || reply.body['code'] === 'shutting_down';
    if (!isLeaving) return { full, reply };
    await startAgain(full);
  }
}

/** The same of a search. On a slow machine the index may have followed all before the disk was full; then it is right. */
async function searchFull(transport: string) {
  for (;;) {
    const found = await askFull(transport, search);
    if (found.reply.status !== 200) return found;
    await change(found.full.installation);
    await startAgain(found.full);
  }
}

it.each(['uws', 'node'])('a search at a full disk is answered 503 on %s', async (transport) => {
  const { full, reply: read } = await searchFull(transport);
  expect(read.status, read.text).toBe(503);
  expect(read.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(read.body['code']).toBe('store_unavailable');
  expect(read.body['detail']).toMatch(/^the store cannot be read: its disk (?:fails|is full); /);
  await startAgain(full);
});

it.each(['uws', 'node'])('a change at a full disk is answered 503 on %s', async (transport) => {
  const { full, reply: write } = await askFull(transport, change);
  expect(write.status, write.text).toBe(503);
  expect(write.body['detail']).toMatch(/the store (?:failed|takes no writes)/);
  // The same request with the same key, once there is room: done once, and answered the same when it comes again.
  await startAgain(full, async (installation) => {
    const retried = await change(installation);
    expect(retried.status, retried.text).toBe(200);
    expect((await change(installation)).body).toEqual(retried.body);
    const found = await ask(installation, '/control/api/v1/projects?search=idea&page_size=500');
    const more = await ask(installation, '/control/api/v1/projects?search=more&page_size=500');
    expect(
      [found.body['rows'], more.body['rows']].map((rows) => (rows as unknown[]).length),
    ).toEqual([ideasMax, 1]);
  });
});
