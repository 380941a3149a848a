/**
 * How long every GET route takes on a store of 100,000 queue items, 100,000 projects, 100,000
 * events, 20,000 runs and 20,000 papers with their reviews, beside the same requests on a store of
 * 100 items. In process over HTTP, one request at a time on an otherwise idle service, with turns
 * committed between requests so that no kept page answers. A route that is a list is asked with
 * every sort, filter and kind of search a few times, and the slowest of these is measured.
 * Also how long the event loop was held at most while the requests of a route were answered.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import type { App } from '../src/app/app.ts';
import { benchToken, makePagesOld, oneWorker, withBenchService } from './support/bench-service.ts';
import { fillStore, largeStore, smallStore } from './support/large-store.ts';
import type { StoreSizes } from './support/large-store-rows.ts';
import { createLoopWatch } from './support/loop-hold.ts';
import { inFolder, printResults, type Result } from './support/measure.ts';
import { routesWithoutRequest } from './support/page-gaps.ts';
import { type PageRequests, pageRequestsOf } from './support/page-requests.ts';

/** Times every request is made to find the slowest of its route, and times that one is made. */
const searchRounds = 3;
const rounds = 40;
const timesMost = 5;
const enoughMs = 20;

interface Timing {
  readonly address: string;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly heldMs: number;
}

function toResult(route: string, large: Timing, small: Timing): Result {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    name: `GET ${route}, median`,
    value: round(large.medianMs),
    unit: 'ms',
    baseline: { name: 'store of 100 items', value: round(small.medianMs) },
    ratio: round(large.medianMs / small.medianMs),
    goal: `at most ${timesMost} times the baseline, or under ${enoughMs} ms`,
    met: large.medianMs < enoughMs || large.medianMs <= timesMost * small.medianMs,
    note: `p99 ${round(large.p99Ms)} ms, event loop held for at most ${round(large.heldMs)} ms; ${large.address}`,
  };
}

/** The slowest request of every route, measured. */
async function measureStore(dir: string, sizes: StoreSizes): Promise<Map<string, Timing>> {
  const requests = pageRequestsOf(sizes);
  const gaps = routesWithoutRequest(requests);
  if (gaps.length > 0) throw new Error(`no request is known for ${gaps.join(', ')}`);
  mkdirSync(dir, { recursive: true });
  fillStore(join(dir, 'state'), sizes);
  return withBenchService(dir, oneWorker, (app) => measurePages(app, requests));
}

async function measurePages(app: App, requests: PageRequests): Promise<Map<string, Timing>> {
  const client = new Agent();
  const slowest = new Map<string, Timing>();
  for (const [route, addresses] of Object.entries(requests)) {
    let worst: Timing | undefined;
    for (const address of addresses) {
      const timing = await measureRequest(app, client, { address, count: searchRounds });
      if (worst === undefined || timing.medianMs > worst.medianMs) worst = timing;
    }
    const { address } = worst!;
    slowest.set(route, await measureRequest(app, client, { address, count: rounds }));
  }
  await client.close();
  return slowest;
}

async function measureRequest(
  app: App,
  client: Agent,
  { address, count }: { readonly address: string; readonly count: number },
): Promise<Timing> {
  const watch = createLoopWatch();
  const times: number[] = [];
  let heldMs = 0;
  for (let round = 0; round <= count; round += 1) {
    await makePagesOld(app);
    const asked = await watch.during(() => ask(app, client, address));
    // The first one prepares statements and fills caches.
    if (round === 0) continue;
    times.push(asked.value);
    heldMs = Math.max(heldMs, asked.heldMs);
  }
  times.sort((one, other) => one - other);
  const at = (part: number): number => times[Math.min(count - 1, Math.floor(part * count))] ?? 0;
  return { address, medianMs: at(0.5), p99Ms: at(0.99), heldMs };
}

/** How long the answer takes. */
async function ask(app: App, dispatcher: Agent, address: string): Promise<number> {
  const startMs = performance.now();
  const headers = { authorization: `Bearer ${benchToken}` };
  const reply = await request(`${app.baseUrl}${address}`, { dispatcher, headers });
  const bytes = await reply.body.arrayBuffer();
  const tookMs = performance.now() - startMs;
  if (reply.statusCode !== 200) {
    throw new Error(`${address} answers ${reply.statusCode}: ${Buffer.from(bytes).toString()}`);
  }
  return tookMs;
}

await inFolder(async (dir) => {
  const small = await measureStore(join(dir, 'small'), smallStore);
  const large = await measureStore(join(dir, 'large'), largeStore);
  printResults([...large].map(([route, timing]) => toResult(route, timing, small.get(route)!)));
});
