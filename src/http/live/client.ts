/**
 * The live feed's client, for browsers and Node alike: connects, subscribes, proves by `prev_seq`
 * that nothing is missing, comes back by itself after a loss and goes on where it was. Whoever uses
 * it sees each frame of a lossless stream exactly once and in order, or is told of a gap.
 * What happens when is the table's; here is what it asks for.
 */
import { type Connection, openConnection } from './client-connection.ts';
import { sinceOf } from './client-ledger.ts';
import {
  beginClient,
  type ClientCommand,
  type ClientInput,
  type ClientStep,
  step,
} from './client-table.ts';
import type { LiveClient, LiveClientOptions } from './client-types.ts';

export { tokenRefused } from './client-endings.ts';

type CommandTo<Do> = Extract<ClientCommand, { readonly do: Do }>;

/** Begins to connect at once, and comes back by itself until it is closed or has stopped for good. */
export function createLiveClient(options: LiveClientOptions): LiveClient {
  const { clock, topics } = options;
  const first = beginClient(topics, options.since ?? null, options.epoch ?? null);
  let [state] = first;
  let connection: Connection | null = null;
  let retry: { cancel(): void } | null = null;

  const send = (input: ClientInput): void => {
    const stamp = { nowMs: clock.now(), monotonicMs: clock.monotonic() };
    follow(step(state, { ...input, ...stamp }));
  };
  const follow = ([next, commands]: ClientStep): void => {
    state = next;
    for (const command of commands) {
      // The user may have gone on from within a call, and then the rest is out of date.
      if (state !== next) return;
      (acts[command.do] as (each: ClientCommand) => void)(command);
    }
  };

  const disconnect = (): void => {
    retry?.cancel();
    retry = null;
    connection?.drop();
    connection = null;
  };
  const connect = (): void => {
    disconnect();
    connection = openConnection({
      url: options.url,
      token: options.token,
      WebSocket: options.WebSocket,
      clock,
      onOpen: () => send({ type: 'OPENED' }),
      onFrame: (frame) => send({ type: 'FRAME', frame }),
      onSilence: (silentMs) => send({ type: 'SILENT', silentMs }),
      onEnd: (end) => send({ type: 'ENDED', end, random: options.random() }),
    });
  };
  const checkToken = (): void => {
    options.checkToken?.().then(
      (answer) => {
        if (answer === 'refused') send({ type: 'TOKEN_REFUSED' });
      },
      () => undefined,
    );
  };

  const acts: { [Do in ClientCommand['do']]: (command: CommandTo<Do>) => void } = {
    connect,
    disconnect,
    subscribe: ({ since, epoch }) =>
      connection?.send({
        type: 'subscribe',
        topics,
        since,
        // A service that names no epoch takes none.
        ...(epoch === null ? {} : { epoch }),
      }),
    fail: ({ detail }) => connection?.fail(detail),
    wait({ delayMs }) {
      retry = clock.setTimer(delayMs, () => send({ type: 'TRY_DUE' }));
    },
    check_token: checkToken,
    deliver: ({ frame }) => options.onFrame(frame),
    tell_gap: ({ gap }) => options.onGap(gap),
    tell_status: ({ status }) => options.onStatus?.(status),
  };

  follow(first);
  return {
    status: () => state.status,
    since: () => sinceOf(state.streams),
    epoch: () => state.epoch,
    lastHeardMs: () => state.heardMs,
    tryNow: () => send({ type: 'TRY_NOW' }),
    pause: () => send({ type: 'PAUSE' }),
    resume: () => send({ type: 'RESUME' }),
    close: () => send({ type: 'CLOSE' }),
  };
}
