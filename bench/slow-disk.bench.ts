/**
 * How long answers take that need no disk while each commit takes 20 ms to sync: `GET /healthz`, a
 * cached page and a frame of the live feed, asked for one after the other while turns are committed
 * without a pause. The delay is put into the writer's thread, where the waiting is done.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import WebSocket from 'ws';
import type { App } from '../src/app/app.ts';
import { createLiveClient } from '../src/http/live/client.ts';
import { liveFeedPath } from '../src/http/live/protocol.ts';
import { systemClock } from '../src/lib/clock.ts';
import { benchToken, makePagesOld, oneWorker, startBenchService } from './support/bench-service.ts';
import { fillStore, smallStore } from './support/large-store.ts';
import { inFolder, printResults, type Result } from './support/measure.ts';

const syncDelayMs = 20;
const rounds = 500;
const p99MsMax = 10;
const authorization = `Bearer ${benchToken}`;

const toResult = (name: string, times: readonly number[], note: string): Result => {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (part: number): number =>
    Math.round((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 100) / 100;
  return {
    name: `${name}, p99, with ${syncDelayMs} ms to sync`,
    value: at(0.99),
    unit: 'ms',
    goal: `under ${p99MsMax} ms`,
    met: at(0.99) < p99MsMax,
    note: `median ${at(0.5)} ms; ${note}`,
  };
};

async function measureAddress(app: App, path: string): Promise<number[]> {
  const dispatcher = new Agent();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    const reply = await request(`${app.baseUrl}${path}`, {
      dispatcher,
      headers: { authorization },
    });
    await reply.body.arrayBuffer();
    if (reply.statusCode !== 200) throw new Error(`${path} answers ${reply.statusCode}`);
    times.push(performance.now() - startMs);
  }
  await dispatcher.close();
  return times;
}

/** From a commit's answer to the frame of its last event, as one process sees both. */
async function measureFrames(app: App): Promise<number[]> {
  const arrived = new Map<number, number>();
  let onLive = (): void => {};
  let onFrame = (): void => {};
  const live = new Promise<void>((resolve) => {
    onLive = resolve;
  });
  const client = createLiveClient({
    url: `${app.baseUrl.replace('http', 'ws')}${liveFeedPath}`,
    token: benchToken,
    topics: ['events'],
    clock: systemClock,
    WebSocket,
    random: () => 0,
    onGap: ({ reason }) => {
      throw new Error(reason);
    },
    onStatus: ({ state }) => {
      if (state === 'live') onLive();
    },
    onFrame: ({ seq }) => {
      if (seq !== null) arrived.set(seq, performance.now());
      onFrame();
    },
  });
  await live;
  const times: number[] = [];
  for (let round = 0; round < rounds / 10; round += 1) {
    await makePagesOld(app);
    const committedMs = performance.now();
    const head = (await app.control?.context.reads.head()) ?? 0;
    while (!arrived.has(head)) {
      await new Promise<void>((resolve) => {
        onFrame = resolve;
      });
    }
    times.push(Math.max(0, (arrived.get(head) ?? 0) - committedMs));
  }
  client.close();
  return times;
}

await inFolder(async (dir) => {
  mkdirSync(join(dir, 'state'), { recursive: true });
  fillStore(join(dir, 'state'), smallStore);
  const app = await startBenchService(dir, oneWorker, { writerRig: { syncDelayMs } });
  let isBusy = true;
  let turns = 0;
  const writing = (async () => {
    while (isBusy) {
      await makePagesOld(app);
      turns += 2;
    }
  })();
  const health = await measureAddress(app, '/healthz');
  const page = await measureAddress(app, '/control/api/v1/queue?page_size=50');
  isBusy = false;
  await writing;
  const frames = await measureFrames(app);
  await app.stop();
  const note = `${turns} turns meanwhile`;
  printResults([
    toResult('GET /healthz', health, note),
    toResult('queue page', page, note),
    toResult('feed frame after its commit', frames, `${frames.length} frames`),
  ]);
});
