/**
 * The live feed to 1,000 clients, against bare uWebSockets.js publishing the same bytes to as many in
 * the same run. The feed reads each event from the log, serialises it, publishes it and looks after
 * slow clients; the bare server has the messages ready in memory and looks after nothing. Measured
 * from the wake-up to the last byte at the last client, which a second process counts. Between the rounds
 * heartbeats go to all of them: what one takes of the service's processor.
 */
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Journal, StoredEvent, TurnRecord } from '../src/actors/journal/port.ts';
import { plainTurn } from '../src/actors/runtime/plain-turn.ts';
import { createLiveFeed, type LiveFeed } from '../src/http/live/feed.ts';
import { toFeedRecord, toFrameText } from '../src/http/live/frames.ts';
import { liveFeedPath, liveLimits } from '../src/http/live/protocol.ts';
import { createPipeline } from '../src/http/pipeline.ts';
import type { Transport } from '../src/http/transport/port.ts';
import { selectTransport } from '../src/http/transport/select.ts';
import { loadUws } from '../src/http/transport/uws.ts';
import { shippedBuild } from '../src/http/transport/uws-binary.ts';
import { type Clock, systemClock } from '../src/lib/clock.ts';
import { systemEntropy } from '../src/lib/ids.ts';
import { readLogOf } from '../src/store/sqlite/head/settle.ts';
import { createStoreJournal } from '../src/store/sqlite/journal.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import { createSqliteFeed } from '../src/store/sqlite/reads/feed.ts';
import { runReadersIfAsked, startReaders } from './support/live-load.ts';
import { compared, printResults, type Result } from './support/measure.ts';

const clients = 1000;
/** So many that a client that has read nothing yet is not slow in the feed's eyes. */
const events = 1000;
const rounds = 9;
/** Messages the bare server publishes before it gives the network its turn. */
const bareBatch = 20;
/** Length and opcode of a frame of 126 to 65,535 bytes, and of a shorter one. */
const frameHeadBytes = 4;
const shortHeadBytes = 2;
const beats = 15;
/** Two percent of a processor. */
const beatMsMost = 20;
const token = 'bench-token-of-sufficient-length';
const silent = { debug: () => undefined, info: () => undefined, error: () => undefined };

interface Served {
  readonly feed: LiveFeed;
  readonly transport: Transport;
  readonly port: number;
  readonly journal: Journal;
  wake(head: number): void;
  beat(): void;
}

/** Heartbeats come when the benchmark says so. */
function holdBeats(): { readonly clock: Clock; beat(): void } {
  let due = (): void => undefined;
  const clock: Clock = {
    ...systemClock,
    setTimer(delayMs, callback) {
      if (delayMs !== liveLimits.heartbeatMs) return systemClock.setTimer(delayMs, callback);
      due = callback;
      return { cancel: () => undefined };
    },
  };
  return { clock, beat: () => due() };
}

async function serveFeed(prefer: 'uws' | 'node'): Promise<Served> {
  const db = openSqlite({ path: ':memory:' });
  const journal = createStoreJournal(db);
  let wake = (_head: number): void => undefined;
  const { clock, beat } = holdBeats();
  const feed = createLiveFeed({
    reads: createSqliteFeed(db, journal),
    lineage: readLogOf(db).lineage,
    wholeLooks: () => null,
    onCommit: (listener) => {
      wake = listener;
      return () => undefined;
    },
    kinds: ['queue_item'],
    samples: null,
    clock,
    log: silent,
  });
  const selected = await selectTransport({ httpTransport: prefer });
  const handlers = createPipeline<object>({
    routes: [],
    upgrades: [feed.route],
    context: {},
    tokens: { control: token, worker: '' },
    clock: systemClock,
    entropy: systemEntropy,
    log: silent,
  });
  const transport = selected.create(handlers, { clock: systemClock });
  const { port } = await transport.listen({ host: '127.0.0.1', port: 0 });
  await feed.start(transport);
  return { feed, transport, port, journal, wake: (head) => wake(head), beat };
}

/** A heartbeat of a run, as large as a usual one with its state change. */
function turn(version: number): TurnRecord {
  const at = new Date(0).toISOString();
  const set = { updated_at: at, last_callback_at: at, stale_after: at, last_run_state: 'running' };
  const id = 'sparse-kv-cache';
  const changed: Partial<TurnRecord> = {
    expectedVersion: version - 1,
    next: { version, stateVersion: 1, state: JSON.stringify({ status: 'running', ...set }) },
    events: [
      {
        event_type: 'queue_item.heartbeat',
        entity_type: 'queue_item',
        entity_id: id,
        payload: JSON.stringify({
          change: { kind: 'queue_item', id, set, state_version: 1, version },
          reason: 'the worker reports a live process and a busy device',
          run_id: `${id}-20260101T000000`,
          sequence: version,
        }),
        idempotency_key: null,
        actor: 'worker:gpu-box-1',
        cause_id: null,
        correlation_id: 'callback:sparse-kv-cache-20260101T000000',
        created_at: at,
      },
    ],
  };
  return plainTurn({ kind: 'queue_item', id }, changed);
}

async function commit(journal: Journal, count: number): Promise<number> {
  const head = await journal.headEventId();
  for (let index = 1; index <= count; index += 1) {
    const [result] = await journal.commit([turn(head + index)]);
    if (result?.ok !== true) throw new Error('a commit was refused');
  }
  return head + count;
}

/** One server with its readers; each round answers messages a second. */
interface Contestant {
  round(): Promise<number>;
  stop(): Promise<void>;
}

interface FeedContestant extends Contestant {
  frames(): Buffer[];
  /** Milliseconds of this process for one heartbeat to all readers. */
  heartbeat(): Promise<number>;
}

async function startFeed(prefer: 'uws' | 'node'): Promise<FeedContestant> {
  const served = await serveFeed(prefer);
  const { feed, journal } = served;
  const readers = await startReaders({
    port: served.port,
    path: liveFeedPath,
    clients,
    headers: [`Authorization: Bearer ${token}`],
    message: '{"type":"subscribe","topics":["events"],"since":0}',
    readyText: '"caught_up"',
  });
  let last: Buffer[] = [];
  const beatOnce = async (): Promise<void> => {
    const before = feed.stats();
    served.beat();
    const after = feed.stats();
    const heads = (after.frames - before.frames) * shortHeadBytes;
    await readers.received(after.bytes - before.bytes + heads);
  };
  return {
    frames: () => last,
    async heartbeat() {
      // With the first, all join those to whom it is published.
      await beatOnce();
      const before = process.cpuUsage();
      for (let count = 0; count < beats; count += 1) await beatOnce();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / beats;
    },
    async round() {
      const before = feed.stats();
      const head = await commit(journal, events);
      const startMs = performance.now();
      served.wake(head);
      while (feed.stats().frames < before.frames + events * clients) await nextTick();
      const after = feed.stats();
      const frames = after.frames - before.frames;
      await readers.received(after.bytes - before.bytes + frames * frameHeadBytes);
      const durationMs = performance.now() - startMs;
      last = (await journal.eventsAfter(head - events, events)).map(toFrame);
      return frames / (durationMs / 1000);
    },
    async stop() {
      readers.stop();
      await feed.close();
      await served.transport.close({ deadlineMs: 1000 });
      await journal.close();
    },
  };
}

const toFrame = (event: StoredEvent): Buffer => {
  const { id, parts } = toFeedRecord(event);
  return Buffer.from(toFrameText({ stream: 'events', seq: id, prevSeq: id - 1 }, parts[0]!));
};

/** The server a user would write in ten lines, at its best: it never runs far ahead of the network. */
async function startBare(frames: () => readonly Buffer[]): Promise<Contestant> {
  const uws = await loadUws(shippedBuild());
  const app = uws.App();
  const sockets: { getBufferedAmount(): number }[] = [];
  app.ws('/*', {
    maxBackpressure: 64 * 1024 * 1024,
    open(ws) {
      ws.subscribe('all');
      sockets.push(ws);
    },
  });
  const port = await new Promise<number>((resolve) => {
    app.listen('127.0.0.1', 0, (listening) => resolve(uws.us_socket_local_port(listening)));
  });
  const readers = await startReaders({
    port,
    path: '/',
    clients,
    headers: [],
    message: null,
    readyText: '\r\n\r\n',
  });
  const isBehind = (): boolean =>
    sockets.some((socket, index) => index % 50 === 0 && socket.getBufferedAmount() > 65_536);
  return {
    async round() {
      const sent = frames();
      const bytes = sent.reduce((sum, frame) => sum + frame.length + frameHeadBytes, 0) * clients;
      const startMs = performance.now();
      for (let index = 0; index < sent.length; index += bareBatch) {
        for (const frame of sent.slice(index, index + bareBatch)) app.publish('all', frame, false);
        do await nextTick();
        while (isBehind());
      }
      await readers.received(bytes);
      return (sent.length * clients) / ((performance.now() - startMs) / 1000);
    },
    stop: async () => {
      readers.stop();
      app.close();
    },
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

async function main(): Promise<void> {
  const fast = await startFeed('uws');
  const plain = await startFeed('node');
  const bare = await startBare(() => fast.frames());
  const contestants = [fast, bare, plain];
  const measured = contestants.map((): number[] => []);
  // In turns, so that whatever else the machine does falls on all alike; the first warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) {
      const perSecond = await contestant.round();
      if (round > 0) measured[index]!.push(perSecond);
    }
  }
  const fastBeat = await fast.heartbeat();
  const plainBeat = await plain.heartbeat();
  const beatResult = (name: string, ms: number): Result => ({
    name,
    value: Math.round(ms * 100) / 100,
    unit: 'ms of processor',
    goal: `at most ${beatMsMost} ms`,
    met: ms <= beatMsMost,
    note: `mean of ${beats}; there is one a second`,
  });
  const [ours, baseline, portable] = measured.map(median) as [number, number, number];
  const bytes = Math.round(fast.frames().reduce((sum, { length }) => sum + length, 0) / events);
  const note = `${bytes} bytes a message, median of ${rounds} rounds of ${events} events`;
  await Promise.all(contestants.map((contestant) => contestant.stop()));
  const against = { name: 'bare uWebSockets.js publish, same bytes', value: baseline };
  printResults([
    { ...compared('live feed to 1,000 clients', ours, 'messages/s', against, 0.6), note },
    compared('the same over the node adapter', portable, 'messages/s', against),
    beatResult('a heartbeat to 1,000 clients', fastBeat),
    beatResult('a heartbeat to 1,000 clients over the node adapter', plainBeat),
  ]);
}

if (!(await runReadersIfAsked())) await main();
