/** Clients of the live feed, many of them: each comes back at any plane, and what it heard is held against the log itself. */
import { createLiveClient } from '../../../src/http/live/client.ts';
import { liveFeedPath } from '../../../src/http/live/protocol.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { pick } from '../../../src/soak/chance.ts';
import type { Stage } from '../../../src/soak/stage.ts';
import type { Watcher } from '../../../src/soak/watchers.ts';
import {
  createFeedLedger,
  type FeedLedger,
  type Heard,
  hear,
  nothingHeard,
} from './feed-ledger.ts';
import { FeedSocket } from './feed-socket.ts';
import type { PlanesWorld } from './world.ts';

export interface FeedClient extends Watcher {
  readonly ledger: FeedLedger;
}

const partOfIt = ['events/run', 'state/queue_item'];

export function startClients(stage: Stage<PlanesWorld>, count: number): readonly FeedClient[] {
  const random = stage.random('ways of clients');
  return Array.from({ length: count }, (_, index) => {
    const name = `client ${index}${index % 4 === 0 ? ', coming and going' : ''}`;
    const topics = index % 5 === 4 ? partOfIt : ['events'];
    const ledger = createFeedLedger();
    class RoamingSocket extends FeedSocket {
      constructor(url: string, protocols: string[]) {
        const to = new URL(url);
        to.port = String(pick(random, stage.world.planes).front.port);
        super({
          url: to.href,
          protocols,
          streams: topics,
          ledger,
          onHeads: (heads) => stage.count('frames', heads),
          onWrong: (sentence) => stage.wrong(`the feed to "${name}": ${sentence}`),
        });
      }
    }
    const client = createLiveClient({
      url: `${stage.world.client.baseUrl.replace('http', 'ws')}${liveFeedPath}`,
      token: stage.world.token,
      topics,
      since: 0,
      WebSocket: RoamingSocket,
      clock: systemClock,
      random: stage.random(`watcher ${name}`),
      onFrame: () => {},
      onGap: (gap) => stage.wrong(`the feed has a gap for "${name}": ${JSON.stringify(gap)}`),
    });
    return { name, topics, ledger, client, heard: new Map() };
  });
}

const queries: Readonly<Record<string, string>> = {
  events: 'true',
  'events/run': `entity_type = 'run'`,
  'state/queue_item': `payload -> 'change' ->> 'kind' = 'queue_item'`,
};
const readAtOnce = 20_000;

/** A stream as the log has it. */
interface Due {
  /** Up to the event that everybody was waited for. */
  readonly awaited: Heard;
  /** Up to each id that a client heard last. */
  readonly at: ReadonlyMap<number, Heard>;
}

async function readDue(
  stage: Stage<PlanesWorld>,
  condition: string,
  { awaited: upTo, lasts }: { readonly awaited: number; readonly lasts: ReadonlySet<number> },
): Promise<Due> {
  const end = Math.max(upTo, ...lasts);
  let [heard, awaited] = [nothingHeard, nothingHeard];
  const at = new Map([[0, nothingHeard]]);
  for (let after = 0; after < end; after += readAtOnce) {
    const rows = await stage.world.database.read(
      `SELECT event_id AS id FROM orrery.events
       WHERE event_id > ${after} AND event_id <= ${Math.min(end, after + readAtOnce)} AND ${condition} ORDER BY event_id`,
    );
    for (const row of rows) {
      const id = Number(row['id']);
      heard = hear(heard, id);
      if (id <= upTo) awaited = heard;
      if (lasts.has(id)) at.set(id, heard);
    }
  }
  return { awaited, at };
}

/** Each client, all of them closed, has heard of its streams what the log has, each id once and in order. */
export async function compareClients(
  stage: Stage<PlanesWorld>,
  clients: readonly FeedClient[],
  awaited: number,
): Promise<void> {
  for (const [stream, condition] of Object.entries(queries)) {
    const those = clients.filter(({ topics }) => topics.includes(stream));
    const heardOf = ({ ledger }: FeedClient): Heard => ledger.heard.get(stream) ?? nothingHeard;
    const lasts = new Set(those.map((client) => heardOf(client).last));
    const due = await readDue(stage, condition, { awaited, lasts });
    for (const client of those) {
      const { count, last, print } = heardOf(client);
      const expected = due.at.get(last);
      const isWhole = last >= due.awaited.last;
      if (isWhole && expected?.count === count && expected.print === print) continue;
      stage.wrong(
        `"${client.name}" heard ${count} frames of ${stream} up to ${last}, where the log has ${expected?.count ?? 'none such'}, and ${due.awaited.count} up to ${due.awaited.last} that it must have heard`,
      );
    }
  }
}
