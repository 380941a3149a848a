/** The lanes: one per distinct worker address, with what runs there, what waits, or why nothing goes. */
import { limits } from '../../domain/limits.ts';
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import {
  findHolds,
  type Hold,
  holdWords,
  type Needs,
  readCounts,
  stampOf,
} from '../common/index.ts';

import { lanesOf, type WorkerTarget } from '../fleet/index.ts';
import { preflightFreshness, readWorkerHealth, type WorkerHealth } from '../workers/index.ts';
import { dayTrouble } from './budgets.ts';
import { judge, whyClosed } from './candidates.ts';
import { describe, newRunId } from './replies.ts';
import { routeItem } from './session-route.ts';

/** Lanes in one reply; a service has a handful. */
const lanesMax = 200;

/** What waits for a lane, among the first candidates of the whole queue. */
interface Waiting {
  count: number;
  first: QueueItem;
}

/** An item that goes to no worker, and why. */
export interface Unrouted {
  readonly item: QueueItem;
  readonly reason: string;
}

/**
 * The first candidates of the queue, and where it is longer than they are also the first of each way that none of
 * them goes: what waits for a lane is known of every lane.
 */
async function readCandidates({ reads }: Needs<'reads'>) {
  const first = await reads.dispatchCandidates(limits.laneCandidatesMax);
  const atLeast = first.length === limits.laneCandidatesMax;
  const known = new Set(first.map((row) => row['project_id']));
  const heads = atLeast ? await reads.dispatchHeads() : [];
  return {
    candidates: [...first, ...heads.filter((row) => !known.has(row['project_id']))],
    atLeast,
  };
}

/** The queue as its candidates would go, in order, by the lane of the worker each is routed to; and those without one. */
export async function readWaiting({ reads, workers }: Needs<'reads' | 'workers'>) {
  const { candidates, atLeast } = await readCandidates({ reads });
  const byLane = new Map<string, QueueItem[]>();
  const unrouted: Unrouted[] = [];
  for (const row of candidates) {
    // One whose stored state is damaged is out of service, and named as that.
    if (typeof row['project_id'] !== 'string') continue;
    const item = row as unknown as QueueItem;
    const routed = routeItem(workers, item);
    if (!routed.ok) {
      unrouted.push({ item, reason: routed.reason });
      continue;
    }
    const { lane } = routed.target;
    const waiting = byLane.get(lane);
    if (waiting === undefined) byLane.set(lane, [item]);
    else waiting.push(item);
  }
  return { byLane, unrouted, atLeast };
}

/** Every lane, busy or not. `waiting.at_least` says that the queue is longer than was looked at. */
export async function readLanes(
  context: Needs<'clock' | 'reads' | 'settings' | 'vitals' | 'workers'>,
) {
  const { reads, workers } = context;
  const [active, { candidates, atLeast }, health, closed, counts, day] = await Promise.all([
    reads.list('queue_item', {
      ...firstPage,
      pageSize: lanesMax,
      filters: { status: activeQueueStatuses },
    }),
    readCandidates(context),
    readWorkerHealth(context),
    whyClosed(context),
    readCounts(context),
    dayTrouble(context),
  ]);
  const runningOn = new Map(
    active.rows.map((row) => queueItemSchema.parse(row)).map((item) => [item.lane ?? '', item]),
  );
  const waiting = new Map<string, Waiting>();
  let unrouted = 0;
  for (const row of candidates) {
    const item = row as unknown as QueueItem;
    const routed = routeItem(workers, item);
    if (!routed.ok) unrouted += 1;
    else note(waiting, routed.target.lane, item);
  }
  const configured = new Map<string, WorkerTarget[]>();
  for (const target of workers.targets) {
    for (const lane of lanesOf(target))
      configured.set(lane, [...(configured.get(lane) ?? []), target]);
  }
  // A lane that is no longer configured is still shown while a run holds it.
  const lanes = [...new Set([...configured.keys(), ...runningOn.keys()])].slice(0, lanesMax);
  return {
    ok: true,
    lanes: lanes.map((lane) =>
      toLane(context, {
        lane,
        targets: configured.get(lane) ?? [],
        running: runningOn.get(lane) ?? null,
        // What waits for a cluster waits for any of its lanes.
        waiting: waiting.get(configured.get(lane)?.[0]?.lane ?? lane) ?? null,
        atLeast,
        health,
        closed,
        overBudget: day?.reason ?? null,
        hold: findHolds(context)[0] ?? null,
      }),
    ),
    queue: {
      open: closed === null,
      reason: closed,
      live_dispatch_enabled: context.settings.liveDispatchEnabled,
    },
    unrouted: { count: unrouted, at_least: atLeast },
    operator_counts: counts.operator,
    ...stampOf(context.clock, 'store'),
  };
}

function note(waiting: Map<string, Waiting>, lane: string, item: QueueItem): void {
  const known = waiting.get(lane);
  if (known === undefined) waiting.set(lane, { count: 1, first: item });
  else known.count += 1;
}

interface LaneFacts {
  readonly lane: string;
  readonly targets: readonly WorkerTarget[];
  readonly running: QueueItem | null;
  readonly waiting: Waiting | null;
  readonly atLeast: boolean;
  readonly health: readonly WorkerHealth[];
  readonly closed: string | null;
  /** What keeps every run from being started; null: nothing does. */
  readonly hold: Hold | null;
  /** Why the day's budget lets nothing begin; null: it does. */
  readonly overBudget: string | null;
}

function toLane(context: Needs<'clock' | 'settings' | 'workers'>, facts: LaneFacts) {
  const { lane, targets, running, waiting, atLeast } = facts;
  const names = targets.map(({ name }) => name);
  const seen = facts.health
    .filter(({ worker }) => names.includes(worker.target))
    .sort((one, other) =>
      (one.worker.observed_at ?? '') < (other.worker.observed_at ?? '') ? 1 : -1,
    )
    .at(0);
  const trouble = seen?.trouble ?? null;
  const blocked = whyNothingGoes(context, facts, trouble);
  return {
    lane,
    names,
    roles: [...new Set(targets.map(({ role }) => role))],
    configured: targets.length > 0,
    health: {
      status: seen?.worker.status ?? 'unknown',
      trouble,
      reason: seen?.worker.reason ?? (seen === undefined ? 'it was never looked at' : null),
      observed_at: seen?.worker.observed_at ?? null,
      freshness: preflightFreshness(context, seen?.worker.target ?? names[0] ?? lane, seen),
    },
    active: running === null ? null : toActive(running),
    waiting: { count: waiting?.count ?? 0, at_least: atLeast },
    next: waiting === null ? null : nextOf(context, waiting.first),
    goes: blocked === null,
    blocked_by: blocked,
  };
}

const toActive = (item: QueueItem) => ({
  project_id: item.project_id,
  project_name: item.project_name,
  status: item.status,
  run_id: item.current_run_id,
  since: item.last_dispatch_at,
  last_callback_at: item.last_callback_at,
  job: item.job ?? null,
});

/** As a dispatch would describe it if its lane were free. */
function nextOf(context: Needs<'clock' | 'workers'>, row: QueueItem) {
  const judged = judge(context, queueItemSchema.parse(row), new Set());
  return judged.ok ? describe(judged.candidate, newRunId(context, judged.candidate)) : null;
}

/** What keeps the next item from this lane, the first thing a dispatch would stop at; null: nothing. */
function whyNothingGoes(context: Needs<'settings'>, facts: LaneFacts, trouble: string | null) {
  const { targets, running, waiting, closed } = facts;
  const why = (code: string, reason: string) => ({ code, reason });
  if (closed !== null) return why('queue_closed', closed);
  if (running !== null) {
    const what = `${running.project_id} is ${stateWord(running.status)} with run ${running.current_run_id ?? '?'}`;
    return why('lane_busy', what);
  }
  if (targets.length === 0) return why('not_configured', 'no worker is configured at this address');
  if (waiting === null) return why('nothing_waiting', 'no queued item would go here');
  if (facts.hold !== null) return why(facts.hold.code, holdWords(facts.hold));
  if (facts.overBudget !== null) return why('budget_spent', facts.overBudget);
  if (!context.settings.liveDispatchEnabled)
    return why('live_dispatch_disabled', 'live_dispatch_enabled is false in the configuration');
  return trouble === null ? null : why('worker_trouble', trouble);
}
