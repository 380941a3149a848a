/** What came of a simulation, as people and programs read it. */
import { genesisHash } from '../actors/journal/event-chain.ts';
import type { Store } from '../store/sqlite/open-store.ts';
import type { Agents } from './agents.ts';
import type { FaultSite, Faults } from './faults.ts';
import type { Invariants } from './invariants.ts';
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
  readonly lags: readonly Lag[];
  readonly verbs: ReadonlyMap<string, VerbCounts>;
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
    items: await store.reads.countByStatus('queue_item'),
    papers: await store.reads.countByStatus('paper'),
    published: (await store.reads.countByStatus('corpus_entry'))['imported'] ?? 0,
    runs_started: runs,
    lives: plane.lives,
    busy_pct: Object.fromEntries(
      options.settings.workers.map(({ name }) => [
        name,
        Math.round((1000 * (busyMs.get(name) ?? 0)) / Math.max(1, time.elapsedMs)) / 10,
      ]),
    ),
    idle_machines: played.idle.report(),
    waited_for_a_person: played.waiting.report(),
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

/** Alert to message, in 95 of 100 cases; of fewer messages than so many nothing is said. */
const goal = { alertToMessageSec: 30, messagesMin: 20 } as const;

/** What was to be reached and was not, in sentences. Where more goes wrong than usual nothing is promised. */
export function missedGoals({ alerts }: SimulationReport, faults: number): string[] {
  const { count, p95_sec } = alerts.fired_to_message;
  if (faults > 1 || count < goal.messagesMin || p95_sec === null) return [];
  if (p95_sec <= goal.alertToMessageSec) return [];
  return [
    `of ${count} messages the slowest twentieth came ${p95_sec} s and more after its alert; ${goal.alertToMessageSec} s is the goal`,
  ];
}
