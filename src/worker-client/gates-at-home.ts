/**
 * The gates that dial home, at home: which are connected, and for each a way for HTTP requests that looks like
 * any other. The newest connection of a name is the one; the older ends, with everything that was asked on it.
 */
import type { Duplex } from 'node:stream';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import type { dialCloseCodes } from '../worker-wire/tunnel/address.ts';
import { type LinkSocket, TunnelLink } from '../worker-wire/tunnel/link.ts';

/** What the owner of the socket passes on. */
export type GateConnection = Pick<TunnelLink, 'receive' | 'drained' | 'closed'>;

type CloseReason = keyof typeof dialCloseCodes;

/** A gate's socket at home; `why` says which code of the connection a reason belongs to. */
export interface GateSocket extends Omit<LinkSocket, 'close'> {
  close(why: CloseReason, reason: string): void;
}

/** One for a control plane. */
export interface GatesAtHome {
  /** Takes a connection whose right to the name was checked. */
  connect(name: string, socket: GateSocket): GateConnection;
  /** Carries requests to the gate of that name; they fail as never sent while it is away. */
  dispatcherOf(name: string): Dispatcher;
  isHome(name: string): boolean;
  /** Tells the gate of that name that it is not needed any more, and forgets the name. */
  end(name: string, reason: string): Promise<void>;
  close(): Promise<void>;
}

/** Nothing was sent: there is no connection to send it on. */
class GateAway extends Error {
  override readonly name = 'GateAway';
  readonly isNeverSent = true;
}

/** What is known of one name. */
interface Seat {
  readonly agent: Agent;
  now: { readonly link: TunnelLink; leave(why: CloseReason, reason: string): void } | null;
  lastSeen: string | null;
}

/** Nobody is connected at first. */
export function createGatesAtHome({ clock }: { readonly clock: Clock }): GatesAtHome {
  const seats = new Map<string, Seat>();
  /** Connections are counted over all names, so that no two have the same number. */
  let connections = 0;
  const seatOf = (name: string): Seat => {
    const known = seats.get(name);
    if (known !== undefined) return known;
    const connect = (_options: buildConnector.Options, done: buildConnector.Callback): void => {
      // Not within the call: undici asks from where it cannot yet take the answer.
      queueMicrotask(() => {
        const stream = openStream(name, made);
        if (stream instanceof GateAway) done(stream, null);
        // It takes any duplex for a socket, as `node:http` does.
        else done(null, stream as Exclude<Parameters<buildConnector.Callback>[1], null>);
      });
    };
    const made: Seat = { agent: new Agent({ connect }), now: null, lastSeen: null };
    seats.set(name, made);
    return made;
  };
  return {
    connect(name, socket) {
      const seat = seatOf(name);
      connections += 1;
      seat.now?.leave('replaced', 'a newer connection of this name came');
      let why: CloseReason = 'fault';
      const link = new TunnelLink({
        socket: {
          send: (message) => socket.send(message),
          get bufferedBytes() {
            return socket.bufferedBytes;
          },
          close: (reason) => socket.close(why, reason),
        },
        clock,
        number: connections,
      });
      seat.now = {
        link,
        leave(code, reason) {
          why = code;
          link.close(reason);
        },
      };
      return {
        receive: (message) => link.receive(message),
        drained: () => link.drained(),
        closed(reason) {
          link.closed(reason);
          if (seat.now?.link !== link) return;
          seat.now = null;
          seat.lastSeen = toIsoTime(clock.now());
        },
      };
    },
    dispatcherOf: (name) => seatOf(name).agent,
    isHome(name) {
      const now = seats.get(name)?.now ?? null;
      return now !== null && !now.link.isOver;
    },
    async end(name, reason) {
      const seat = seats.get(name);
      seats.delete(name);
      seat?.now?.leave('over', reason);
      await seat?.agent.destroy();
    },
    async close() {
      for (const { now } of seats.values()) now?.link.close('the service is shutting down');
      await Promise.all([...seats.values()].map(({ agent }) => agent.destroy()));
    },
  };
}

function openStream(name: string, { now, lastSeen }: Seat): Duplex | GateAway {
  if (now === null || now.link.isOver) {
    const since = lastSeen === null ? '' : `; one was connected until ${lastSeen}`;
    return new GateAway(`no gate has dialled home as ${name}${since}`);
  }
  return now.link.open() ?? new GateAway(`the gate ${name} is asked too much at once`);
}
