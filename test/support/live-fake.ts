/**
 * A feed made of nothing but memory: a log, sockets that look like a browser's, and faults on
 * demand. It follows the protocol by itself; a test cuts, repeats, drops and delays what it sends.
 */
import type { LiveSocket, LiveSocketConstructor } from '../../src/http/live/client-types.ts';
import {
  type ClientMessage,
  type ControlFrame,
  type LiveEvent,
  type LiveFrame,
  liveLimits,
} from '../../src/http/live/protocol.ts';
import type { Clock } from '../../src/lib/clock.ts';

type ControlType = ControlFrame['type'];

/** What a fault does to one message on its way: the messages that arrive instead. */
export type Mangle = (text: string) => readonly string[];

export interface FakeFeed {
  readonly WebSocket: LiveSocketConstructor;
  /** Every socket made so far, in order. */
  readonly sockets: readonly FakeSocket[];
  readonly log: readonly LiveEvent[];
  /** Adds an event and sends it to whoever is subscribed. */
  append(entityType?: string): LiveEvent;
  /** Sends a telemetry sample of a run to whoever is subscribed. */
  sample(runId: string, cpuPct: number | null): void;
  /** Which log it is, as `hello` names it; undefined: a service that names none. */
  epoch: string | undefined;
  /** Events up to this id are no longer replayed: those behind are told of a gap. */
  forget(upTo: number): void;
  /** Where set, it stands between the feed and every socket. */
  mangle: Mangle | null;
  /** How an opening ends: `open`, or refused without a word, or with a status as `ws` tells it. */
  opening: 'open' | 'refused' | number;
  openingMs: number;
  /** Sends neither frames nor heartbeats while true; connections stay open. */
  silent: boolean;
  readonly current: FakeSocket | undefined;
}

export interface FakeSocket extends LiveSocket {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly received: readonly ClientMessage[];
  readonly isOpen: boolean;
  readonly closedByClient: number | null;
  /** Ends it from the side of the service. */
  cut(code?: number, reason?: string): void;
  control(type: ControlType, data: object, seq?: number | null): void;
  /** Sends a text as it is. */
  raw(text: string): void;
}

const { heartbeatMs } = liveLimits;

export function createFakeFeed(clock: Clock): FakeFeed {
  const log: LiveEvent[] = [];
  const sockets: Fake[] = [];
  let forgotten = 0;
  let counter = 0;

  class Fake implements FakeSocket {
    onopen: LiveSocket['onopen'] = null;
    onmessage: LiveSocket['onmessage'] = null;
    onerror: LiveSocket['onerror'] = null;
    onclose: LiveSocket['onclose'] = null;
    readonly url: string;
    readonly protocols: readonly string[];
    readonly received: ClientMessage[] = [];
    isOpen = false;
    closedByClient: number | null = null;
    #over = false;
    /** What was sent before `hello` went out, which comes first. */
    #early: string[] | null = [];
    readonly #topics = new Set<string>();
    /** Something did not go out as it was: from now on nothing may be said to have been sent. */
    #mangled = false;
    #lastSample: number | null = null;

    constructor(url: string, protocols: string[]) {
      this.url = url;
      this.protocols = protocols;
      sockets.push(this);
      clock.setTimer(feed.openingMs, () => this.#open());
    }

    #open(): void {
      if (this.#over) return;
      if (feed.opening !== 'open') {
        const words =
          feed.opening === 'refused'
            ? {}
            : { message: `Unexpected server response: ${feed.opening}` };
        this.onerror?.(words as never);
        this.cut(1006, '');
        return;
      }
      this.isOpen = true;
      this.onopen?.({} as never);
      const { epoch } = feed;
      this.control('hello', { server_time: '', heartbeat_ms: heartbeatMs, epoch }, log.length);
      const early = this.#early ?? [];
      this.#early = null;
      for (const text of early) this.send(text);
      this.#beat();
    }

    #beat(): void {
      clock.setTimer(heartbeatMs, () => {
        if (this.#over) return;
        this.control('heartbeat', { server_time: '' }, this.#sentSeq());
        this.#beat();
      });
    }

    send(text: string): void {
      if (this.#early !== null) {
        this.#early.push(text);
        return;
      }
      const message = JSON.parse(text) as ClientMessage;
      this.received.push(message);
      if (message.type === 'subscribe') {
        this.#subscribe(message.topics, message.since ?? null, message.epoch);
      }
    }

    #subscribe(
      topics: readonly string[],
      since: number | null,
      epoch: string | null | undefined,
    ): void {
      let from = since ?? log.length;
      if (since !== null && (epoch ?? feed.epoch) !== feed.epoch) {
        from = log.length;
        this.control('gap', { topics, since, reason: 'another log' }, from);
      } else if (from < forgotten || from > log.length) {
        from = Math.max(forgotten, Math.min(from, log.length));
        this.control('gap', { topics, since, reason: 'too far back' }, from);
      }
      this.control('subscribed', { topics, since }, from);
      for (const topic of topics) this.#topics.add(topic);
      if (since === null) return;
      for (const event of log.slice(from)) this.event(event);
      this.control('caught_up', { topics }, this.#sentSeq());
    }

    event(event: LiveEvent): void {
      for (const topic of this.#topics) {
        const [kind, type] = topic.split('/');
        if (kind === 'telemetry' || (type !== undefined && type !== event.entity_type)) continue;
        const set = { kind: event.entity_type, id: event.entity_id, version: 1, set: {} };
        const [name, data] = kind === 'events' ? ['event', event] : ['state', set];
        const before = log.slice(0, event.event_id - 1);
        const prev = before.findLast((each) => type === undefined || each.entity_type === type);
        this.frame({
          stream: topic,
          seq: event.event_id,
          prev_seq: prev?.event_id ?? null,
          type: name,
          data,
        });
      }
    }

    frame(frame: object): void {
      this.deliver(JSON.stringify(frame));
    }

    /** Everything up to here was sent; null where that would not be true. */
    #sentSeq(): number | null {
      return this.#mangled || this.#topics.size === 0 ? null : log.length;
    }

    sample(runId: string, data: object): void {
      for (const topic of ['telemetry', `telemetry/${runId}`]) {
        if (!this.#topics.has(topic)) continue;
        this.frame({
          stream: topic,
          seq: counter,
          prev_seq: this.#lastSample,
          type: 'sample',
          data,
        });
      }
      this.#lastSample = counter;
    }

    control(type: ControlType, data: object, seq: number | null = null): void {
      this.deliver(JSON.stringify({ stream: 'control', seq, prev_seq: null, type, data }));
    }

    deliver(text: string): void {
      const sent = feed.mangle?.(text) ?? [text];
      if (feed.silent || sent.length !== 1 || sent[0] !== text) this.#mangled = true;
      for (const each of sent) this.raw(each);
    }

    raw(text: string): void {
      if (this.isOpen && !feed.silent) this.onmessage?.({ data: text } as never);
    }

    cut(code = 1006, reason = ''): void {
      if (this.#over) return;
      this.#over = true;
      this.isOpen = false;
      this.onclose?.({ code, reason } as never);
    }

    close(code = 1005): void {
      this.closedByClient = code;
      this.cut(code, '');
    }
  }

  const feed: FakeFeed = {
    WebSocket: Fake,
    sockets,
    log,
    epoch: undefined,
    mangle: null,
    opening: 'open',
    openingMs: 1,
    silent: false,
    get current() {
      return sockets.findLast(({ isOpen }) => isOpen);
    },
    append(entityType = 'run') {
      const id = log.length + 1;
      const event: LiveEvent = {
        event_id: id,
        event_type: `${entityType}.changed`,
        entity_type: entityType,
        entity_id: `${entityType}-1`,
        payload: {},
        actor: 'test',
        cause_id: null,
        correlation_id: `c-${id}`,
        created_at: new Date(clock.now()).toISOString(),
        summary: `change ${id}`,
      };
      log.push(event);
      for (const socket of sockets) if (socket.isOpen) socket.event(event);
      return event;
    },
    sample(runId, cpuPct) {
      counter += 1;
      const data = { run_id: runId, sample: { cpu_pct: cpuPct }, idle: null, problem: null };
      for (const socket of sockets) if (socket.isOpen) socket.sample(runId, data);
    },
    forget(upTo) {
      forgotten = Math.min(upTo, log.length);
    },
  };
  return feed;
}

/** Ids of the frames of a stream. */
export function seqsOf(frames: readonly LiveFrame[], stream: string): (number | null)[] {
  return frames.filter((frame) => frame.stream === stream).map(({ seq }) => seq);
}
