/**
 * The live feed on the wire: what a client may ask and what it is sent, for server, browser and
 * Node alike. Nothing here acts. The address is `GET /control/api/v1/live` (WebSocket).
 *
 * Opening: the client offers the subprotocols `orrery.live.v1` and `bearer.<base64url of the token>`;
 * the reply names only the first. A browser's `Origin` must be the address it talks to.
 *
 * Frames are JSON texts `{stream, seq, prev_seq, type, data}`, one a message. A **stream** is a topic
 * the client subscribed to, or `control` for what concerns the connection. Within a stream every
 * frame names the one before it (`prev_seq`), so a client can prove that it missed nothing.
 *
 * | Topic | Frames | `seq` |
 * |-------|--------|-------|
 * | `events` | `event`: every audit event, lossless | the event's id |
 * | `events/<entity_type>` | those of one entity type | the event's id |
 * | `events/<entity_type>/<entity_id>` | those of one entity | the event's id |
 * | `state` | `state`: the change of an entity, lossless | id of the event that made it |
 * | `state/<kind>`, `state/<kind>/<id>` | those of one kind, one entity | the same |
 * | `telemetry` | `sample`: the latest of each live run; older ones are dropped for newer | counts up |
 * | `telemetry/<run_id>` | those of one run | counts up |
 *
 * On a lossless stream `prev_seq` is the id of the event before in that stream, the same for every
 * client, so the first frame after `subscribed` names an event that is not after the `seq` of
 * `subscribed`, or null where there is none or it lies far back. From then on each frame names the
 * one before it. On a telemetry stream it is the frame before that this client was sent: what lies
 * between was dropped for newer samples.
 *
 * `subscribe` with `since` replays lossless topics from after that event id and goes on without gap
 * or repeat. When that cannot be done (the id is ahead of the log, or too far back) a `gap` frame
 * says so first: read the lists again, then go on from its `seq`. An id means something only within
 * its epoch, which `hello` names: a log that lost its end gives the lost ids again. So `epoch` goes
 * with `since`, and an id of a log that is no more is answered by `gap`. Whatever was asked with `since`
 * is answered by `subscribed`, the frames, and `caught_up` (with `gap` before all where there is one).
 * A control plane that follows another one waits a while for an id that it does not know yet, and closes the
 * connection (1013) when it could not look meanwhile whether it lacks it.
 *
 * `seq` of `heartbeat` and `closing` says: everything up to this event that belongs to the client's
 * topics was sent before; that of `subscribed` and `caught_up` says it of the topics they name. An
 * event has a frame in each topic it belongs to, so whoever holds several resumes from the smallest
 * position of any of them.
 */
import { productWord } from '../../domain/product.ts';

/** A WebSocket; a plain request is answered 426 `upgrade_required`. */
export const liveFeedPath = '/control/api/v1/live';
/** Subprotocol that names this edition of the frames; the only one that the reply names. */
export const liveProtocol = `${productWord}.live.v1`;
/** Prefix of the subprotocol that carries the token, base64url without padding. */
export const bearerProtocolPrefix = 'bearer.';

/** Bounds of a client and of the feed, which are not configurable. */
export const liveLimits = {
  /** Topics one connection may hold. */
  topicsPerClientMax: 64,
  topicCharsMax: 300,
  epochCharsMax: 64,
  /** Bytes of one message from a client. */
  clientMessageBytesMax: 16 * 1024,
  /** Events replayed for one subscription; whoever is further behind is told of a gap. */
  replayEventsMax: 100_000,
  /** Bytes queued for one client above which it is closed as too slow. */
  clientQueueBytesMax: 2 * 1024 * 1024,
  clientsMax: 5_000,
  /** Bytes of one frame; what would be larger goes without its largest member and says so. */
  frameBytesMax: 128 * 1024,
  /** A `heartbeat` frame goes out this often, so that a client knows silence from quiet. */
  heartbeatMs: 1_000,
  /** A ping goes out this often; two without an answer end the connection. */
  pingMs: 20_000,
  /** Time a client has to subscribe to something. */
  firstMessageMs: 30_000,
  /** Time a client has to take a close frame before the connection is cut. */
  closeGraceMs: 10_000,
  /** While somebody listens it is looked this often which runs are live and wanted. */
  telemetryIntervalMs: 3_000,
} as const;

/** Close codes. All but `badMessage` invite the client to come back with its last `seq`. */
export const liveCloseCodes = {
  /** The service is shutting down. */
  goingAway: 1001,
  /** A message broke the protocol; the reason says how. */
  badMessage: 1008,
  /** Nothing was subscribed to in time: the client stood still, or its message was late. */
  subscribedTooLate: 3008,
  /** The client reads too slowly, too many clients are connected, or the log is behind what the client has seen. */
  tryAgainLater: 1013,
} as const;

/** The form of a topic. Whether there is such a kind is for `parseTopic` to say. */
export const topicPattern =
  /^(?:events|state)(?:\/[a-z_]{1,60}(?:\/[A-Za-z0-9._:-]{1,200})?)?$|^telemetry(?:\/[A-Za-z0-9._-]{1,200})?$/;

/** What a client sends. */
export type ClientMessage =
  | {
      readonly type: 'subscribe';
      readonly topics: readonly string[];
      /** Id of the last event seen; absent or null: from now on. */
      readonly since?: number | null;
      /** Of the log that `since` is of, as `hello` named it; absent or null: not known. */
      readonly epoch?: string | null;
    }
  | { readonly type: 'unsubscribe'; readonly topics: readonly string[] };

interface FrameOf<Type extends string, Data> {
  readonly stream: string;
  /** Null on the control stream where no event is meant. */
  readonly seq: number | null;
  /** `seq` of the frame before in this stream; null on the control stream and where none is known. */
  readonly prev_seq: number | null;
  readonly type: Type;
  readonly data: Data;
}

/** An audit event as the lists have it, without the state change in its payload. */
export interface LiveEvent {
  readonly event_id: number;
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly actor: string;
  readonly cause_id: number | null;
  readonly correlation_id: string;
  readonly created_at: string;
  /** One sentence for people. */
  readonly summary: string;
  /** Present when texts of the payload were cut, or all of it left out; its own route has it whole. */
  readonly payload_truncated?: true;
}

/** Members of an entity that changed. */
export interface LiveChange {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  /** New values, with the names that the lists of this kind have. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Present when the entity is not stored any more. */
  readonly gone?: true;
  /** Present when texts of `set` were cut, or all of it left out: read the entity for the whole. */
  readonly truncated?: true;
}

/** A run's telemetry as its worker told it; unknown readings are null. */
export interface LiveSample {
  readonly run_id: string;
  readonly project_id: string;
  readonly worker_target: string;
  /** When the worker told it, or did not; the sample has its own time. */
  readonly observed_at: string;
  /** Null when the worker did not answer; `problem` says why. */
  readonly sample: Readonly<Record<string, unknown>> | null;
  readonly idle: Readonly<Record<string, unknown>> | null;
  readonly problem: string | null;
}

/** An audit event, on the topics of events. */
export type EventFrame = FrameOf<'event', LiveEvent>;
/** A change of an entity, on the topics of states; `seq` is the event that made it. */
export type StateFrame = FrameOf<'state', LiveChange>;
/** The latest sample of a run; older ones may have been left out. */
export type SampleFrame = FrameOf<'sample', LiveSample>;

/** Frames of the stream `control`. */
export type ControlFrame =
  /** First of all: the newest event id as `seq`. */
  | FrameOf<
      'hello',
      { readonly server_time: string; readonly heartbeat_ms: number; readonly epoch: string }
    >
  /** `seq` is the event id from which these topics go on. */
  | FrameOf<'subscribed', { readonly topics: readonly string[]; readonly since: number | null }>
  | FrameOf<'unsubscribed', { readonly topics: readonly string[] }>
  /** Everything asked for with `since` was sent; from here on it is live. */
  | FrameOf<'caught_up', { readonly topics: readonly string[] }>
  /** Events were not sent; `seq` is where the streams go on. */
  | FrameOf<
      'gap',
      { readonly topics: readonly string[]; readonly since: number; readonly reason: string }
    >
  | FrameOf<'heartbeat', { readonly server_time: string }>
  | FrameOf<'error', { readonly code: string; readonly detail: string }>
  /** The service is about to close the connection. */
  | FrameOf<'closing', { readonly reason: string }>;

/** Whatever the service sends; `type` tells which. */
export type LiveFrame = EventFrame | StateFrame | SampleFrame | ControlFrame;
