/** A live feed over a log in memory, on a real transport, and a plain client to look at it with. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createMemoryJournal } from '../../src/actors/journal/memory.ts';
import type { StoredEvent } from '../../src/actors/journal/port.ts';
import { changeIn } from '../../src/actors/journal/state-fold.ts';
import { plainTurn } from '../../src/actors/runtime/plain-turn.ts';
import { createLiveFeed, type LiveFeed, type LiveFeedOptions } from '../../src/http/live/feed.ts';
import { bearerProtocolPrefix, liveFeedPath, liveProtocol } from '../../src/http/live/protocol.ts';
import { createPipeline } from '../../src/http/pipeline.ts';
import { liveRoutes } from '../../src/http/routes/live.ts';
import { selectTransport } from '../../src/http/transport/select.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import type { FeedReads } from '../../src/store/ports/feed.ts';
import { createLineage, type LogEpoch } from '../../src/store/ports/log-lineage.ts';
import { silentLog, type TransportName } from './http.ts';
import { patienceMs } from './patience.ts';

/** Of a log that has lost nothing. */
export const firstEpoch = 'first';

export const liveToken = 'live-feed-token-of-sufficient-length';

/** What a test commits: an event about an entity, with a change of it unless told. */
export interface TestEvent {
  readonly kind: string;
  readonly id: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly set?: Readonly<Record<string, unknown>> | null;
}

export interface TestLog {
  readonly reads: FeedReads;
  readonly events: readonly StoredEvent[];
  /** Commits in one go and wakes whoever listens; answers the new head. */
  commit(...events: readonly TestEvent[]): Promise<number>;
  onCommit(listener: (head: number) => void): () => void;
}

/** Events in memory; `delay` runs before each read, to let other things happen meanwhile. */
export function createTestLog(delay: () => Promise<void> = async () => undefined): TestLog {
  const journal = createMemoryJournal({ hashed: false });
  const listeners = new Set<(head: number) => void>();
  const reads: FeedReads = {
    headEventId: () => journal.headEventId(),
    async eventsAfter(after, limit) {
      await delay();
      return journal.eventsAfter(after, limit);
    },
    async lastOf({ of, kind, id }, atMost) {
      await delay();
      const found = journal.log.findLast((event) => {
        if (event.event_id > atMost) return false;
        const change = changeIn(event.payload);
        if (of === 'state' && change === undefined) return false;
        const about = of === 'state' ? change! : { kind: event.entity_type, id: event.entity_id };
        return (kind === null || kind === about.kind) && (id === null || id === about.id);
      });
      return found?.event_id ?? null;
    },
  };
  return {
    reads,
    events: journal.log,
    async commit(...events) {
      const [result] = await journal.commit([
        plainTurn(
          { kind: 'test', id: 'log' },
          { events: events.map((event) => toNewEvent(event, journal.log.length)) },
        ),
      ]);
      if (result?.ok !== true) throw new Error('the commit was refused');
      const head = journal.log.length;
      for (const listener of listeners) listener(head);
      return head;
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function toNewEvent({ kind, id, payload = {}, set = {} }: TestEvent, version: number) {
  const change = { kind, id, version: version + 1, state_version: 1, set };
  return {
    event_type: `${kind}.changed`,
    entity_type: kind,
    entity_id: id,
    payload: JSON.stringify(set === null ? payload : { ...payload, change }),
    idempotency_key: null,
    actor: 'test',
    cause_id: null,
    correlation_id: 'test',
    created_at: '2026-01-01T00:00:00.000Z',
  };
}

export interface LiveServer {
  readonly feed: LiveFeed;
  readonly port: number;
  readonly sockets: () => number;
  /** Says goodbye to the clients, then stops. */
  stop(): Promise<void>;
}

export interface LiveServerOptions {
  readonly transport: TransportName;
  readonly log: TestLog;
  /** Of the log; one unless told. */
  readonly epochs?: readonly LogEpoch[];
  /** As the feed has it; the log is never behind unless told. */
  readonly wholeLooks?: () => number | null;
  readonly port?: number;
  readonly clock?: Clock;
  readonly samples?: LiveFeedOptions['samples'];
}

export async function startLiveServer(options: LiveServerOptions): Promise<LiveServer> {
  const clock = options.clock ?? systemClock;
  const feed = createLiveFeed({
    reads: options.log.reads,
    lineage: createLineage(options.epochs ?? [{ epoch: firstEpoch, fromEventId: 0 }]),
    wholeLooks: options.wholeLooks ?? (() => null),
    onCommit: options.log.onCommit,
    kinds: ['queue_item', 'run', 'project'],
    samples: options.samples ?? null,
    clock,
    log: silentLog,
  });
  const handlers = createPipeline<never>({
    routes: liveRoutes,
    upgrades: [feed.route],
    context: undefined as never,
    tokens: { control: liveToken, worker: 'the-token-of-the-worker-gate' },
    clock,
    entropy: systemEntropy,
    log: silentLog,
  });
  const { create } = await selectTransport({ httpTransport: options.transport });
  const transport = create(handlers, { clock: systemClock });
  const { port } = await transport.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  await feed.start(transport);
  return {
    feed,
    port,
    sockets: () => transport.sockets,
    async stop() {
      await feed.close();
      await transport.close({ deadlineMs: patienceMs });
    },
  };
}

/** A frame as it came, whatever its type. */
export interface SeenFrame {
  readonly stream: string;
  readonly seq: number | null;
  readonly prev_seq: number | null;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into frames of every type
  readonly data: any;
}

export const protocolsFor = (token: string): string[] => [
  liveProtocol,
  `${bearerProtocolPrefix}${Buffer.from(token).toString('base64url')}`,
];

/** A client that keeps every frame. */
export class LiveTestClient {
  readonly ws: WebSocket;
  readonly frames: SeenFrame[] = [];
  pings = 0;
  /** Code and reason, once it is closed. */
  readonly closed: Promise<readonly [number, string]>;
  #waiting: { test: () => boolean; resolve: () => void }[] = [];

  private constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString()) as SeenFrame);
      this.#wake();
    });
    ws.on('ping', () => {
      this.pings += 1;
      this.#wake();
    });
    ws.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      ws.once('close', (code, reason) => resolve([code, reason.toString()]));
    });
  }

  /** `origin`: where the page comes from, as a browser says; a program says none. */
  static async open(port: number, token = liveToken, origin?: string): Promise<LiveTestClient> {
    const options = origin === undefined ? {} : { origin };
    const url = `ws://127.0.0.1:${port}${liveFeedPath}`;
    const ws = new WebSocket(url, protocolsFor(token), options);
    const client = new LiveTestClient(ws);
    await once(ws, 'open');
    return client;
  }

  send(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Resolves when the service has everything that was sent. */
  async heard(): Promise<void> {
    this.ws.ping();
    await once(this.ws, 'pong');
  }

  subscribe(topics: readonly string[], since?: number | null): void {
    this.send({ type: 'subscribe', topics, ...(since === undefined ? {} : { since }) });
  }

  of(stream: string): SeenFrame[] {
    return this.frames.filter((frame) => frame.stream === stream);
  }

  /** Numbers of the frames of a stream, in the order in which they came. */
  seqs(stream: string): (number | null)[] {
    return this.of(stream).map(({ seq }) => seq);
  }

  /** Waits for the first frame of a type on the control stream, after `skip` of them. */
  async control(type: string, skip = 0): Promise<SeenFrame> {
    const found = (): SeenFrame | undefined =>
      this.of('control').filter((frame) => frame.type === type)[skip];
    await this.until(() => found() !== undefined);
    return found()!;
  }

  until(test: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ test, resolve });
      this.#wake();
    });
  }

  #wake(): void {
    this.#waiting = this.#waiting.filter(({ test, resolve }) => {
      if (!test()) return true;
      resolve();
      return false;
    });
  }
}
