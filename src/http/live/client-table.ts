/**
 * What the live feed's client does when, as a table: for each phase the events that mean something
 * in it. `step` gives the next state and what is to be done, and does nothing itself; an event that
 * a phase has no row for leaves everything as it is, so nothing late revives what is over.
 *
 * | Phase | Entered when | Leaves by |
 * |---|---|---|
 * | `opening` | the client begins, goes on after `PAUSE`, or a try is due | the socket is open, or is not to be had |
 * | `joining` | the socket is open and `subscribe` was sent | the service's word that it sends |
 * | `catching_up` | what was missed is being sent | `caught_up` |
 * | `live` | nothing is missing | – |
 * | `waiting` | the connection ended and may be had again | time, or `TRY_NOW` |
 * | `paused` | `PAUSE` | `RESUME` |
 * | `stopped` | coming back is of no use, or `CLOSE` | – |
 *
 * Silence is no phase: it is told, and taken back with the next frame, in each phase that has a connection.
 */
import { type BackOffPolicy, backOffDelayMs } from '../../lib/back-off.ts';
import type { ConnectionEnd } from './client-connection.ts';
import { finalReason, lossReason, tokenRefused } from './client-endings.ts';
import {
  beginChains,
  createStreams,
  isLossless,
  jumpTo,
  noteReached,
  noteSubscribed,
  type Streams,
  sinceOf,
  takeFrame,
} from './client-ledger.ts';
import type { DataFrame, LiveGap, LiveStatus } from './client-types.ts';
import { type ControlFrame, type LiveFrame, liveCloseCodes } from './protocol.ts';

/** Pauses between tries. */
export const reconnectPolicy: BackOffPolicy = { baseMs: 500, maxMs: 30_000, factor: 2 };
/** A connection that was live for this long makes up for the failures before it. */
export const steadyMs = 10_000;
/** A service that says it has too much to do is not asked again at once. */
export const busyAttempt = 4;
/** How a connection ends that nobody closed. */
const brokenCode = 1006;

type ClientPhase =
  | 'opening'
  | 'joining'
  | 'catching_up'
  | 'live'
  | 'waiting'
  | 'paused'
  | 'stopped';

interface ClientState {
  readonly phase: ClientPhase;
  /** What the user was told last. A loss is told until the service sends again. */
  readonly status: LiveStatus;
  readonly streams: Streams;
  /** Of the log that the positions of the streams are in; null while it is not known. */
  readonly epoch: string | null;
  /** Connections lost since one was steady. */
  readonly attempt: number;
  readonly everOpened: boolean;
  /** When anything was last heard, ms since the epoch; null before. */
  readonly heardMs: number | null;
  /** Of the present connection: what was asked for, what was said, since when it is live. */
  readonly asked: number | null;
  /** Epoch that it named; the positions are in it once it has begun to send. */
  readonly named: string | null;
  readonly told: string;
  readonly isGapTold: boolean;
  readonly liveSinceMs: number | null;
}

interface Events {
  /** The socket is open. */
  readonly OPENED: object;
  readonly FRAME: { readonly frame: LiveFrame };
  /** Nothing was heard for so long that a person should know. */
  readonly SILENT: { readonly silentMs: number };
  /** The connection is over; `random` in [0, 1) spreads the tries of many clients. */
  readonly ENDED: { readonly end: ConnectionEnd; readonly random: number };
  /** It is time for the next try. */
  readonly TRY_DUE: object;
  /** The service was asked over HTTP and does not accept the token. */
  readonly TOKEN_REFUSED: object;
  readonly TRY_NOW: object;
  readonly PAUSE: object;
  readonly RESUME: object;
  readonly CLOSE: object;
}
type Name = keyof Events;
/** Every event is stamped with the time, of day and monotonic, ms. */
type Stamped<Type extends Name> = Events[Type] & {
  readonly type: Type;
  readonly nowMs: number;
  readonly monotonicMs: number;
};
type ClientEvent = { [Type in Name]: Stamped<Type> }[Name];
/** The same before it is stamped. */
export type ClientInput = { [Type in Name]: Events[Type] & { readonly type: Type } }[Name];

/** What concerns the connection comes before what the user is told, who may end it all at that. */
export type ClientCommand =
  /** Opens a connection in place of any other, and of any wait. */
  | { readonly do: 'connect' }
  /** Ends connection and wait without a word. */
  | { readonly do: 'disconnect' }
  | { readonly do: 'subscribe'; readonly since: number | null; readonly epoch: string | null }
  /** Ends the connection as faulty. */
  | { readonly do: 'fail'; readonly detail: string }
  | { readonly do: 'wait'; readonly delayMs: number }
  | { readonly do: 'check_token' }
  | { readonly do: 'deliver'; readonly frame: DataFrame }
  | { readonly do: 'tell_gap'; readonly gap: LiveGap }
  | { readonly do: 'tell_status'; readonly status: LiveStatus };

/** The state afterwards, and what is to be done, in this order. */
export type ClientStep = readonly [ClientState, readonly ClientCommand[]];

type Row<Type extends Name> = (state: ClientState, event: Stamped<Type>) => ClientStep;
type Rows = { readonly [Type in Name]?: Row<Type> };

/** Where a client begins; `since` and `epoch` as in its options. Its first command is to connect. */
export function beginClient(
  topics: readonly string[],
  since: number | null,
  epoch: string | null,
): ClientStep {
  const state: ClientState = {
    phase: 'opening',
    status: { state: 'connecting' },
    streams: createStreams(topics, since),
    epoch,
    attempt: 0,
    everOpened: false,
    heardMs: null,
    asked: null,
    named: null,
    told: '',
    isGapTold: false,
    liveSinceMs: null,
  };
  return [state, [{ do: 'connect' }]];
}

const none: readonly ClientCommand[] = [];
const disconnect = { do: 'disconnect' } as const;

/** Into another phase, and what the user is told of it, unless it is what was said last. */
function enter(
  state: ClientState,
  phase: ClientPhase,
  status: LiveStatus,
  before: readonly ClientCommand[] = none,
): ClientStep {
  return [{ ...state, phase, status }, [...before, { do: 'tell_status', status }]];
}

const stop = (state: ClientState, reason: string): ClientStep =>
  enter(state, 'stopped', { state: 'stopped', reason }, [disconnect]);

/** The user asked for the end, so nothing is said of it. */
const close = (state: ClientState): ClientStep => [
  { ...state, phase: 'stopped', status: { state: 'stopped', reason: 'closed' } },
  [disconnect],
];

const pause = (state: ClientState): ClientStep =>
  enter(state, 'paused', { state: 'paused' }, [disconnect]);

function connect(state: ClientState, status: LiveStatus): ClientStep {
  const streams = beginChains(state.streams);
  const fresh = { named: null, told: '', isGapTold: false, liveSinceMs: null };
  return enter({ ...state, ...fresh, streams }, 'opening', status, [{ do: 'connect' }]);
}

function tryAgain(state: ClientState): ClientStep {
  const { status } = state;
  return connect(state, status.state === 'offline' ? { ...status, nextTryMs: null } : status);
}

const resume = (state: ClientState): ClientStep =>
  connect({ ...state, attempt: 0 }, { state: 'connecting' });

function opened(state: ClientState, { nowMs }: Stamped<'OPENED'>): ClientStep {
  const asked = sinceOf(state.streams);
  const next = { ...state, phase: 'joining', heardMs: nowMs, asked } as const;
  return [next, [{ do: 'subscribe', since: asked, epoch: asked === null ? null : state.epoch }]];
}

function ended(state: ClientState, event: Stamped<'ENDED'>): ClientStep {
  const { end, nowMs, monotonicMs, random } = event;
  const final = finalReason(end, state.told);
  if (final !== null) return stop(state, final);
  const { liveSinceMs, status } = state;
  const isSteady = liveSinceMs !== null && monotonicMs - liveSinceMs >= steadyMs;
  const isBusy = end.kind === 'closed' && end.code === liveCloseCodes.tryAgainLater;
  // A proxy may take an opening and let nothing through; a close with a code is the service's word.
  const everOpened = state.everOpened || (end.kind === 'closed' && end.code !== brokenCode);
  const attempt = Math.max((isSteady ? 0 : state.attempt) + 1, isBusy ? busyAttempt : 1);
  const delayMs = backOffDelayMs(reconnectPolicy, attempt, random);
  const offline: LiveStatus = {
    state: 'offline',
    sinceMs: status.state === 'offline' || status.state === 'silent' ? status.sinceMs : nowMs,
    nextTryMs: nowMs + delayMs,
    reason: lossReason(end, state.told),
    neverOpened: !everOpened,
  };
  const isUnexplained = end.kind === 'not_opened' && end.status === null;
  return enter({ ...state, attempt, everOpened }, 'waiting', offline, [
    { do: 'wait', delayMs },
    ...(isUnexplained ? [{ do: 'check_token' } as const] : none),
  ]);
}

/** A try that follows a loss, or a silence, tells that already, and since when. */
function silent(state: ClientState, { nowMs, silentMs }: Stamped<'SILENT'>): ClientStep {
  if (state.status.state === 'offline' || state.status.state === 'silent') return [state, none];
  const sinceMs = nowMs - silentMs;
  return enter(state, state.phase, { state: 'silent', sinceMs, neverOpened: !state.everOpened });
}

/** Who would not wait until the service is given up. */
const tryAnew = (state: ClientState): ClientStep =>
  state.status.state === 'silent' ? connect(state, state.status) : [state, none];

function take(state: ClientState, event: Stamped<'FRAME'>): ClientStep {
  const { phase, status } = state;
  if (status.state !== 'silent') return takeHeard(state, event);
  const isBack = phase === 'live' || phase === 'catching_up';
  const [heard, told] = enter(state, phase, { state: isBack ? phase : 'connecting' });
  const [next, commands] = takeHeard(heard, event);
  return [next, [...told, ...commands]];
}

function takeHeard(
  state: ClientState,
  { frame, nowMs, monotonicMs }: Stamped<'FRAME'>,
): ClientStep {
  const heard = { ...state, heardMs: nowMs };
  if (frame.stream === 'control') return takeControl(heard, frame as ControlFrame, monotonicMs);
  const isData = frame.type === 'event' || frame.type === 'state' || frame.type === 'sample';
  return isData ? takeData(heard, frame) : [heard, none];
}

function takeData(state: ClientState, frame: DataFrame): ClientStep {
  const [streams, verdict] = takeFrame(state.streams, frame);
  const next = { ...state, streams };
  if (verdict === 'deliver') return [next, [{ do: 'deliver', frame }]];
  if (verdict === 'seen') return [next, none];
  const detail = `a frame of ${frame.stream} before ${frame.seq ?? 'one'} is missing`;
  return [next, [{ do: 'fail', detail }]];
}

function takeControl(state: ClientState, frame: ControlFrame, monotonicMs: number): ClientStep {
  switch (frame.type) {
    case 'hello':
      // One of the first edition names none.
      return [{ ...state, everOpened: true, named: frame.data.epoch ?? null }, none];
    case 'gap':
      return tellGap(state, { ...frame.data, toSeq: frame.seq });
    case 'subscribed':
      return subscribed(state, frame, monotonicMs);
    case 'caught_up':
      return becomeLive(reached(state, frame.seq), monotonicMs);
    case 'heartbeat':
      // Before `subscribed` it speaks of nobody's topics: what was missed is still to be sent.
      return [state.phase === 'joining' ? state : reached(state, frame.seq), none];
    case 'error':
      return [{ ...state, told: frame.data.detail }, none];
    case 'closing':
      return [{ ...state, told: frame.data.reason }, none];
    default:
      return [state, none];
  }
}

const reached = (state: ClientState, seq: number | null): ClientState =>
  seq === null ? state : { ...state, streams: noteReached(state.streams, seq) };

interface Jump {
  readonly topics: readonly string[];
  readonly toSeq: number | null;
  readonly reason: string;
}

function tellGap(state: ClientState, { topics, toSeq, reason }: Jump): ClientStep {
  const { epoch, named } = state;
  const afterSeq = sinceOf(state.streams);
  const isPutBack = afterSeq !== null && toSeq !== null && toSeq < afterSeq;
  const isAnew = isPutBack || epoch !== named;
  const [streams, losing] = jumpTo(state.streams, { topics, seq: toSeq, isAnew });
  const gap = { topics: losing, afterSeq, toSeq, reason, isAnew };
  const next = { ...state, streams, epoch: named, isGapTold: true };
  return [next, losing.length === 0 ? none : [{ do: 'tell_gap', gap }]];
}

function subscribed(
  state: ClientState,
  { seq, data }: Extract<ControlFrame, { type: 'subscribed' }>,
  monotonicMs: number,
): ClientStep {
  const { asked } = state;
  const isSkipped = asked !== null && seq !== null && seq > asked && !state.isGapTold;
  const jump = {
    topics: data.topics.filter(isLossless),
    toSeq: seq,
    reason: 'the service went on further along than asked',
  };
  const [jumped, gap] = isSkipped ? tellGap(state, jump) : ([state, none] as const);
  const streams = noteSubscribed(jumped.streams, data.topics, seq);
  const known = { ...jumped, streams, epoch: state.named };
  if (asked === null) return becomeLive(known, monotonicMs);
  if (state.phase !== 'joining') return [known, gap];
  return enter(known, 'catching_up', { state: 'catching_up' }, gap);
}

function becomeLive(state: ClientState, monotonicMs: number): ClientStep {
  if (state.phase === 'live') return [state, none];
  return enter({ ...state, liveSinceMs: monotonicMs }, 'live', { state: 'live' });
}

const connected: Rows = {
  FRAME: take,
  SILENT: silent,
  ENDED: ended,
  TRY_NOW: tryAnew,
  PAUSE: pause,
  CLOSE: close,
};
const refused = (state: ClientState): ClientStep => stop(state, tokenRefused);

const table: Readonly<Record<ClientPhase, Rows>> = {
  opening: {
    OPENED: opened,
    SILENT: silent,
    ENDED: ended,
    TRY_NOW: tryAnew,
    TOKEN_REFUSED: refused,
    PAUSE: pause,
    CLOSE: close,
  },
  joining: connected,
  catching_up: connected,
  live: connected,
  waiting: {
    TRY_DUE: tryAgain,
    TRY_NOW: tryAgain,
    TOKEN_REFUSED: refused,
    PAUSE: pause,
    CLOSE: close,
  },
  paused: { RESUME: resume, CLOSE: close },
  stopped: {},
};

/** The state after an event, and what is to be done, in order. Pure; the same state for no row. */
export function step(state: ClientState, event: ClientEvent): ClientStep {
  const row = table[state.phase][event.type] as Row<Name> | undefined;
  return row === undefined ? [state, none] : row(state, event);
}
