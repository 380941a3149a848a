/**
 * The soak's listeners on the live feed: of everything, of a part, slow ones, and ones that come and
 * go. Each counts what it is sent; in the end that is compared with the log.
 */
import { WebSocket } from 'ws';
import { createLiveClient } from '../http/live/client.ts';
import type { DataFrame, LiveClient } from '../http/live/client-types.ts';
import { liveFeedPath } from '../http/live/protocol.ts';
import { systemClock } from '../lib/clock.ts';
import { pick } from './chance.ts';
import { loop } from './loops.ts';
import type { Stage } from './stage.ts';
import { pause } from './time.ts';
import type { Scene } from './world.ts';

/** One listener and what it heard, by stream; compared with the log at the end. */
export interface Watcher {
  readonly name: string;
  readonly topics: readonly string[];
  readonly client: LiveClient;
  /** Of each stream that loses nothing the ids of its frames, ascending. */
  readonly heard: ReadonlyMap<string, readonly number[]>;
}

/** Its address and protocols are asked for by the live client. */
class Socket extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols, { perMessageDeflate: false, handshakeTimeout: 10_000 });
  }
}

/** Stops reading now and then, until the network's buffers and the service's are full. */
class SlowSocket extends Socket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols);
    let heard = 0;
    this.on('message', () => {
      heard += 1;
      if (heard % 50 !== 0 || this.readyState !== WebSocket.OPEN) return;
      this.pause();
      systemClock.setTimer(2_000, () => this.resume());
    });
  }
}

const kinds = [
  { name: 'all', topics: ['events'], socket: Socket },
  { name: 'all, coming and going', topics: ['events'], socket: Socket },
  { name: 'all, slowly', topics: ['events'], socket: SlowSocket },
  { name: 'runs and items', topics: ['events/run', 'state/queue_item'], socket: Socket },
  { name: 'states, coming and going', topics: ['state', 'events/paper'], socket: Socket },
  { name: 'telemetry', topics: ['telemetry', 'events/worker'], socket: Socket },
];

/** Starts one of each kind, from the first event on; a gap or a step back in a stream is wrong at once. */
export function startWatchers(stage: Stage<Scene>): readonly Watcher[] {
  return kinds.map((kind) => startWatcher(stage, kind));
}

/** One, whose `socket` leads to the service. */
function startWatcher(
  stage: Stage<Scene>,
  {
    name,
    topics,
    socket,
  }: { readonly name: string; readonly topics: readonly string[]; readonly socket: typeof Socket },
): Watcher {
  const { client, token } = stage.world;
  const heard = new Map<string, number[]>();
  const hear = (frame: DataFrame): void => {
    stage.count('frames');
    const { stream, seq } = frame;
    if (frame.type === 'sample' || seq === null) return;
    const ids = heard.get(stream) ?? [];
    const last = ids.at(-1) ?? 0;
    if (seq <= last) stage.wrong(`the feed sent ${stream} ${seq} after ${last} to "${name}"`);
    ids.push(seq);
    heard.set(stream, ids);
  };
  return {
    name,
    topics,
    heard,
    client: createLiveClient({
      url: `${client.baseUrl.replace('http', 'ws')}${liveFeedPath}`,
      token,
      topics,
      since: 0,
      WebSocket: socket,
      clock: systemClock,
      random: stage.random(`watcher ${name}`),
      onFrame: hear,
      onGap: (gap) => stage.wrong(`the feed has a gap for "${name}": ${JSON.stringify(gap)}`),
    }),
  };
}

/** Those whose names say so go and come back. */
export async function disturbWatchers(
  stage: Stage<Scene>,
  watchers: readonly Watcher[],
): Promise<void> {
  const random = stage.random('watchers');
  const restless = watchers.filter(({ name }) => name.includes('coming and going'));
  await loop(
    stage,
    () => 2_000 + random() * 6_000,
    async () => {
      const { client } = pick(random, restless);
      client.pause();
      await pause(random() * 3_000);
      client.resume();
      stage.count('watchers that came back');
    },
  );
}
