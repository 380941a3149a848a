/** A live feed over real sockets whose frames a test decides. Replays what was sent before. */
import { bearerProtocol } from '../../src/http/live/client-connection.ts';
import {
  type ClientMessage,
  type LiveChange,
  type LiveEvent,
  type LiveSample,
  liveFeedPath,
  liveProtocol,
} from '../../src/http/live/protocol.ts';
import type { RequestHead, Socket, UpgradeAnswer } from '../../src/http/transport/port.ts';
import { plain } from './http.ts';

export interface CannedFeed {
  upgrade(head: RequestHead): UpgradeAnswer;
  /** Id of the newest event. */
  head: number;
  /** When false, no opening is accepted: a proxy that knows no WebSockets. */
  isOpen: boolean;
  /** When true, an opening succeeds and nothing is said or heard: a proxy that swallows what passes. */
  isMute: boolean;
  /** When set, the next subscription with `since` is told of a gap. */
  gap: string | null;
  /** What clients have sent. */
  readonly heard: ClientMessage[];
  readonly clients: number;
  /** Openings refused because it was not open. */
  readonly refused: number;
  /** Adds an event, with what it changed in its entity, and sends it. */
  event(fields: Partial<LiveEvent>, set?: LiveChange['set']): LiveEvent;
  sample(sample: LiveSample): void;
  /** Ends every connection. */
  cut(code: number, reason: string): void;
}

interface Logged {
  readonly event: LiveEvent;
  readonly set: LiveChange['set'] | null;
}

/** What an event is on a stream; null when it is not part of it. */
function dataFor(stream: string, { event, set }: Logged): LiveEvent | LiveChange | null {
  const [of, kind = event.entity_type, id = event.entity_id] = stream.split('/');
  if (kind !== event.entity_type || id !== event.entity_id) return null;
  if (of === 'events') return event;
  return of === 'state' && set !== null ? { kind, id, version: 1, set } : null;
}

export function createCannedFeed(token: string): CannedFeed {
  const sockets = new Map<Socket, readonly string[]>();
  const log: Logged[] = [];
  let samples = 0;
  let refused = 0;
  const frame = (stream: string, type: string, seq: number | null, data: object): string =>
    JSON.stringify({ stream, seq, prev_seq: null, type, data });
  const send = (socket: Socket, topics: readonly string[], logged: Logged): void => {
    for (const stream of topics) {
      const data = dataFor(stream, logged);
      if (data === null) continue;
      const { event_id: seq } = logged.event;
      const before = log.findLast((each) => each.event.event_id < seq && dataFor(stream, each));
      const type = stream.startsWith('events') ? 'event' : 'state';
      const prev_seq = before?.event.event_id ?? null;
      socket.send(JSON.stringify({ stream, seq, prev_seq, type, data }));
    }
  };
  const subscribe = (
    socket: Socket,
    { topics, since = null }: { topics: readonly string[]; since?: number | null },
  ): void => {
    const isGap = since !== null && feed.gap !== null;
    if (isGap) socket.send(frame('control', 'gap', feed.head, { topics, since, reason: feed.gap }));
    feed.gap = isGap ? null : feed.gap;
    const from = isGap ? feed.head : (since ?? feed.head);
    socket.send(frame('control', 'subscribed', from, { topics, since }));
    for (const each of log) if (each.event.event_id > from) send(socket, topics, each);
    if (since !== null) socket.send(frame('control', 'caught_up', feed.head, { topics }));
    sockets.set(socket, topics);
  };

  const feed: CannedFeed = {
    head: 1_200,
    isOpen: true,
    isMute: false,
    gap: null,
    heard: [],
    get clients() {
      return sockets.size;
    },
    get refused() {
      return refused;
    },
    upgrade(head) {
      const offered = head.header('sec-websocket-protocol').split(/, */);
      if (!feed.isOpen || head.path !== liveFeedPath) {
        refused += 1;
        return { accept: false, reply: plain(404, '') };
      }
      if (!offered.includes(bearerProtocol(token))) return { accept: false, reply: plain(401, '') };
      let socket: Socket;
      return {
        accept: true,
        protocol: liveProtocol,
        events: {
          open(opened) {
            socket = opened;
            if (feed.isMute) return;
            const hello = { server_time: '', heartbeat_ms: 20_000 };
            opened.send(frame('control', 'hello', feed.head, hello));
          },
          message(data) {
            if (feed.isMute) return;
            const message = JSON.parse(String(data)) as ClientMessage;
            feed.heard.push(message);
            if (message.type === 'subscribe') subscribe(socket, message);
          },
          closed: () => void sockets.delete(socket),
        },
      };
    },
    event(fields, set) {
      feed.head += 1;
      const event: LiveEvent = {
        event_id: feed.head,
        event_type: 'run.started',
        entity_type: 'run',
        entity_id: 'sparse-kv-cache-20261121T004501123',
        payload: {},
        actor: 'orrery',
        cause_id: null,
        correlation_id: 'c',
        created_at: new Date().toISOString(),
        summary: `event ${feed.head}`,
        ...fields,
      };
      const logged = { event, set: set ?? null };
      log.push(logged);
      for (const [socket, topics] of sockets) send(socket, topics, logged);
      return event;
    },
    sample(sample) {
      samples += 1;
      for (const [socket, topics] of sockets) {
        for (const topic of topics) {
          if (topic !== 'telemetry' && topic !== `telemetry/${sample.run_id}`) continue;
          socket.send(frame(topic, 'sample', samples, sample));
        }
      }
    },
    cut(code, reason) {
      for (const socket of sockets.keys()) socket.close(code, reason);
    },
  };
  return feed;
}
