/**
 * Keeps a gate's one connection to home: makes it, makes it anew with back-off when it breaks, and hands over
 * the streams that home opens on it. It is judged like every other outgoing call (`guarded-agent.ts`).
 */
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket } from 'ws';
import { backOffDelayMs } from '../../lib/back-off.ts';
import type { Clock, TimerHandle } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { createGuardedLookup, resolveAll } from '../../worker-wire/guarded-agent.ts';
import { type Caller, dialCloseCodes, dialUrl } from '../../worker-wire/tunnel/address.ts';
import { frameBytesMax } from '../../worker-wire/tunnel/frames.ts';
import { TunnelLink } from '../../worker-wire/tunnel/link.ts';

/** Where home is, and as whom the gate calls. */
export interface HomeAddress {
  /** Base address of the control plane. */
  readonly url: string;
  readonly caller: Caller;
  readonly bearerToken: string;
}

interface DialOptions extends HomeAddress {
  readonly clock: Clock;
  readonly random: () => number;
  readonly onStream: (stream: Duplex) => void;
  /** Told of each change: home has taken the connection, or why there is none. */
  readonly onNews: (news: { readonly isHome: boolean; readonly detail: string }) => void;
  /** Home needs the gate no more: it is not dialled again. */
  readonly onOver: (detail: string) => void;
}

const backOff = { baseMs: 500, maxMs: 15_000, factor: 2 };
const handshakeMs = 10_000;

const nameOf = (caller: Caller): string =>
  'run' in caller ? `the run ${caller.run}` : caller.name;

/** Begins at once and goes on until `close`, or until home says that it is over. */
export function dialHome(options: DialOptions): { close(): void } {
  const { clock } = options;
  let isClosed = false;
  let failures = 0;
  let retry: TimerHandle | undefined;
  let leave = (): void => undefined;
  const dial = (): void => {
    leave = connect(options, {
      onWelcome() {
        failures = 0;
        options.onNews({
          isHome: true,
          detail: `connected to ${options.url} as ${nameOf(options.caller)}`,
        });
      },
      onEnd(detail, code) {
        if (isClosed) return;
        if (code === dialCloseCodes.over) {
          isClosed = true;
          options.onOver(detail);
          return;
        }
        options.onNews({ isHome: false, detail });
        const isReplaced = code === dialCloseCodes.replaced;
        failures += 1;
        // Two gates of one name would else take the connection from each other without a pause.
        const attempt = isReplaced ? Number.MAX_SAFE_INTEGER : failures;
        retry = clock.setTimer(backOffDelayMs(backOff, attempt, options.random()), dial);
      },
    });
  };
  dial();
  return {
    close() {
      isClosed = true;
      retry?.cancel();
      leave();
    },
  };
}

/** One connection; answers how to leave it. */
function connect(
  options: DialOptions,
  told: { onWelcome(): void; onEnd(detail: string, code: number): void },
): () => void {
  const url = dialUrl(options.url, options.caller);
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${options.bearerToken}` },
    lookup: createGuardedLookup(url.hostname.replace(/^\[|\]$/g, ''), resolveAll),
    perMessageDeflate: false,
    followRedirects: false,
    handshakeTimeout: handshakeMs,
    maxPayload: frameBytesMax,
  });
  let trouble = 'the connection broke';
  let link: TunnelLink | undefined;
  socket.on('open', () => {
    link = new TunnelLink({
      socket: {
        send(message) {
          if (socket.readyState !== socket.OPEN) return false;
          socket.send(message, () => link?.drained());
          return true;
        },
        get bufferedBytes() {
          return socket.bufferedAmount;
        },
        close(reason) {
          trouble = reason;
          socket.close(dialCloseCodes.fault, Buffer.from(reason).subarray(0, 120).toString());
          // An end that answers nothing any more does not answer this either.
          options.clock.setTimer(1000, () => socket.terminate());
        },
      },
      clock: options.clock,
      number: null,
      onStream: options.onStream,
      onWelcome: () => told.onWelcome(),
    });
  });
  socket.on('message', (data: RawData, isBinary) => {
    link?.receive(isBinary ? (data as Buffer) : 'text');
  });
  // `close` follows.
  socket.on('error', (error) => {
    trouble = describeError(error);
  });
  socket.on('close', (code, reason) => {
    const detail = reason.byteLength === 0 ? trouble : reason.toString();
    link?.closed(detail);
    told.onEnd(detail, code);
  });
  return () => {
    link?.closed('the gate ends');
    socket.close(1001, 'the gate ends');
    socket.terminate();
  };
}
