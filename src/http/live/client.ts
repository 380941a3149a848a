/**
 * The live feed's client, for browsers and Node alike: connects, subscribes, proves by `prev_seq`
 * that nothing is missing, comes back by itself after a loss and goes on where it was. Whoever uses
 * it sees each frame of a lossless stream exactly once and in order, or is told of a gap.
 */
import { type BackOffPolicy, backOffDelayMs } from '../../lib/back-off.ts';
import { type Connection, type ConnectionEnd, openConnection } from './client-connection.ts';
import { createStreamLedger, isLossless } from './client-ledger.ts';
import type { DataFrame, LiveClient, LiveClientOptions, LiveStatus } from './client-types.ts';
import { type ControlFrame, type LiveFrame, liveCloseCodes } from './protocol.ts';

/** Pauses between tries. */
export const reconnectPolicy: BackOffPolicy = { baseMs: 500, maxMs: 30_000, factor: 2 };
/** A connection that was live for this long makes up for the failures before it. */
const steadyMs = 10_000;
/** A service that says it has too much to do is not asked again at once. */
const busyAttempt = 4;

export const tokenRefused = 'the token was not accepted';

export function createLiveClient(options: LiveClientOptions): LiveClient {
  const { clock, topics } = options;
  const ledger = createStreamLedger(topics, options.since ?? null);
  let status: LiveStatus = { state: 'connecting' };
  let connection: Connection | null = null;
  let retry: { cancel(): void } | null = null;
  let attempt = 0;
  let everOpened = false;
  let heardMs: number | null = null;
  /** Of the present connection: what was asked for, what was said, since when it is live. */
  let asked: number | null = null;
  let told = '';
  let gapTold = false;
  let liveSinceMs: number | null = null;

  const say = (next: LiveStatus): void => {
    status = next;
    options.onStatus?.(next);
  };
  const isStopped = (): boolean => status.state === 'stopped';
  const disconnect = (): void => {
    retry?.cancel();
    retry = null;
    connection?.drop();
    connection = null;
  };
  const stop = (reason: string): void => {
    disconnect();
    say({ state: 'stopped', reason });
  };

  const connect = (): void => {
    disconnect();
    ledger.begin();
    told = '';
    gapTold = false;
    liveSinceMs = null;
    if (status.state === 'offline') say({ ...status, nextTryMs: null });
    const opening = openConnection({
      url: options.url,
      token: options.token,
      WebSocket: options.WebSocket,
      clock,
      onOpen() {
        everOpened = true;
        heardMs = clock.now();
        asked = ledger.since();
        opening.send({ type: 'subscribe', topics, since: asked });
      },
      onFrame: take,
      onEnd: ended,
    });
    connection = opening;
  };

  const take = (frame: LiveFrame): void => {
    heardMs = clock.now();
    if (frame.stream === 'control') takeControl(frame as ControlFrame);
    else if (frame.type === 'event' || frame.type === 'state' || frame.type === 'sample') {
      takeData(frame);
    }
  };

  const takeData = (frame: DataFrame): void => {
    const verdict = ledger.take(frame);
    if (verdict === 'deliver') options.onFrame(frame);
    else if (verdict === 'broken') {
      connection?.fail(`a frame of ${frame.stream} before ${frame.seq ?? 'one'} is missing`);
    }
  };

  const tellGap = (gapTopics: readonly string[], toSeq: number | null, reason: string): void => {
    const afterSeq = ledger.since();
    gapTold = true;
    const losing = ledger.jump(gapTopics, toSeq);
    if (losing.length > 0) options.onGap({ topics: losing, afterSeq, toSeq, reason });
  };

  const takeControl = (frame: ControlFrame): void => {
    if (frame.type === 'gap') tellGap(frame.data.topics, frame.seq, frame.data.reason);
    else if (frame.type === 'subscribed') subscribed(frame);
    else if (frame.type === 'caught_up') {
      if (frame.seq !== null) ledger.reached(frame.seq);
      becomeLive();
    } else if (frame.type === 'heartbeat' && frame.seq !== null) ledger.reached(frame.seq);
    else if (frame.type === 'error') told = frame.data.detail;
    else if (frame.type === 'closing') told = frame.data.reason;
  };

  const subscribed = ({ seq, data }: Extract<ControlFrame, { type: 'subscribed' }>): void => {
    if (asked !== null && seq !== null && seq > asked && !gapTold) {
      tellGap(data.topics.filter(isLossless), seq, 'the service went on further along than asked');
    }
    ledger.subscribed(data.topics, seq);
    if (asked === null) becomeLive();
    else if (status.state !== 'live') say({ state: 'catching_up' });
  };

  const becomeLive = (): void => {
    liveSinceMs ??= clock.monotonic();
    if (status.state !== 'live') say({ state: 'live' });
  };

  const ended = (end: ConnectionEnd): void => {
    connection = null;
    const final = finalReason(end, told);
    if (final === null) comeBack(end);
    else stop(final);
  };

  const comeBack = (end: ConnectionEnd): void => {
    if (liveSinceMs !== null && clock.monotonic() - liveSinceMs >= steadyMs) attempt = 0;
    attempt += 1;
    if (end.kind === 'closed' && end.code === liveCloseCodes.tryAgainLater) {
      attempt = Math.max(attempt, busyAttempt);
    }
    const delayMs = backOffDelayMs(reconnectPolicy, attempt, options.random());
    retry = clock.setTimer(delayMs, connect);
    say({
      state: 'offline',
      sinceMs: status.state === 'offline' ? status.sinceMs : clock.now(),
      nextTryMs: clock.now() + delayMs,
      reason: lossReason(end, told),
      neverOpened: !everOpened,
    });
    if (end.kind === 'not_opened' && end.status === null) askAboutToken();
  };

  const askAboutToken = (): void => {
    options.checkToken?.().then(
      (answer) => {
        if (answer === 'refused' && status.state === 'offline') stop(tokenRefused);
      },
      () => undefined,
    );
  };

  connect();
  return {
    status: () => status,
    since: () => ledger.since(),
    lastHeardMs: () => heardMs,
    tryNow() {
      if (status.state === 'offline' && status.nextTryMs !== null) connect();
    },
    pause() {
      if (isStopped() || status.state === 'paused') return;
      disconnect();
      say({ state: 'paused' });
    },
    resume() {
      if (status.state !== 'paused') return;
      attempt = 0;
      say({ state: 'connecting' });
      connect();
    },
    close() {
      if (isStopped()) return;
      disconnect();
      status = { state: 'stopped', reason: 'closed' };
    },
  };
}

/** Why coming back would be of no use; null when it may help. */
function finalReason(end: ConnectionEnd, told: string): string | null {
  if (end.kind === 'not_opened' && end.status === 401) return tokenRefused;
  if (end.kind !== 'closed' || end.code !== liveCloseCodes.badMessage) return null;
  return told || end.reason || 'the service refused what was asked';
}

function lossReason(end: ConnectionEnd, told: string): string {
  switch (end.kind) {
    case 'not_opened':
      return end.status === null
        ? 'the service cannot be reached'
        : `the service answered ${end.status}`;
    case 'silent':
      return `nothing was heard for ${Math.round(end.silentMs / 1000)} s`;
    case 'faulty':
      return `${end.detail}; asking again from the last one known`;
    case 'closed':
      return told || end.reason || closeWords(end.code);
  }
}

function closeWords(code: number): string {
  if (code === liveCloseCodes.goingAway) return 'the service is shutting down';
  if (code === liveCloseCodes.tryAgainLater) return 'the service has too much to do';
  return 'the connection broke';
}
