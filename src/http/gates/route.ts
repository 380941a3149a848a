/** Where a gate dials home: who may, as whom, and its socket as the tunnel wants it. */
import { ServiceError } from '../../domain/errors.ts';
import { dialCloseCodes, dialPath } from '../../worker-wire/tunnel/address.ts';
import { assertAllowed } from '../auth.ts';
import type { UpgradeRoute } from '../pipeline-options.ts';
import type { Socket } from '../transport/port.ts';

/** What takes a connection; `src/worker-client/gates-at-home.ts` is it. */
interface Gates {
  connect(
    name: string,
    socket: {
      send(message: Uint8Array): boolean;
      readonly bufferedBytes: number;
      close(why: keyof typeof dialCloseCodes, reason: string): void;
    },
  ): {
    receive(message: string | Uint8Array): void;
    drained(): void;
    closed(reason: string): void;
  };
}

interface GateRouteOptions {
  /** The token of the worker of that name; undefined where no such worker dials home. */
  readonly tokenOf: (name: string) => string | undefined;
  /** False while another control plane is the one that asks gates. */
  readonly isActive: () => boolean;
}

/** For `PipelineOptions.upgrades`. */
export function createGateRoute(
  gates: Gates,
  { tokenOf, isActive }: GateRouteOptions,
): UpgradeRoute<unknown> {
  return {
    path: dialPath,
    answer(head, { authenticator }) {
      const name = new URLSearchParams(head.query).get('as') ?? '';
      const header = head.header('authorization');
      // A name that is not configured is answered as a wrong token is: who has none learns no names.
      assertAllowed(authenticator.checkOwn(header, tokenOf(name), () => head.remoteAddress));
      if (head.header('origin') !== '')
        throw new ServiceError('origin_not_allowed', 'no page of a browser is a worker gate');
      if (!isActive())
        throw new ServiceError('no_active_plane', 'this control plane stands by; dial again');
      let connection: ReturnType<Gates['connect']> | undefined;
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

function toGateSocket(socket: Socket): Parameters<Gates['connect']>[1] {
  return {
    send: (message) => socket.send(message) === 'accepted',
    get bufferedBytes() {
      return socket.bufferedBytes;
    },
    close: (why, reason) => socket.close(dialCloseCodes[why], reason),
  };
}
