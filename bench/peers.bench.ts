/**
 * The routes that are asked for most, against Fastify answering the same bytes from the same store:
 * the queue page, the overview, and worker callbacks. Fastify runs in the same process over the same
 * use cases, with a constant-time token check and its own schema validation. Both are asked from a
 * second process over 64 connections, one after the other, twice in turn; the better run counts.
 * Our service keeps a page while nothing is committed, which Fastify does not: so both are also
 * asked while turns are committed as often as timers go, and under ever other addresses of the same
 * page (more than are kept), where each reply is made for its request alone.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { App } from '../src/app/app.ts';
import type { ControlContext } from '../src/control/common/ports.ts';
import { readOverview } from '../src/control/operations/overview.ts';
import { inList, toQueueRow } from '../src/control/reading/rows.ts';
import { receiveCallback } from '../src/control/runs/callbacks.ts';
import { limits } from '../src/domain/limits.ts';
import { toListReply } from '../src/http/wire/lists.ts';
import { toIsoTime } from '../src/lib/clock.ts';
import { benchToken, makePagesOld, withBenchService } from './support/bench-service.ts';
import { type LoadResult, measureLoad, runLoadIfAsked } from './support/load.ts';
import { compared, inFolder, printResults, type Result } from './support/measure.ts';
import { fillQueue } from './support/queue-rows.ts';

const rowCount = 100_000;
const connections = 64;
const durationMs = 4000;
const rounds = 2;
const readGoal = 2;
const token = benchToken;
const betweenCommitsMs = 1;

const callback = JSON.stringify({
  event_type: 'wake_ready',
  idempotency_key: 'bench:wake_ready:{{n}}',
  run_id: 'project-000001-20260101T000000000',
  project_id: 'project-000{{m}}',
  sequence: 1,
  seen_at: '2026-01-01T00:00:00.000Z',
  gate_state: 'idle',
  reason: 'all signals were quiet',
  exit_code: 0,
});

const queuePage = '/control/api/v1/queue?page_size=50';
const overview = '/control/api/v1/overview';
const scenarios = [
  { name: 'queue page', path: queuePage, goal: readGoal },
  { name: 'overview', path: overview, goal: readGoal },
  { name: 'queue page while turns are committed', path: queuePage, goal: readGoal, aging: true },
  { name: 'overview while turns are committed', path: overview, goal: readGoal, aging: true },
  {
    name: 'queue page, nothing kept',
    path: `/control/api/v1/queue?page_size={{b}}&search={{blank}}`,
    goal: readGoal,
  },
  {
    name: 'overview, nothing kept',
    path: `${overview}?active_limit={{a}}&event_limit={{b}}`,
    goal: readGoal,
  },
  { name: 'callback', path: '/control/api/worker-callback', body: callback },
] as const;

async function main(dir: string): Promise<void> {
  await fillQueue(join(dir, 'state'), rowCount);
  printResults(await withBenchService(dir, {}, measureBoth));
}

async function measureBoth(app: App): Promise<Result[]> {
  const peer = createPeer(app.control!.context);
  await peer.listen({ host: '127.0.0.1', port: 0 });
  const address = peer.server.address();
  const peerPort = typeof address === 'object' && address !== null ? address.port : 0;
  const port = Number(new URL(app.baseUrl).port);
  await assertSameBytes(port, peerPort);
  const results: Result[] = [];
  for (const scenario of scenarios) {
    results.push(await measure(app, scenario, { port, peerPort }));
  }
  await peer.close();
  return results;
}

async function measure(
  app: App,
  scenario: (typeof scenarios)[number],
  { port, peerPort }: { readonly port: number; readonly peerPort: number },
): Promise<Result> {
  const load = { token, connections, durationMs, path: scenario.path };
  const body = 'body' in scenario ? { body: scenario.body } : {};
  const aging = 'aging' in scenario ? keepCommitting(app) : null;
  let own: LoadResult | undefined;
  let peer: LoadResult | undefined;
  for (let round = 0; round < rounds; round += 1) {
    own = better(own, await measureLoad({ ...load, ...body, port }));
    peer = better(peer, await measureLoad({ ...load, ...body, port: peerPort }));
  }
  if (aging !== null) clearInterval(aging);
  const goal = 'goal' in scenario ? scenario.goal : undefined;
  const baseline = { name: 'Fastify, same store', value: peer!.perSecond };
  return {
    ...compared(scenario.name, own!.perSecond, 'requests/s', baseline, goal),
    note: `p99 ${own!.p99Ms.toFixed(1)} ms, Fastify ${peer!.p99Ms.toFixed(1)} ms, ${own!.bytes} bytes`,
  };
}

/** As fast as timers go, which is slower when requests keep the loop busy. */
function keepCommitting(app: App): NodeJS.Timeout {
  return setInterval(() => void makePagesOld(app), betweenCommitsMs);
}

const better = (one: LoadResult | undefined, other: LoadResult): LoadResult =>
  one === undefined || other.perSecond > one.perSecond ? other : one;

/** What a careful user of Fastify would write over the same use cases. */
function createPeer(context: ControlContext): FastifyInstance {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${token}`);
  const server = fastify();
  server.addHook('onRequest', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      await reply.code(401).send({ title: 'A valid bearer token is required' });
    }
  });
  server.get('/control/api/v1/queue', async (request) => {
    const { page_size: pageSize = '50' } = request.query as { page_size?: string };
    const page = await context.reads.list('queue_item', {
      cursor: null,
      pageSize: Number(pageSize),
      sort: null,
      filters: {},
      search: '',
    });
    const rows = await Promise.all(page.rows.map((row) => toQueueRow(context, row)));
    return toListReply({
      page,
      rows: rows.map(inList),
      pageSize: Number(pageSize),
      generatedAt: toIsoTime(context.clock.now()),
      source: 'store',
    });
  });
  server.get('/control/api/v1/overview', (request) => {
    const { active_limit: active, event_limit: events } = request.query as Record<string, string>;
    return readOverview(context, {
      activeLimit: Number(active ?? limits.overviewActiveDefault),
      eventLimit: Number(events ?? limits.overviewEventsDefault),
    });
  });
  server.post(
    '/control/api/worker-callback',
    { schema: { body: callbackSchema } },
    async (request) => {
      const { reply } = await receiveCallback(context, {
        session_id: null,
        process_tracking: null,
        telemetry: null,
        decision: null,
        ...(request.body as object),
      } as never);
      return reply;
    },
  );
  return server;
}

const callbackSchema = {
  type: 'object',
  required: ['event_type', 'idempotency_key', 'run_id', 'project_id', 'sequence', 'seen_at'],
  properties: {
    event_type: { type: 'string', enum: ['wake_ready', 'gate_error'] },
    idempotency_key: { type: 'string', minLength: 1, maxLength: 200 },
    run_id: { type: 'string', minLength: 1, maxLength: 128 },
    project_id: { type: 'string', minLength: 1, maxLength: 128 },
    sequence: { type: 'integer', minimum: 0 },
    seen_at: { type: 'string' },
  },
};

/** The two must answer the same, but for the moment they did it. */
async function assertSameBytes(port: number, peerPort: number): Promise<void> {
  for (const { path } of scenarios.slice(0, 2)) {
    const [own = '', peer = ''] = await Promise.all(
      [port, peerPort].map(async (at) => {
        const reply = await fetch(`http://127.0.0.1:${at}${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const text = await reply.text();
        return text.replace(/"(?:generated_at|until)":"[^"]*"|"age_seconds":\d+/g, '');
      }),
    );
    if (own === peer) continue;
    let place = 0;
    while (own[place] === peer[place]) place += 1;
    const near = (text: string): string => text.slice(Math.max(0, place - 200), place + 100);
    throw new Error(`${path} is not the same from both: ${near(own)} … ${near(peer)}`);
  }
}

if (!(await runLoadIfAsked())) await inFolder(main);
