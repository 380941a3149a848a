/** What came of a simulation, as people and programs read it. */
import { genesisHash } from '../actors/journal/event-chain.ts';
import type { Store } from '../store/sqlite/open-store.ts';
import type { Agents } from './agents.ts';
import type { FaultSite, Faults } from './faults.ts';
import type { Hearing } from './hearing.ts';
import type { Invariants } from './invariants.ts';
import type { Outsider } from './outsider.ts';
import type { SimulatedPapers } from './papers.ts';
import { type IdleMachines, type Lag, reportAlerts, type WaitingForPeople } from './people.ts';
import type { SimulatedPlane } from './plane.ts';
import type { PushService } from './push-service.ts';
import type { SimulationOptions } from './settings.ts';
import type { SimulatedTime } from './time.ts';
import type { Watching } from './watching.ts';

/** How often a verb was tried, and what it came to. */
export interface VerbCounts {
  readonly done: number;
  readonly refused: number;
}

interface Played {
  readonly options: SimulationOptions;
  readonly store: Store;
  readonly time: SimulatedTime;
  readonly plane: SimulatedPlane;
  readonly faults: Faults;
  readonly invariants: Invariants;
  readonly watching: Watching;
  readonly waiting: WaitingForPeople;
  readonly idle: IdleMachines;
  readonly agents: Agents;
  readonly push: PushService;
  readonly papers: SimulatedPapers;
  readonly lags: readonly Lag[];
  readonly verbs: ReadonlyMap<string, VerbCounts>;
  readonly hearing: Hearing;
  readonly outsider: Outsider | null;
  readonly gateLives: number;
}

/** The end of the log is equal for the same seed, options and version. */
export async function reportOf(played: Played) {
  const { options, store, time, plane, faults, invariants, watching, agents } = played;
  const { seed, days, ideas } = options;
  const eventId = await store.journal.headEventId();
  const { runs, busyMs } = agents.tally();
  const { broken } = invariants;
  return {
    seed,
    days,
    /** Played so far; less than `days` where something was broken. */
    days_played: Math.round((100 * time.elapsedMs) / 86_400_000) / 100,
    ideas,
    workers: options.settings.workers.length,
    head: { event_id: eventId, hash: (await store.hashOf(eventId)) ?? genesisHash },
    /** What must never happen and did; null in a good simulation. */
    broken,
    commits_checked: invariants.commits,
    /** Texts that the service's own writer wrote and the verifier read back. */
    texts_verified: played.papers.written.verified,
    items: await store.reads.countByStatus('queue_item'),
    papers: await store.reads.countByStatus('paper'),
    published: (await store.reads.countByStatus('corpus_entry'))['imported'] ?? 0,
    runs_started: runs,
    lives: plane.lives,
    /** Processes of all gates together. */
    gate_lives: played.gateLives,
    busy_pct: Object.fromEntries(
      options.settings.workers.map(({ name }) => [
        name,
        Math.round((1000 * (busyMs.get(name) ?? 0)) / Math.max(1, time.elapsedMs)) / 10,
      ]),
    ),
    idle_machines: played.idle.report(),
    waited_for_a_person: played.waiting.report(),
    /** How often the service was asked whether it can be left alone, and said so. */
    left_alone: { asked: played.hearing.asked, said: played.hearing.alone },
    /** Calls of the heartbeat that arrived, and how often the outsider called the service late and down. */
    heartbeat: played.outsider && { calls: played.outsider.calls, ...played.outsider.became },
    alerts: reportAlerts(watching, played.push.taken, played.lags),
    verbs: Object.fromEntries(
      [...played.verbs].sort(([one], [other]) => (one < other ? -1 : 1)),
    ) as Readonly<Record<string, VerbCounts>>,
    faults: Object.fromEntries(faults.hits) as Readonly<Record<FaultSite, number>>,
    /** One line that repeats it. */
    again: [
      options.command ?? 'orrery simulate',
      `--days ${days} --seed ${seed} --ideas ${ideas} --faults ${Math.round(100 * options.faults)}`,
    ].join(' '),
  };
}

/** As `reportOf` makes it. */
export type SimulationReport = Awaited<ReturnType<typeof reportOf>>;

/**
 * How late 95 of 100 messages may come, by how often things go wrong at most: after their alert fired, and beyond what
 * rules wait on purpose after the trouble began. Where still more goes wrong nothing is promised.
 */
const goals = [
  { faultsMax: 1, firedSec: 30, causeSec: 60 },
  { faultsMax: 5, firedSec: 120, causeSec: 300 },
] as const;
/** Of fewer messages nothing is said. */
const messagesMin = 20;

/** What was to be reached and was not, in sentences. */
export function missedGoals(
  { alerts }: Pick<SimulationReport, 'alerts'>,
  { faults, settings }: Pick<SimulationOptions, 'faults' | 'settings'>,
): string[] {
  const goal = goals.find(({ faultsMax }) => faults <= faultsMax);
  if (goal === undefined) return [];
  const { unreachableAfterMs, checkIntervalMs } = settings.alerts;
  const waitedSec = Math.max(unreachableAfterMs, checkIntervalMs) / 1000;
  const spreads = [
    ['after its alert', alerts.fired_to_message, goal.firedSec],
    ['after its cause', alerts.cause_to_message, waitedSec + goal.causeSec],
  ] as const;
  return spreads.flatMap(([since, { count, p95_sec }, mostSec]) =>
    count < messagesMin || p95_sec === null || p95_sec <= mostSec
      ? []
      : [
          `of ${count} messages the slowest twentieth came ${p95_sec} s and more ${since}; ${mostSec} s is the goal`,
        ],
  );
}
