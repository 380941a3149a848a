/** The live feed of the whole service: a crowd of clients, and telemetry of a run on a real worker. */
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createLiveClient } from '../../src/http/live/client.ts';
import type { DataFrame } from '../../src/http/live/client-types.ts';
import { liveFeedPath } from '../../src/http/live/protocol.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { transportNames } from '../support/http.ts';
import {
  createTestLog,
  liveToken,
  protocolsFor,
  type SeenFrame,
  startLiveServer,
} from '../support/live-server.ts';
import { token, until } from '../support/service.ts';

const { start } = servicesOfEachTest();

describe.each(transportNames)('a crowd of a thousand clients on %s', (transport) => {
  const crowd = 1_000;
  const events = 200;

  /** Connects everybody; each counts its events and checks their order as they come. */
  async function connectAll(port: number, since: number) {
    const counts = Array.from({ length: crowd }, () => 0);
    const sockets: WebSocket[] = [];
    let disorder = 0;
    let complete = 0;
    let wanted = Number.POSITIVE_INFINITY;
    let done = (): void => undefined;
    const connect = (index: number) =>
      new Promise<void>((resolve, reject) => {
        const ws = new WebSocket(`ws://127.0.0.1:${port}${liveFeedPath}`, protocolsFor(liveToken));
        sockets.push(ws);
        ws.once('error', reject);
        ws.once('open', () =>
          ws.send(JSON.stringify({ type: 'subscribe', topics: ['events'], since })),
        );
        ws.on('message', (data: Buffer) => {
          const frame = JSON.parse(data.toString()) as SeenFrame;
          if (frame.type === 'caught_up') resolve();
          if (frame.stream !== 'events') return;
          counts[index]! += 1;
          if (frame.seq !== since + counts[index]!) disorder += 1;
          if (counts[index] !== wanted) return;
          complete += 1;
          if (complete === crowd) done();
        });
      });
    for (let index = 0; index < crowd; index += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, each) => connect(index + each)));
    }
    return {
      sockets,
      disorder: () => disorder,
      /** Resolves once everybody has got this many events. */
      all(count: number): Promise<void> {
        wanted = count;
        return new Promise((resolve) => {
          done = resolve;
          complete = counts.filter((each) => each >= count).length;
          if (complete === crowd) resolve();
        });
      },
    };
  }

  it('gets every event in order, and costs little memory while it waits', async () => {
    const log = createTestLog();
    const server = await startLiveServer({ transport, log });
    await log.commit({ kind: 'run', id: 'before' });
    const before = process.memoryUsage().rss;
    const everybody = await connectAll(server.port, 1);
    expect(server.feed.stats()).toMatchObject({ clients: crowd, topics: 1, replays: crowd });
    const all = everybody.all(events);
    for (let index = 0; index < events; index += 10) {
      await log.commit(...Array.from({ length: 10 }, () => ({ kind: 'run', id: 'r' })));
    }
    await all;
    expect(everybody.disorder()).toBe(0);
    // Both ends of every connection live in this process.
    const perClientKib = (process.memoryUsage().rss - before) / 1024 / crowd;
    expect(perClientKib).toBeLessThan(250);
    expect(server.feed.stats()).toMatchObject({ slowCloses: 0, gaps: 0 });
    for (const ws of everybody.sockets) ws.terminate();
    await until(async () => server.feed.stats().clients === 0, 'everybody has left');
    expect(server.feed.stats().topics).toBe(0);
    await server.stop();
  });

  it('comes back all at once and is told what it missed, each event read once', async () => {
    let reads = 0;
    const log = createTestLog(async () => {
      reads += 1;
    });
    const server = await startLiveServer({ transport, log });
    await log.commit(...Array.from({ length: events }, () => ({ kind: 'run', id: 'r' })));
    const everybody = await connectAll(server.port, 0);
    await everybody.all(events);
    expect(everybody.disorder()).toBe(0);
    // One look at the stream's last event each, and the pages of the log, once.
    expect(reads).toBeLessThan(crowd + 20);
    for (const ws of everybody.sockets) ws.terminate();
    await server.stop();
  });
});

describe('the live feed of a running service', () => {
  it('shows a run from its start to its end, over a restart, with the telemetry of its worker', async () => {
    let service = await start();
    const frames: DataFrame[] = [];
    const gaps: unknown[] = [];
    const client = createLiveClient({
      url: `${service.app.baseUrl.replace('http', 'ws')}${liveFeedPath}`,
      token,
      topics: ['events', 'state/run', 'telemetry'],
      since: 0,
      WebSocket: WebSocket,
      clock: systemClock,
      random: () => 0,
      onFrame: (frame) => frames.push(frame),
      onGap: (gap) => gaps.push(gap),
    });
    // Of a run that is over before it listens it would get no sample.
    await until(async () => client.status().state === 'live', 'the client listens');
    await service.api.post('/control/api/intake/ideas', {
      idempotency_key: 'live',
      source: 'test',
      dry_run: false,
      ideas: [{ title: 'Watched from afar' }],
    });
    await service.api.post('/control/dispatch-next', { dry_run: false, requested_by: 'test' });
    const sample = await until(
      async () => frames.find((frame) => frame.type === 'sample' && frame.data.sample !== null),
      'a sample came',
    );
    expect(sample.data).toMatchObject({
      project_id: 'watched-from-afar',
      worker_target: 'default',
      problem: null,
    });
    await service.stop();
    service = await start({ dir: service.dir, port: service.port });
    const states = (): unknown[] =>
      frames.flatMap((frame) => (frame.type === 'state' ? [frame.data.set['state']] : []));
    const ends = ['wake_ready', 'session_finished_ready'];
    await until(
      async () => states().some((state) => ends.includes(String(state))),
      'the run ended',
    );
    const { body } = await service.api.get('/control/api/v1/events?page_size=500');
    const { rows } = body as { rows: { event_id: number }[] };
    const head = rows[0]!.event_id;
    const seen = () => frames.filter(({ stream }) => stream === 'events').map(({ seq }) => seq);
    await until(async () => seen().length >= head, 'every event came');
    expect(seen().slice(0, head)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
    expect(gaps).toEqual([]);
    client.close();
  });
});
