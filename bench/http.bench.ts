/**
 * A 50-row page of a queue of 100,000 rows, against the same transport answering the same bytes from
 * memory. 64 connections from a second process. The page is asked for on a quiet service, where a
 * page is kept for up to a second, and while commits keep making the kept page old.
 */
import { join } from 'node:path';
import type { App } from '../src/app/app.ts';
import { selectTransport } from '../src/http/transport/select.ts';
import { systemClock } from '../src/lib/clock.ts';
import { benchToken, makePagesOld, withBenchService } from './support/bench-service.ts';
import { type LoadResult, measureLoad, runLoadIfAsked } from './support/load.ts';
import { compared, inFolder, printResults } from './support/measure.ts';
import { fillQueue } from './support/queue-rows.ts';

const rowCount = 100_000;
const connections = 64;
const durationMs = 4000;
const token = benchToken;

async function main(dir: string): Promise<void> {
  await fillQueue(join(dir, 'state'), rowCount);
  const { page, fresh, bytes } = await withBenchService(dir, {}, measureService);
  const bare = await measureBare(bytes);
  const baseline = { name: 'bare adapter, same bytes', value: bare.perSecond };
  printResults([
    {
      ...compared(
        'queue page of 50 rows out of 100,000',
        page.perSecond,
        'requests/s',
        baseline,
        0.5,
      ),
      note: `p99 ${page.p99Ms.toFixed(1)} ms, ${bytes.length} bytes; bare p99 ${bare.p99Ms.toFixed(1)} ms`,
    },
    {
      ...compared(
        'the same while the log grows a thousand times a second',
        fresh.perSecond,
        'requests/s',
        baseline,
      ),
      note: `p99 ${fresh.p99Ms.toFixed(1)} ms`,
    },
  ]);
}

async function measureService(
  app: App,
): Promise<{ page: LoadResult; fresh: LoadResult; bytes: Buffer }> {
  const { port } = new URL(app.baseUrl);
  const route = '/control/api/v1/queue?page_size=50';
  const reply = await fetch(`${app.baseUrl}${route}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  const load = { port: Number(port), token, connections, durationMs };
  const page = await measureLoad({ ...load, path: route });
  // Every commit makes the kept page old, so that it has to be read anew.
  const touch = setInterval(() => void makePagesOld(app), 1);
  const fresh = await measureLoad({ ...load, path: route });
  clearInterval(touch);
  return { page, fresh, bytes };
}

async function measureBare(bytes: Buffer): Promise<LoadResult> {
  const selected = await selectTransport();
  const answer = {
    status: 200,
    headers: [['content-type', 'application/json; charset=utf-8']] as const,
    body: bytes,
  };
  const refuse = { status: 500, headers: [], body: null };
  const transport = selected.create(
    { request: () => answer, failed: () => refuse, closing: () => refuse },
    { clock: systemClock },
  );
  const { port } = await transport.listen({ host: '127.0.0.1', port: 0 });
  const result = await measureLoad({ port, path: '/', token, connections, durationMs });
  await transport.close({ deadlineMs: 1000 });
  return result;
}

if (!(await runLoadIfAsked())) await inFolder(main);
