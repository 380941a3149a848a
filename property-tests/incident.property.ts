/**
 * An incident against a simple model of its promise, whatever comes: alerts that come and go, messages
 * that arrive over one channel and not over the other, checks made twice, processes that die between any
 * two commits. On no channel is a message without a cause, lost or said twice, every receipt is kept, and
 * a restart changes nothing.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../src/domain/limits.ts';
import { notificationIdOf } from '../src/domain/notification.ts';
import { wellVitals } from '../test/support/control-context.ts';
import { type Death, IncidentWorld, type Said } from '../test/support/incident-world.ts';
import { propertyOptions } from './options.ts';

const { cooldownMs } = wellVitals.alerts;
const waitMs = limits.incidentWaitMs;
const quietMs = limits.incidentQuietMs;
const minute = 60_000;
const channels = ['mail', 'push'] as const;
type Channel = (typeof channels)[number];

type Act =
  | { readonly do: 'check'; readonly standing: readonly string[]; readonly isDoubled: boolean }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'answer'; readonly channel: Channel; readonly arrived: boolean };
interface Step {
  readonly act: Act;
  /** Null: the process lives through it. */
  readonly death: Death | null;
}

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('check' as const),
      standing: fc.subarray(['a', 'b', 'c']),
      isDoubled: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(5_000, 20_000, 5 * minute, 14 * minute, 16 * minute, 31 * minute),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      channel: fc.constantFrom(...channels),
      arrived: fc.boolean(),
    }),
  },
);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    act,
    death: fc.option(
      fc.record({
        commits: fc.integer({ min: 1, max: 4 }),
        moment: fc.constantFrom('before' as const, 'after' as const),
      }),
      { freq: 2 },
    ),
  }),
  { minLength: 4, maxLength: 30, size: 'max' },
);

interface ModelIncident {
  isClosed: boolean;
  /** Channels with a message that something is wrong under way, that took one, that were told the end. */
  readonly underWay: Set<Channel>;
  readonly heard: Set<Channel>;
  readonly ended: Set<Channel>;
}

/** What must be said, worked out apart from the machine: one group, and each channel by itself. */
class Model {
  nowMs = 0;
  #phase: 'none' | 'opening' | 'open' | 'quiet' = 'none';
  #standing: readonly string[] = [];
  #told = new Set<string>();
  #saidAtMs: number | null = null;
  #dueMs: number | null = null;
  readonly #incidents: ModelIncident[] = [];
  readonly said: string[] = [];

  get #current(): ModelIncident {
    return this.#incidents.at(-1)!;
  }

  check(standing: readonly string[]): void {
    this.#standing = standing;
    const some = standing.length > 0;
    if (this.#phase === 'none') {
      if (!some) return;
      this.#phase = 'opening';
      this.#told.clear();
      this.#incidents.push({
        isClosed: false,
        underWay: new Set(),
        heard: new Set(),
        ended: new Set(),
      });
      const next = this.#saidAtMs === null ? 0 : this.#saidAtMs + cooldownMs;
      this.#dueMs = Math.max(this.nowMs + waitMs, next);
    } else if (this.#phase === 'opening') {
      if (some) return;
      this.#phase = 'none';
      this.#dueMs = null;
    } else if (!some) {
      if (this.#phase === 'open') this.#dueMs = this.nowMs + quietMs;
      this.#phase = 'quiet';
    } else {
      this.#phase = 'open';
      const hasNews = standing.some((name) => !this.#told.has(name));
      const nextMs = (this.#saidAtMs ?? 0) + cooldownMs;
      this.#dueMs = hasNews ? nextMs : null;
      if (hasNews && nextMs <= this.nowMs) this.#say();
    }
  }

  wait(ms: number): void {
    const endMs = this.nowMs + ms;
    while (this.#dueMs !== null && this.#dueMs <= endMs) {
      this.nowMs = this.#dueMs;
      if (this.#phase === 'quiet') this.#close();
      else this.#say();
    }
    this.nowMs = endMs;
  }

  answer(channel: Channel, arrived: boolean): void {
    for (const incident of this.#incidents) {
      if (!incident.underWay.delete(channel) || !arrived) continue;
      incident.heard.add(channel);
      if (incident.isClosed) this.#end(incident, channel);
    }
  }

  #say(): void {
    this.#phase = 'open';
    this.#dueMs = null;
    this.#saidAtMs = this.nowMs;
    for (const name of this.#standing) this.#told.add(name);
    for (const channel of channels) {
      this.#current.underWay.add(channel);
      this.#note(channel, 'firing', [...this.#standing].sort());
    }
  }

  #close(): void {
    this.#phase = 'none';
    this.#dueMs = null;
    this.#current.isClosed = true;
    for (const channel of this.#current.heard) this.#end(this.#current, channel);
  }

  #end({ ended }: ModelIncident, channel: Channel): void {
    if (ended.has(channel)) return;
    ended.add(channel);
    this.#note(channel, 'resolved', []);
  }

  #note(channel: Channel, news: string, members: readonly string[]): void {
    const second = String(this.nowMs / 1000).padStart(9);
    this.said.push(`${second} ${channel} ${news} ${members.join(' ')}`);
  }
}

/** As the model writes it; a resolve names who was told, which the model leaves out. */
const asLines = (said: readonly Said[]): string[] =>
  said
    .map(({ second, channel, news, members }) => {
      const named = news === 'firing' ? [...members].sort().join(' ') : '';
      return `${String(second).padStart(9)} ${channel} ${news} ${named}`;
    })
    .sort();

async function play(taken: readonly Step[], isMortal: boolean): Promise<IncidentWorld> {
  const world = new IncidentWorld(channels);
  await world.start();
  for (const { act: next, death } of taken) {
    if (isMortal && death !== null) world.dieAt(death);
    if (next.do === 'wait') await world.wait(next.ms);
    else if (next.do === 'answer') await world.answer(next.arrived, next.channel);
    else {
      await world.check(next.standing);
      if (next.isDoubled) await world.check(next.standing);
    }
  }
  return world;
}

function expected(taken: readonly Step[]): string[] {
  const model = new Model();
  for (const { act: next } of taken) {
    if (next.do === 'wait') model.wait(next.ms);
    else if (next.do === 'answer') model.answer(next.channel, next.arrived);
    else model.check(next.standing);
  }
  return model.said.sort();
}

/** What holds of every list of messages on each channel, whatever the model says. */
function checkPromises(said: readonly Said[]): void {
  for (const channel of channels) {
    const own = said.filter((each) => each.channel === channel);
    const firing = own.filter(({ news }) => news === 'firing').map(({ second }) => second);
    firing.sort((one, other) => one - other);
    for (const [index, second] of firing.entries())
      if (index > 0) expect(second - firing[index - 1]!).toBeGreaterThanOrEqual(cooldownMs / 1000);
    const ends = own.filter(({ news }) => news === 'resolved').map(({ incidentId }) => incidentId);
    expect(new Set(ends).size).toBe(ends.length);
  }
}

/** What became of every message is what its incident says of it, with the receipt of that one. */
function checkReceipts(world: IncidentWorld): void {
  const states = { null: 'under_way', true: 'delivered', false: 'undeliverable' } as const;
  const known = world.incidents().flatMap(({ incident_id: id, deliveries }) =>
    deliveries.map(({ sequence, channel, news, state, receipt }) => ({
      id: notificationIdOf(id, sequence, channel),
      news,
      state,
      receipt,
    })),
  );
  const said = world.said().map(({ id, news, arrived }) => ({
    id,
    news,
    state: states[`${arrived}`],
    receipt: arrived === true ? `r-${id}` : null,
  }));
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect([...known].sort(byId)).toEqual(said.sort(byId));
}

describe('an incident', () => {
  it('says what its model says, in a process that dies at any commit', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const world = await play(taken, true);
        expect(asLines(world.said())).toEqual(expected(taken));
        checkPromises(world.said());
        checkReceipts(world);
      }),
      propertyOptions(60),
    );
  });

  it('says the same, message for message, as one that never died', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const [mortal, immortal] = [await play(taken, true), await play(taken, false)];
        expect(mortal.said()).toEqual(immortal.said());
        expect(mortal.incidents()).toEqual(immortal.incidents());
      }),
      propertyOptions(30),
    );
  });

  it('that flaps every five minutes for a day says two things', async () => {
    const world = new IncidentWorld();
    await world.start();
    for (let time = 0; time < 24 * 60; time += 10) {
      await world.check(['a']);
      await world.wait(5 * minute);
      if (time === 60) await world.answer(true);
      await world.check([]);
      await world.wait(5 * minute);
    }
    await world.wait(quietMs);
    await world.answer(true);
    expect(world.said().map(({ news }) => news)).toEqual(['firing', 'resolved']);
    expect(world.incidents()).toHaveLength(1);
  });
});
