/**
 * The transport of a gate that dials home: it listens nowhere. HTTP comes over the streams that home opens, and
 * is served within the process by what serves on `node:http`, so that there is no port, no socket file and no
 * second way in.
 */
import type { Clock } from '../../lib/clock.ts';
import { dialHome, type HomeAddress } from './dial-home.ts';
import { createNodeTransport } from './node.ts';
import type { CreateTransport } from './port.ts';
import type { SelectedTransport } from './select.ts';

/** Where home is and who is told of it. */
export interface DialledOptions extends HomeAddress {
  /** Real time: how long a connection may be silent does not depend on a clock that runs fast. */
  readonly clock: Clock;
  readonly random: () => number;
  readonly onNews: (news: { readonly isHome: boolean; readonly detail: string }) => void;
  readonly onOver: (detail: string) => void;
}

/** As `selectTransport` would give it. */
export function dialledTransport(home: DialledOptions): SelectedTransport {
  const create: CreateTransport = (handlers, options) => {
    const node = createNodeTransport(handlers, options);
    let dialling: { close(): void } | undefined;
    return {
      name: 'node',
      get inFlight() {
        return node.inFlight;
      },
      get sockets() {
        return node.sockets;
      },
      async listen() {
        dialling = dialHome({ ...home, onStream: node.adopt });
        return { port: 0 };
      },
      pause() {
        // Nobody but home can connect.
      },
      async resume() {
        // As above.
      },
      async close(how) {
        const report = await node.close(how);
        dialling?.close();
        return report;
      },
      publish: (topic, text) => node.publish(topic, text),
    };
  };
  const reason = `requests come through the connection to ${home.url}`;
  return { name: 'node', reason, refused: [], create };
}
