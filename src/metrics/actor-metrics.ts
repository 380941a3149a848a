/** What an actor host is doing, as metrics: how many actors, what waits, what its turns did. */
import type { InspectionEntry } from '../actors/runtime/inspection.ts';
import {
  BucketCounts,
  type MetricFamily,
  type MetricSource,
  type MetricValue,
} from './metric-family.ts';

/** The part of a host that is looked at. */
export interface WatchedHost {
  stats(): {
    readonly active: number;
    readonly messages: number;
    readonly effects: number;
    readonly timers: number;
    readonly quarantined: readonly string[];
  };
  readonly inspection: { subscribe(listener: (entry: InspectionEntry) => void): () => void };
  restoreProgress(): { readonly checked: number; readonly failed: number };
  readonly repairs: { countDeadLetters(): Promise<number> };
}

const turnBoundsSec = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

/** Turns and troubles of one host, counted from the moment of creation. */
class HostWatch {
  readonly name: string;
  readonly host: WatchedHost;
  /** By kind of actor, which are as many as there are machines. */
  readonly turns = new Map<string, { accepted: number; refused: number }>();
  readonly troubles = new Map<string, number>();
  readonly durations = new BucketCounts(turnBoundsSec);

  constructor(name: string, host: WatchedHost) {
    this.name = name;
    this.host = host;
    host.inspection.subscribe((entry) => this.#note(entry));
  }

  #note(entry: InspectionEntry): void {
    if (entry.kind !== 'turn') {
      this.troubles.set(entry.kind, (this.troubles.get(entry.kind) ?? 0) + 1);
      return;
    }
    const kind = entry.actor.slice(0, entry.actor.indexOf('/'));
    let counts = this.turns.get(kind);
    if (counts === undefined) {
      counts = { accepted: 0, refused: 0 };
      this.turns.set(kind, counts);
    }
    if (entry.accepted) counts.accepted += 1;
    else counts.refused += 1;
    this.durations.add(entry.durationMs / 1000);
  }
}

const troubleKinds = [
  'restart',
  'quarantine',
  'dead_letter',
  'effect_retry',
  'effect_failed',
] as const;

/** Metrics of the hosts of this process, each under its name (`control`, `gate`). */
export function createActorMetrics(hosts: Readonly<Record<string, WatchedHost>>): MetricSource {
  const watches = Object.entries(hosts).map(([name, host]) => new HostWatch(name, host));
  return {
    name: 'actors',
    read: async () => [
      ...gauges(watches),
      await deadLetters(watches),
      turnsTotal(watches),
      turnDurations(watches),
      family(watches, {
        type: 'counter',
        name: 'orrery_actor_troubles_total',
        help: 'Restarts, quarantines, dead letters, and effects that were retried or given up.',
        values: (watch) =>
          troubleKinds.map((trouble) => ({
            labels: { trouble },
            value: watch.troubles.get(trouble) ?? 0,
          })),
      }),
    ],
  };
}

function gauges(watches: readonly HostWatch[]): MetricFamily[] {
  const stats = new Map(watches.map((watch) => [watch, watch.host.stats()]));
  type Stats = ReturnType<WatchedHost['stats']>;
  const gauge = (name: string, help: string, value: (stats: Stats) => number): MetricFamily =>
    family(watches, {
      type: 'gauge',
      name,
      help,
      values: (watch) => [{ value: value(stats.get(watch)!) }],
    });
  return [
    gauge('orrery_actors_active', 'Actors in memory.', ({ active }) => active),
    gauge(
      'orrery_actor_mailbox_messages',
      'Messages waiting in mailboxes.',
      ({ messages }) => messages,
    ),
    gauge(
      'orrery_actor_effects_pending',
      'Effects and deliveries in the outbox.',
      ({ effects }) => effects,
    ),
    gauge('orrery_actor_timers_held', 'Durable timers held in memory.', ({ timers }) => timers),
    gauge(
      'orrery_actors_quarantined',
      'Actors out of service until they are released.',
      ({ quarantined }) => quarantined.length,
    ),
    family(watches, {
      type: 'gauge',
      name: 'orrery_actors_restore_checked',
      help: 'Stored actors restored dry since the start, by whether that worked.',
      values: ({ host }) => {
        const { checked, failed } = host.restoreProgress();
        return [
          { labels: { outcome: 'restored' }, value: checked - failed },
          { labels: { outcome: 'failed' }, value: failed },
        ];
      },
    }),
  ];
}

async function deadLetters(watches: readonly HostWatch[]): Promise<MetricFamily> {
  const counts = new Map<HostWatch, number>();
  for (const watch of watches) {
    counts.set(watch, await watch.host.repairs.countDeadLetters());
  }
  return family(watches, {
    type: 'gauge',
    name: 'orrery_dead_letters',
    help: 'Messages that no actor could handle and that wait for a person.',
    values: (watch) => [{ value: counts.get(watch)! }],
  });
}

function turnsTotal(watches: readonly HostWatch[]): MetricFamily {
  return family(watches, {
    type: 'counter',
    name: 'orrery_actor_turns_total',
    help: 'Messages decided by actors, by kind of actor and whether the event was accepted.',
    values: ({ turns }) =>
      [...turns].flatMap(([kind, counts]) => [
        { labels: { kind, outcome: 'accepted' }, value: counts.accepted },
        { labels: { kind, outcome: 'refused' }, value: counts.refused },
      ]),
  });
}

function turnDurations(watches: readonly HostWatch[]): MetricFamily {
  const name = 'orrery_actor_turn_duration_seconds';
  const values = watches.flatMap((watch) => watch.durations.values(name, { host: watch.name }));
  return { type: 'histogram', name, help: 'Time from taking a message to its commit.', values };
}

function family(
  watches: readonly HostWatch[],
  one: Pick<MetricFamily, 'type' | 'name' | 'help'> & {
    readonly values: (watch: HostWatch) => readonly MetricValue[];
  },
): MetricFamily {
  const values = watches.flatMap((watch) =>
    one
      .values(watch)
      .map(({ value, labels }) => ({ value, labels: { host: watch.name, ...labels } })),
  );
  return { type: one.type, name: one.name, help: one.help, values };
}
