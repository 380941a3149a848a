/** The network between two programs: a way to a port on loopback that can be cut, stopped and slowed down. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export const troubles = [
  /** Connections are reset, and so is every new one. */
  'reset',
  /** Connections stay, and nothing comes through until the network is back: not even that an end is gone. */
  'blackhole',
  /** Everything comes late. */
  'delay',
] as const;
export type LinkState = 'pass' | (typeof troubles)[number];

const delayMs = 700;

export interface Link {
  readonly port: number;
  set(state: LinkState): void;
  /** Leads to another port, from the next connection on; those that stand are reset. */
  lead(port: number): void;
  close(): void;
}

/** From a free port to `target`. */
export async function openLink(target: number): Promise<Link> {
  let state: LinkState = 'pass';
  let leadsTo = target;
  const open = new Set<Socket>();
  /** What is done once the network is back. */
  let waiting: (() => void)[] = [];

  const soon = (act: () => void): void => {
    if (state === 'blackhole') waiting.push(act);
    else if (state === 'delay') setTimeout(act, delayMs);
    else act();
  };
  const join = (from: Socket, to: Socket): void => {
    open.add(from);
    from.on('error', () => {});
    from.on('data', (chunk: Buffer) => {
      from.pause();
      soon(() => {
        if (to.write(chunk)) from.resume();
        else to.once('drain', () => from.resume());
      });
    });
    from.on('close', () => {
      open.delete(from);
      soon(() => to.destroy());
    });
  };
  const lead = (near: Socket): void => {
    if (near.destroyed) return;
    const far = connect(leadsTo, '127.0.0.1');
    join(near, far);
    join(far, near);
  };
  const reset = (): void => {
    waiting = [];
    for (const socket of open) socket.resetAndDestroy();
  };
  const server = createServer((near) => {
    near.on('error', () => {});
    if (state === 'reset') return void near.resetAndDestroy();
    open.add(near);
    soon(() => lead(near));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      state = next;
      if (next === 'reset') return reset();
      const acts = next === 'blackhole' ? [] : waiting.splice(0);
      for (const act of acts) act();
    },
    lead(port) {
      leadsTo = port;
      reset();
    },
    close() {
      server.close();
      reset();
    },
  };
}
