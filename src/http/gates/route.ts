/** Where a gate dials home: who may, as whom, and its socket as the tunnel wants it. */
import { ServiceError } from '../../domain/errors.ts';
import { dialCloseCodes, dialPath } from '../../worker-wire/tunnel/address.ts';
import { assertAllowed, bearerOf } from '../auth.ts';
import type { UpgradeRoute } from '../pipeline-options.ts';
import type { Socket, SocketEvents } from '../transport/port.ts';

interface GateSocket {
  send(message: Uint8Array): boolean;
  readonly bufferedBytes: number;
  close(why: keyof typeof dialCloseCodes, reason: string): void;
}
interface Connection {
  receive(message: string | Uint8Array): void;
  drained(): void;
  closed(reason: string): void;
}

/** What takes a connection; `src/worker-client/gates-at-home.ts` is it. */
interface Gates {
  connect(name: string, socket: GateSocket): Connection;
}

/** What takes that of the gate of one run; `src/worker-client/run-gates.ts` is it. */
interface GatesOfRuns {
  /** Null for a run that is over, whose gate was told so. */
  admit(runId: string, socket: GateSocket): Promise<Connection | null>;
  /** The run that a token is for; null for any other token. */
  runOfToken(token: string): string | null;
}

interface GateRouteOptions {
  /** The token of the worker of that name; undefined where no such worker dials home. */
  readonly tokenOf: (name: string) => string | undefined;
  /** False while another control plane is the one that asks gates. */
  readonly isActive: () => boolean;
  readonly runs: GatesOfRuns;
}

/** For `PipelineOptions.upgrades`. */
export function createGateRoute(
  gates: Gates,
  { tokenOf, isActive, runs }: GateRouteOptions,
): UpgradeRoute<unknown> {
  return {
    path: dialPath,
    answer(head, { authenticator }) {
      const query = new URLSearchParams(head.query);
      const run = query.get('run');
      const name = query.get('as') ?? '';
      const header = head.header('authorization');
      const expected = run === null ? tokenOf(name) : ownToken(header, run, runs);
      // A name that is not configured is answered as a wrong token is: who has none learns no names.
      assertAllowed(authenticator.checkOwn(header, expected, () => head.remoteAddress));
      if (head.header('origin') !== '')
        throw new ServiceError('origin_not_allowed', 'no page of a browser is a worker gate');
      if (!isActive())
        throw new ServiceError('no_active_plane', 'this control plane stands by; dial again');
      if (run !== null) return { accept: true, protocol: null, events: admitRun(runs, run) };
      let connection: Connection | undefined;
      return {
        accept: true,
        protocol: null,
        events: {
          open(socket) {
            connection = gates.connect(name, toGateSocket(socket));
          },
          message: (data) => connection?.receive(data),
          drained: () => connection?.drained(),
          closed: (code, reason) =>
            connection?.closed(reason === '' ? `the connection broke (${code})` : reason),
        },
      };
    },
  };
}

/** The token that was sent, where it is that of the run; undefined opens nothing. */
function ownToken(header: string, run: string, runs: GatesOfRuns): string | undefined {
  const token = bearerOf(header);
  return runs.runOfToken(token) === run ? token : undefined;
}

/** Whether the run is still open is read from the store; the gate says nothing before it is welcomed. */
function admitRun(runs: GatesOfRuns, run: string): SocketEvents {
  let connection: Connection | null = null;
  let gone: string | null = null;
  return {
    open(socket) {
      void runs.admit(run, toGateSocket(socket)).then(
        (admitted) => {
          connection = admitted;
          if (gone !== null) connection?.closed(gone);
        },
        () => socket.close(1011, 'the store cannot be read; dial again'),
      );
    },
    message: (data) => connection?.receive(data),
    drained: () => connection?.drained(),
    closed(code, reason) {
      gone = reason === '' ? `the connection broke (${code})` : reason;
      connection?.closed(gone);
    },
  };
}

function toGateSocket(socket: Socket): GateSocket {
  return {
    send: (message) => socket.send(message) === 'accepted',
    get bufferedBytes() {
      return socket.bufferedBytes;
    },
    close: (why, reason) => socket.close(dialCloseCodes[why], reason),
  };
}
