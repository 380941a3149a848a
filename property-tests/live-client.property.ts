/**
 * The live feed's client against a model of the service that cuts, repeats, swaps and loses what it
 * sends, forgets old events, falls silent and is slow to open: what the client's user saw is the log.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLiveClient } from '../src/http/live/client.ts';
import type { DataFrame, LiveGap } from '../src/http/live/client-types.ts';
import { createManualClock, type ManualClock } from '../src/lib/clock.ts';
import { createFakeFeed, type FakeFeed, type Mangle } from '../test/support/live-fake.ts';
import { propertyOptions } from './options.ts';

const topics = ['events', 'events/paper', 'state', 'state/run', 'telemetry'] as const;
const entityTypes = ['run', 'paper'] as const;

type Step =
  | { readonly kind: 'append'; readonly entityType: (typeof entityTypes)[number] }
  | { readonly kind: 'sample' }
  | { readonly kind: 'cut'; readonly code: number }
  | { readonly kind: 'forget' }
  | { readonly kind: 'mangle'; readonly how: keyof typeof mangles }
  | { readonly kind: 'opening'; readonly how: FakeFeed['opening']; readonly ms: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'pause' | 'resume' | 'tryNow' }
  | { readonly kind: 'wait'; readonly ms: number };

/** Frames whose loss their stream gives away. */
const isChained = (text: string): boolean => /"type":"(?:event|state)"/.test(text);

/** Each is made anew: some remember what they have seen. */
const mangles = {
  none: (): Mangle | null => null,
  repeat: () => (text: string) => [text, text],
  loseEvery3: () => {
    let count = 0;
    return (text: string) => {
      if (!isChained(text)) return [text];
      count += 1;
      return count % 3 === 0 ? [] : [text];
    };
  },
  /** The first of each pair arrives after the second, with a repeat of something older. */
  swap: () => {
    let held: string | null = null;
    return (text: string) => {
      if (!isChained(text)) return [text];
      if (held === null) {
        held = text;
        return [];
      }
      const [first, second] = [text, held];
      held = null;
      return [first, second, first];
    };
  },
} as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      entityType: fc.constantFrom(...entityTypes),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'sample' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cut' as const),
      code: fc.constantFrom(1001, 1006, 1011, 1013),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'forget' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('mangle' as const),
      how: fc.constantFrom(...(Object.keys(mangles) as (keyof typeof mangles)[])),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('opening' as const),
      how: fc.constantFrom('open' as const, 'refused' as const, 503),
      ms: fc.integer({ min: 0, max: 20_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'silence' as const }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('pause' as const, 'resume' as const, 'tryNow' as const)
      .map((kind) => ({ kind })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 1, 300, 5_000, 60_000),
    }),
  },
);

interface World {
  readonly clock: ManualClock;
  readonly feed: FakeFeed;
  readonly client: ReturnType<typeof createLiveClient>;
  readonly frames: DataFrame[];
  readonly gaps: { readonly gap: LiveGap; readonly atFrame: number }[];
}

function createWorld(before: number): World {
  const clock = createManualClock();
  const feed = createFakeFeed(clock);
  for (let count = 0; count < before; count += 1) feed.append();
  const frames: DataFrame[] = [];
  const gaps: World['gaps'] = [];
  const client = createLiveClient({
    url: 'ws://service.test/',
    token: 't',
    topics,
    since: 0,
    WebSocket: feed.WebSocket,
    clock,
    random: () => 0.5,
    onFrame: (frame) => void frames.push(frame),
    onGap: (gap) => void gaps.push({ gap, atFrame: frames.length }),
  });
  return { clock, feed, client, frames, gaps };
}

function apply({ clock, feed, client }: World, taken: Step): void {
  if (taken.kind === 'append') feed.append(taken.entityType);
  else if (taken.kind === 'sample') feed.sample('run-1', 1);
  else if (taken.kind === 'cut') feed.current?.cut(taken.code);
  else if (taken.kind === 'forget') feed.forget(feed.log.length);
  else if (taken.kind === 'mangle') feed.mangle = mangles[taken.how]();
  else if (taken.kind === 'silence') feed.silent = !feed.silent;
  else if (taken.kind === 'wait') clock.advance(taken.ms);
  else if (taken.kind === 'opening') {
    feed.opening = taken.how;
    feed.openingMs = taken.ms;
  } else client[taken.kind]();
}

/** The service behaves again; after a last event of each type everything must have arrived. */
function settle({ clock, feed, client }: World): void {
  Object.assign(feed, { mangle: null, opening: 'open', openingMs: 1, silent: false });
  client.resume();
  for (const entityType of entityTypes) feed.append(entityType);
  clock.advance(120_000);
  for (const entityType of entityTypes) feed.append(entityType);
  clock.advance(120_000);
}

function expected(world: World, topic: string): number[] {
  const [, type] = topic.split('/');
  const covered = (id: number): boolean =>
    world.gaps.some(
      ({ gap }) => gap.topics.includes(topic) && gap.toSeq !== null && id <= gap.toSeq,
    );
  const seen = new Set(seqsSeen(world, topic));
  return world.feed.log
    .filter((event) => type === undefined || event.entity_type === type)
    .map((event) => event.event_id)
    .filter((id) => seen.has(id) || !covered(id));
}

function seqsSeen({ frames }: World, topic: string): number[] {
  return frames.filter(({ stream }) => stream === topic).map(({ seq }) => seq ?? Number.NaN);
}

describe('the live feed’s client', () => {
  it('shows its user the log, each event once and in order, or tells of a gap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.array(step, { maxLength: 60 }),
        (before, steps) => {
          const world = createWorld(before);
          for (const taken of steps) apply(world, taken);
          settle(world);
          expect(world.client.status()).toEqual({ state: 'live' });
          for (const topic of topics.filter((name) => name !== 'telemetry')) {
            expect([topic, seqsSeen(world, topic)]).toEqual([topic, expected(world, topic)]);
          }
          if (!steps.some(({ kind }) => kind === 'forget')) expect(world.gaps).toEqual([]);
          world.client.close();
        },
      ),
      propertyOptions(400),
    );
  });

  it('tells of a gap before anything from behind it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = createWorld(3);
        for (const taken of steps) apply(world, taken);
        settle(world);
        for (const { gap, atFrame } of world.gaps) {
          const later = world.frames
            .slice(atFrame)
            .filter(({ stream }) => gap.topics.includes(stream) && stream !== 'telemetry');
          for (const { seq } of later) expect(seq ?? 0).toBeGreaterThan(gap.toSeq ?? 0);
        }
        world.client.close();
      }),
      propertyOptions(200),
    );
  });
});
