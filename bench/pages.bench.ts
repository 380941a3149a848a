/**
 * How long every GET route takes on a store of 100,000 queue items, 100,000 projects, 100,000
 * events, 20,000 runs and 20,000 papers with their reviews, beside the same requests on a store of
 * 100 items. In process over HTTP, one request at a time on an otherwise idle service, with turns
 * committed between requests so that no kept page answers. A route that is a list is asked with
 * every sort, filter and kind of search a few times, and the slowest of these is measured.
 * Also how long the event loop was held at most while the requests of a route were answered.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { App } from '../src/app/app.ts';
import { routesOf } from '../src/http/routes/all.ts';
import { benchToken, makePagesOld, oneWorker, startBenchService } from './support/bench-service.ts';
import { fillStore, largeStore, smallStore } from './support/large-store.ts';
import type { StoreSizes } from './support/large-store-rows.ts';
import { printResults, type Result } from './support/measure.ts';
import { type PageRequests, pageRequestsOf, routesLeftOut } from './support/page-requests.ts';

/** Times every request is made to find the slowest of its route, and times that one is made. */
const searchRounds = 3;
const rounds = 40;
const timesMost = 5;
const enoughMs = 20;
/** What the delay of an idle loop is measured as: its sampling interval. */
const idleDelayMs = 1;

interface Timing {
  readonly address: string;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly heldMs: number;
}

async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  try {
    const small = await measureStore(join(dir, 'small'), smallStore);
    const large = await measureStore(join(dir, 'large'), largeStore);
    printResults([...large].map(([route, timing]) => toResult(route, timing, small.get(route)!)));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
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
  mkdirSync(dir, { recursive: true });
  fillStore(join(dir, 'state'), sizes);
  const requests = pageRequestsOf(sizes);
  refuseGaps(requests);
  const app = await startBenchService(dir, oneWorker);
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
  await app.stop();
  return slowest;
}

/** Every route that a control plane answers with a page is measured or left out by name. */
function refuseGaps(requests: PageRequests): void {
  const gaps = routesOf({ control: true, worker: false })
    .filter(({ method, path }) => method === 'GET' && !(path in requests))
    .map(({ path }) => path)
    .filter((path) => !routesLeftOut.includes(path));
  if (gaps.length > 0) throw new Error(`no request is known for ${gaps.join(', ')}`);
}

async function measureRequest(
  app: App,
  client: Agent,
  { address, count }: { readonly address: string; readonly count: number },
): Promise<Timing> {
  const delay = monitorEventLoopDelay({ resolution: idleDelayMs });
  const times: number[] = [];
  let heldMs = 0;
  for (let round = 0; round <= count; round += 1) {
    await makePagesOld(app);
    delay.enable();
    // The histogram has its first sample once a timer has run.
    await wait(2);
    delay.reset();
    const startMs = performance.now();
    const reply = await request(`${app.baseUrl}${address}`, {
      dispatcher: client,
      headers: { authorization: `Bearer ${benchToken}` },
    });
    const bytes = await reply.body.arrayBuffer();
    const tookMs = performance.now() - startMs;
    if (reply.statusCode !== 200 && reply.statusCode !== 404) {
      throw new Error(`${address} answers ${reply.statusCode}: ${Buffer.from(bytes).toString()}`);
    }
    await wait(2);
    delay.disable();
    // The first one prepares statements and fills caches.
    if (round === 0) continue;
    times.push(tookMs);
    heldMs = Math.max(heldMs, delay.max / 1e6 - idleDelayMs);
  }
  times.sort((one, other) => one - other);
  const at = (part: number): number => times[Math.min(count - 1, Math.floor(part * count))] ?? 0;
  return { address, medianMs: at(0.5), p99Ms: at(0.99), heldMs };
}

await main();
