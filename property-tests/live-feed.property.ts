/**
 * The live feed against the event log as truth: whatever is committed, cut, resumed and restarted in
 * whatever order, every stream of every client is the log's own, without gap, repeat or disorder.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transportNames } from '../test/support/http.ts';
import {
  createTestLog,
  type LiveServer,
  LiveTestClient,
  type SeenFrame,
  startLiveServer,
  type TestEvent,
  type TestLog,
} from '../test/support/live-server.ts';
import { propertyOptions } from './options.ts';

const topicsOf = [
  ['events'],
  ['events', 'state', 'events/run'],
  ['state/queue_item', 'events/queue_item/a'],
  ['state/run/b', 'state', 'events/run/b'],
] as const;

const event: fc.Arbitrary<TestEvent> = fc.record({
  kind: fc.constantFrom('queue_item', 'run'),
  id: fc.constantFrom('a', 'b'),
  set: fc.constantFrom({}, null),
});
const client = fc.nat(topicsOf.length - 1);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('commit'),
      events: fc.array(event, { minLength: 1, maxLength: 40 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('connect'), client }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cut'), client }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait'), ticks: fc.integer({ min: 1, max: 6 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Ids of the events of a stream, from the log. */
function truthOf(log: TestLog, stream: string): number[] {
  const [of, kind, id] = stream.split('/');
  return log.events
    .filter(({ payload, entity_type, entity_id }) => {
      if (of === 'state' && payload['change'] === undefined) return false;
      return (kind === undefined || kind === entity_type) && (id === undefined || id === entity_id);
    })
    .map(({ event_id }) => event_id);
}

/** A client as the documentation asks for: one position a stream, the smallest of them to resume from. */
class Follower {
  readonly topics: readonly string[];
  /** Every event delivered, by stream, over all connections. */
  readonly delivered = new Map<string, number[]>();
  #connection: { live: LiveTestClient; since: number } | null = null;

  constructor(topics: readonly string[]) {
    this.topics = topics;
    for (const topic of topics) this.delivered.set(topic, []);
  }

  async connect(port: number): Promise<void> {
    if (this.#connection !== null) return;
    const since = Math.min(...this.topics.map((topic) => this.delivered.get(topic)!.at(-1) ?? 0));
    const live = await LiveTestClient.open(port);
    live.subscribe(this.topics, since);
    this.#connection = { live, since };
  }

  /** Ends the connection where it is; frames under way are lost. */
  cut(log: TestLog): void {
    this.drop();
    this.collect(log);
  }

  drop(): void {
    this.#connection?.live.ws.terminate();
  }

  /** Reads the connection to its end, after the service closed it. */
  async end(log: TestLog): Promise<void> {
    if (this.#connection === null) return;
    const [code] = await this.#connection.live.closed;
    expect(code).toBe(1001);
    this.collect(log);
  }

  /** Waits until every stream has come to the end of the log. */
  async catchUp(log: TestLog): Promise<void> {
    for (const topic of this.topics) {
      const last = truthOf(log, topic).findLast((id) => id > this.#connection!.since);
      if (last === undefined) continue;
      await this.#connection!.live.until(() => this.#connection!.live.seqs(topic).at(-1) === last);
    }
    this.cut(log);
  }

  /** Judges what came on the connection, and forgets it. */
  collect(log: TestLog): void {
    if (this.#connection === null) return;
    const { live, since } = this.#connection;
    this.#connection = null;
    for (const topic of this.topics) {
      const frames = live.of(topic);
      this.#judge(topic, frames, truthOf(log, topic), since);
      const delivered = this.delivered.get(topic)!;
      const position = delivered.at(-1) ?? 0;
      for (const { seq } of frames) if (seq! > position) delivered.push(seq!);
    }
    expect(live.of('control').filter(({ type }) => ['gap', 'error'].includes(type))).toEqual([]);
  }

  /** The frames of one connection are the stream's events after `since`, each naming the one before. */
  #judge(
    topic: string,
    frames: readonly SeenFrame[],
    truth: readonly number[],
    since: number,
  ): void {
    const start = truth.findIndex((id) => id > since);
    const expected = start < 0 ? [] : truth.slice(start, start + frames.length);
    expect(
      frames.map(({ seq }) => seq),
      topic,
    ).toEqual(expected);
    const before = [null, ...truth];
    expect(
      frames.map(({ prev_seq }) => prev_seq),
      topic,
    ).toEqual(frames.map(({ seq }) => before[truth.indexOf(seq!)]));
  }
}

describe('the live feed', () => {
  it.each(transportNames)(
    'shows every client the log, whatever happens (%s)',
    async (transport) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 5, maxLength: 40 }),
          fc.infiniteStream(fc.nat(3)),
          async (steps, delays) => {
            const log = createTestLog(async () => {
              for (let left = delays.next().value ?? 0; left > 0; left -= 1) await tick();
            });
            await run(transport, log, steps);
          },
        ),
        propertyOptions(60),
      );
    },
  );
});

async function run(
  transport: (typeof transportNames)[number],
  log: TestLog,
  steps: readonly Step[],
): Promise<void> {
  let server: LiveServer = await startLiveServer({ transport, log });
  const followers = topicsOf.map((topics) => new Follower(topics));
  try {
    for (const each of steps) {
      if (each.kind === 'commit') await log.commit(...each.events);
      else if (each.kind === 'connect') await followers[each.client]!.connect(server.port);
      else if (each.kind === 'cut') followers[each.client]!.cut(log);
      else if (each.kind === 'wait') for (let left = each.ticks; left > 0; left -= 1) await tick();
      else {
        await server.stop();
        await Promise.all(followers.map((follower) => follower.end(log)));
        server = await startLiveServer({ transport, log });
      }
    }
    await Promise.all(followers.map((follower) => follower.connect(server.port)));
    await Promise.all(followers.map((follower) => follower.catchUp(log)));
    for (const { topics, delivered } of followers) {
      for (const topic of topics) expect(delivered.get(topic)).toEqual(truthOf(log, topic));
    }
  } finally {
    for (const follower of followers) follower.drop();
    await server.stop();
  }
}
