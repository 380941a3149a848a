/**
 * The live feed as one thing: the WebSocket address, the connections behind it, the hub that follows
 * the log, and the clock that keeps connections honest. `docs/live-feed.md` is its description.
 */
import { ServiceError } from '../../domain/errors.ts';
import { type Clock, type TimerHandle, toIsoTime } from '../../lib/clock.ts';
import type { FeedReads } from '../../store/ports/feed.ts';
import type { LogLineage } from '../../store/ports/log-lineage.ts';
import type { UpgradeRoute } from '../pipeline-options.ts';
import type { Transport } from '../transport/port.ts';
import { type FeedCounters, LiveConnection } from './connection.ts';
import { toControlText } from './frames.ts';
import { checkHandshake } from './handshake.ts';
import { FeedHub } from './hub.ts';
import { liveCloseCodes, liveFeedPath, liveLimits } from './protocol.ts';
import { type SampleSource, SampleStreams } from './sample-streams.ts';
import { heartbeatTopic } from './topics.ts';

/** Where the feed has events, commits and samples from. */
export interface LiveFeedOptions {
  readonly reads: FeedReads;
  /** Which log `reads` is of. */
  readonly lineage: LogLineage;
  /** As `ConnectionContext` has it. */
  readonly wholeLooks: () => number | null;
  /** Calls the listener with the newest event id after each commit; answers how to stop that. */
  readonly onCommit: (listener: (headEventId: number) => void) => () => void;
  /** Kinds of actors that have states. */
  readonly kinds: readonly string[];
  /** Null: telemetry topics stay silent. */
  readonly samples: SampleSource | null;
  readonly clock: Clock;
  readonly log: { error(fields: object, message: string): void };
}

const beatsBetweenPings = liveLimits.pingMs / liveLimits.heartbeatMs;

/** What the feed has done since it began; for metrics. */
export interface LiveFeedStats extends Readonly<FeedCounters> {
  readonly clients: number;
  readonly topics: number;
}

/** The feed as the application holds it: its address, its start and its end. */
export interface LiveFeed {
  readonly route: UpgradeRoute<unknown>;
  /** Begins to follow the log; `transport` is the one that serves `route`. */
  start(transport: Pick<Transport, 'publish'>): Promise<void>;
  stats(): LiveFeedStats;
  /** Publishes what was committed, says goodbye to every client and closes. */
  close(): Promise<void>;
}

/** A feed that serves nobody before `start`. */
export function createLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { clock, log } = options;
  const connections = new Set<LiveConnection>();
  const counters: FeedCounters = {
    frames: 0,
    bytes: 0,
    slowCloses: 0,
    silentCloses: 0,
    badMessages: 0,
    replays: 0,
    replayedEvents: 0,
    gaps: 0,
  };
  let publisher: Pick<Transport, 'publish'> | undefined;
  let closed = false;
  let heartbeat: TimerHandle | undefined;
  let stopListening = (): void => undefined;
  const onError = (error: unknown, what: string): void =>
    log.error({ err: error }, `${what} failed`);
  const hub = new FeedHub({
    reads: options.reads,
    clock,
    publish: (topic, text) => publisher?.publish(topic, text),
    afterSlice: () => {
      for (const connection of connections) {
        if (connection.bufferedBytes > liveLimits.clientQueueBytesMax) connection.closeSlow();
      }
    },
    onError,
  });
  const samples = new SampleStreams(options.samples);
  const shared = {
    hub,
    samples,
    clock,
    lineage: options.lineage,
    wholeLooks: options.wholeLooks,
    kinds: options.kinds,
    stats: counters,
    onError,
    onGone: (connection: LiveConnection) => void connections.delete(connection),
  };
  /** One text for all that are where the hub is, published as events are and so in order with them. */
  const sendHeartbeat = (): void => {
    const server_time = toIsoTime(clock.now());
    const text = Buffer.from(toControlText('heartbeat', hub.position, { server_time }));
    publisher?.publish(heartbeatTopic, text);
    for (const connection of connections) {
      if (!connection.heartbeat(server_time)) continue;
      counters.frames += 1;
      counters.bytes += text.byteLength;
    }
  };
  const beat = (count: number): void => {
    heartbeat = clock.setTimer(liveLimits.heartbeatMs, () => {
      if (connections.size > 0) sendHeartbeat();
      if (count % beatsBetweenPings === 0) {
        for (const connection of connections) connection.ping();
      }
      beat(count + 1);
    });
  };

  return {
    route: {
      path: liveFeedPath,
      answer(head, { authenticator }) {
        const protocol = checkHandshake(head, authenticator);
        if (closed) {
          throw new ServiceError('shutting_down', 'the service is shutting down; try again');
        }
        const connection = new LiveConnection(shared);
        return {
          accept: true,
          protocol,
          events: {
            open(socket) {
              if (connections.size >= liveLimits.clientsMax) {
                const reason = `${liveLimits.clientsMax} clients are connected; come back later`;
                socket.close(liveCloseCodes.tryAgainLater, reason);
                return;
              }
              connections.add(connection);
              connection.open(socket);
            },
            message: (data) => connection.message(data),
            drained: () => connection.drained(),
            pong: () => connection.pong(),
            closed: () => connection.closed(),
          },
        };
      },
    },
    async start(transport) {
      publisher = transport;
      stopListening = options.onCommit((head) => hub.wake(head));
      hub.wake(await options.reads.headEventId());
      beat(1);
    },
    stats: () => ({
      ...counters,
      frames: counters.frames + hub.stats.frames,
      bytes: counters.bytes + hub.stats.bytes,
      clients: connections.size,
      topics: hub.topics + samples.topics,
    }),
    async close() {
      closed = true;
      await hub.settle();
      stopListening();
      heartbeat?.cancel();
      for (const connection of connections) connection.closeDown();
      samples.close();
      hub.close();
    },
  };
}
