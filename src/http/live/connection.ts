/**
 * One client of the feed: what it says, what it subscribed to, and how it is told and closed. How a
 * subscription comes from the log to the live streams is in `replay.ts`.
 */
import { type Clock, type TimerHandle, toIsoTime } from '../../lib/clock.ts';
import type { LogLineage } from '../../store/ports/log-lineage.ts';
import type { Socket, SocketEvents } from '../transport/port.ts';
import { type ControlData, toControlText } from './frames.ts';
import type { FeedHub } from './hub.ts';
import { parseClientMessage } from './messages.ts';
import { OrderedMessages } from './ordered-messages.ts';
import { type ClientMessage, liveCloseCodes, liveLimits } from './protocol.ts';
import { type LosslessTopic, Replay } from './replay.ts';
import type { SampleStreams } from './sample-streams.ts';
import { heartbeatTopic, parseTopic, type Topic } from './topics.ts';

/** What all connections of a feed share. */
export interface ConnectionContext {
  readonly hub: FeedHub;
  readonly samples: SampleStreams;
  readonly clock: Clock;
  readonly lineage: LogLineage;
  /** Looks so far that found nothing missing in this copy of the log; null where it lacks nothing at any time. */
  readonly wholeLooks: () => number | null;
  /** Kinds of actors that have states. */
  readonly kinds: readonly string[];
  readonly stats: FeedCounters;
  readonly onError: (error: unknown, what: string) => void;
  /** Called once when the connection is over, or is being closed. */
  readonly onGone: (connection: LiveConnection) => void;
}

/** Counts since the feed began, raised by its connections; `bytes` are those of the frames. */
export interface FeedCounters {
  frames: number;
  bytes: number;
  slowCloses: number;
  silentCloses: number;
  badMessages: number;
  replays: number;
  replayedEvents: number;
  gaps: number;
}

/** A connection from `open` to `closed`: the transport tells it what happens, the feed ends it. */
export class LiveConnection implements SocketEvents {
  readonly #context: ConnectionContext;
  #socket: Socket | undefined;
  /** Topics that are live: what is published reaches the socket by itself. */
  readonly #joined = new Set<string>();
  readonly #sampled = new Set<string>();
  readonly #replays = new Set<Replay>();
  readonly #inOrder: OrderedMessages;
  #firstMessage: TimerHandle | undefined;
  #grace: TimerHandle | undefined;
  #waiting: (() => void)[] = [];
  #unansweredPings = 0;
  /** Whether heartbeats reach it by being published: true of no client that is behind the hub. */
  #hasBeat = false;
  #gone = false;

  constructor(context: ConnectionContext) {
    this.#context = context;
    const act = (message: ClientMessage): void => {
      if (this.#gone) return;
      if (message.type === 'unsubscribe') this.#unsubscribe(message.topics);
      else this.#subscribe(message.topics, message.since ?? null, message.epoch ?? null);
    };
    const behind = (since: number): void => {
      const reason = `this control plane cannot tell now whether it lacks event ${since}`;
      this.close(liveCloseCodes.tryAgainLater, `${reason}; come back with since=${since}`);
    };
    this.#inOrder = new OrderedMessages(context, act, behind);
  }

  open(socket: Socket): void {
    this.#socket = socket;
    const { clock, hub, lineage } = this.#context;
    this.#control('hello', hub.head, {
      epoch: lineage.epoch,
      server_time: toIsoTime(clock.now()),
      heartbeat_ms: liveLimits.heartbeatMs,
    });
    this.#firstMessage = clock.setTimer(liveLimits.firstMessageMs, () => {
      const seconds = liveLimits.firstMessageMs / 1000;
      this.close(liveCloseCodes.subscribedTooLate, `nothing was subscribed to within ${seconds} s`);
    });
  }

  message(data: string | Uint8Array): void {
    if (this.#gone) return;
    const message = parseClientMessage(data);
    if ('error' in message) {
      this.#context.stats.badMessages += 1;
      this.close(liveCloseCodes.badMessage, message.error);
    } else if (!this.#inOrder.take(message)) {
      this.close(liveCloseCodes.tryAgainLater, 'too much was asked before the log was there');
    }
  }

  drained(): void {
    this.#context.samples.drained(this);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  pong(): void {
    this.#unansweredPings = 0;
  }

  closed(): void {
    this.#grace?.cancel();
    this.#leaveAll();
  }

  /** Number of topics held or on their way. */
  get topicCount(): number {
    let count = this.#joined.size + this.#sampled.size;
    for (const { topics } of this.#replays) count += topics.size;
    return count;
  }

  /** True once it is being closed or lost. */
  get isGone(): boolean {
    return this.#gone;
  }

  /** Bytes waiting for the client; 0 once it is being closed. */
  get bufferedBytes(): number {
    return this.#gone ? 0 : (this.#socket?.bufferedBytes ?? 0);
  }

  /** Everything of this client's topics up to this event was sent. */
  get position(): number {
    let position = this.#context.hub.position;
    for (const { cursor } of this.#replays) position = Math.min(position, cursor);
    return position;
  }

  /** Sends a frame of its own; a client that cannot take it is closed as too slow. */
  send(text: string): boolean {
    if (this.#gone || this.#socket === undefined) return false;
    const result = this.#socket.send(text);
    if (result === 'accepted') {
      this.#context.stats.frames += 1;
      this.#context.stats.bytes += Buffer.byteLength(text);
      return true;
    }
    if (result === 'overflow') this.closeSlow();
    return false;
  }

  /** A sign of life was just published; who did not get that one gets its own. True for who did. */
  heartbeat(server_time: string): boolean {
    if (this.#gone || this.#hasBeat) return this.#hasBeat;
    // Whoever comes back has been sent nothing yet of what it is about to ask for.
    const position = this.topicCount === 0 ? null : this.position;
    this.#control('heartbeat', position, { server_time });
    const isLive = !this.#gone && this.#joined.size > 0 && this.#replays.size === 0;
    this.#hasBeat = isLive && this.#socket?.join(heartbeatTopic) === true;
    return false;
  }

  /** Ends a connection that has not answered the last two. */
  ping(): void {
    if (this.#gone) return;
    if (this.#unansweredPings >= 2) {
      this.#context.stats.silentCloses += 1;
      this.#leaveAll();
      this.#socket?.terminate();
      return;
    }
    this.#unansweredPings += 1;
    this.#socket?.ping();
  }

  /** Ends a client that reads more slowly than events come. What was sent before, it still gets. */
  closeSlow(): void {
    if (this.#gone) return;
    this.#context.stats.slowCloses += 1;
    this.close(liveCloseCodes.tryAgainLater, `reading too slowly; ${this.#wayBack()}`);
  }

  /** Says that the service is going, then closes. */
  closeDown(): void {
    const reason = 'the service is shutting down';
    this.#control('closing', this.position, { reason });
    this.close(liveCloseCodes.goingAway, `${reason}; ${this.#wayBack()}`);
  }

  /** Of what is being sent again, the network may not have taken all. */
  #wayBack(): string {
    const since = this.#replays.size === 0 ? `since=${this.position}` : 'the last seq as since';
    return `come back with ${since}`;
  }

  /** Closes with a reason; cuts the connection when the client does not take it in time. */
  close(code: number, reason: string): void {
    if (this.#gone) return;
    this.#leaveAll();
    this.#grace = this.#context.clock.setTimer(liveLimits.closeGraceMs, () =>
      this.#socket?.terminate(),
    );
    this.#socket?.close(code, reason);
  }

  #control<Type extends keyof ControlData>(
    type: Type,
    seq: number | null,
    data: ControlData[Type],
  ): void {
    this.send(toControlText(type, seq, data));
  }

  #refuse(code: string, detail: string): void {
    this.#control('error', null, { code, detail });
  }

  #subscribe(names: readonly string[], since: number | null, epoch: string | null): void {
    const lossless = new Map<string, LosslessTopic>();
    const sampled: Extract<Topic, { family: 'telemetry' }>[] = [];
    for (const name of new Set(names)) {
      const topic = this.#admit(name, lossless.size + sampled.length);
      if (topic === null) continue;
      if (topic.family === 'telemetry') sampled.push(topic);
      else lossless.set(name, topic);
    }
    const accepted = [...lossless.keys(), ...sampled.map(({ name }) => name)];
    if (accepted.length === 0) return;
    this.#firstMessage?.cancel();
    const { hub, samples } = this.#context;
    const from = since === null ? null : { since, epoch };
    const start = lossless.size === 0 || from === null ? null : this.#placeOf(from, lossless);
    this.#control('subscribed', start ?? hub.position, { topics: accepted, since });
    for (const topic of sampled) {
      this.#sampled.add(topic.name);
      samples.enter(this, topic);
    }
    if (lossless.size === 0) {
      if (since !== null) this.#control('caught_up', hub.position, { topics: accepted });
      return;
    }
    const { stats } = this.#context;
    const replay = new Replay(
      { hub, stats, client: this },
      { topics: lossless, start: start ?? hub.position, asked: since !== null },
    );
    // What is published says that everything was sent, which is not so while there is a replay.
    if (this.#hasBeat) this.#socket?.leave(heartbeatTopic);
    this.#hasBeat = false;
    this.#replays.add(replay);
    void this.#run(replay);
  }

  /** A topic that may be added; null after an error frame said why not. */
  #admit(name: string, added: number): Topic | null {
    const topic = parseTopic(name, this.#context.kinds);
    if ('error' in topic) {
      this.#refuse('unknown_topic', topic.error);
    } else if (this.#holds(name)) {
      const detail = `"${name}" is subscribed to already; unsubscribe first to start it anew`;
      this.#refuse('already_subscribed', detail);
    } else if (this.topicCount + added >= liveLimits.topicsPerClientMax) {
      const most = liveLimits.topicsPerClientMax;
      this.#refuse('too_many_topics', `"${name}" would be more than ${most} topics`);
    } else {
      return topic;
    }
    return null;
  }

  #holds(name: string): boolean {
    if (this.#joined.has(name) || this.#sampled.has(name)) return true;
    return [...this.#replays].some(({ topics }) => topics.has(name));
  }

  /** Where the streams go on from; says `gap` when that is not `since`. */
  #placeOf(
    { since, epoch }: { readonly since: number; readonly epoch: string | null },
    topics: ReadonlyMap<string, unknown>,
  ): number {
    const { hub, lineage, stats } = this.#context;
    const { head, position } = hub;
    const most = liveLimits.replayEventsMax;
    let reason: string;
    if (since > head) {
      reason = `the log ends at event ${head}: it is not the log that event ${since} was in, or an older copy of it`;
    } else if (!lineage.holds(epoch, since)) {
      reason = `this log has lost events or was put back since: event ${since} may be another one now`;
    } else if (head - since > most) {
      reason = `${head - since} events have happened since; at most ${most} are sent again`;
    } else {
      return since;
    }
    stats.gaps += 1;
    this.#control('gap', position, { topics: [...topics.keys()], since, reason });
    return position;
  }

  #unsubscribe(names: readonly string[]): void {
    const { hub, samples } = this.#context;
    const left: string[] = [];
    for (const name of new Set(names)) {
      if (!this.#holds(name)) {
        this.#refuse('not_subscribed', `"${name}" is not subscribed to`);
        continue;
      }
      left.push(name);
      if (this.#sampled.delete(name)) samples.leave(this, name);
      for (const replay of this.#replays) replay.topics.delete(name);
      if (this.#joined.delete(name)) this.#leave(name);
    }
    if (left.length > 0) this.#control('unsubscribed', hub.position, { topics: left });
  }

  #leave(name: string): void {
    this.#socket?.leave(name);
    this.#context.hub.leave(name);
    this.#context.hub.release();
  }

  /** Once more than `bytes` are queued for the client, waits until none are or it is gone. */
  roomFor(bytes: number): Promise<void> | undefined {
    if (this.#gone || this.bufferedBytes <= bytes) return undefined;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Joins the live streams of a replay, all in this tick; false while the network is too far behind. */
  goLive(replay: Replay): boolean {
    const { hub } = this.#context;
    const [first, ...others] = replay.topics.keys();
    if (first === undefined || this.#socket?.join(first) !== true) return false;
    if (replay.asked) {
      this.#control('caught_up', replay.cursor, { topics: [...replay.topics.keys()] });
    }
    if (this.#gone) return false;
    for (const name of others) this.#socket.join(name);
    for (const name of replay.topics.keys()) {
      this.#joined.add(name);
      hub.enter(name, replay.lastSeq.get(name) ?? null);
      void hub.acquire();
    }
    return true;
  }

  async #run(replay: Replay): Promise<void> {
    try {
      await replay.run();
    } catch (error) {
      this.#context.onError(error, 'sending earlier events to a client of the live feed');
      this.close(liveCloseCodes.tryAgainLater, 'the event log cannot be read; come back later');
    } finally {
      this.#replays.delete(replay);
    }
  }

  #leaveAll(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#hasBeat = false;
    this.#firstMessage?.cancel();
    for (const name of this.#joined) this.#leave(name);
    for (const name of this.#sampled) this.#context.samples.leave(this, name);
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.#context.onGone(this);
  }
}
