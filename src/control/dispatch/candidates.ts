/** Which item goes next, and whether an item may go at all: the rules of dispatch, without doing it. */
import { limits } from '../../domain/limits.ts';
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { type Needs, readSwitch } from '../common/index.ts';
import { lanesOf, type RouteRule, type WorkerTarget } from '../fleet/index.ts';
import { troubleOfTarget } from '../workers/index.ts';
import { type BudgetTrouble, dayTrouble, projectTrouble } from './budgets.ts';
import { routeItem } from './session-route.ts';

/** An item that may go, and where to. */
export interface Candidate {
  readonly item: QueueItem;
  readonly target: WorkerTarget;
  readonly routeRule: RouteRule;
  readonly routeReason: string;
}

/** The item to go next; without one, why. */
export type Selection =
  | { readonly found: Candidate }
  | { readonly found: null; readonly reason: string };

/** Why nothing is dispatched at all now; null while the queue is open. */
export async function whyClosed(context: Needs<'reads'>): Promise<string | null> {
  const { status, reason } = await readSwitch(context);
  if (status === 'open') return null;
  const what = status === 'maintenance' ? 'Maintenance mode is on' : 'The queue is paused';
  return `${what}${reason === null ? '' : ` (${reason})`}; resume the queue to let it go on`;
}

/**
 * How many queued items are looked at, step by step, when those before them have no open lane: a
 * long queue for one worker must not keep another worker's items waiting.
 */
const candidateSteps = [10, 100, 1_000, 10_000] as const;

/**
 * The first candidate whose worker is not known to be in trouble, so that one broken worker does not
 * keep the others idle. Where only such ones are left the first of them is tried: its worker may be
 * well again, and if not the failure says what is wrong.
 */
export async function selectNext(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
  busy: ReadonlySet<string>,
): Promise<Selection> {
  const day = await dayTrouble(context);
  if (day !== null) return noneCan(day.reason);
  const allBusy = context.workers.targets.every((target) => freeLane(target, busy) === undefined);
  let firstReason: string | null = null;
  let fallback: Candidate | null = null;
  const closedWays = new Set<string>();
  let overBudget = 0;
  let seen = 0;
  let isWhole = allBusy;
  for (const step of candidateSteps) {
    const rows = await context.reads.dispatchCandidates(step);
    for (const row of rows.slice(seen)) {
      // Where a candidate would go is all that can speak against it.
      const way = [
        row['machine_target'],
        row['workload_class'],
        row['next_mode'],
        row['session_lane'],
      ]
        .map(String)
        .join(' ');
      if (closedWays.has(way)) continue;
      const item = queueItemSchema.parse(row);
      const judged = judge(context, item, busy);
      const trouble = judged.ok ? await projectTrouble(context, item) : null;
      if (trouble !== null) {
        // It says nothing of others that would go the same way.
        firstReason ??= `${item.project_id} cannot go: ${trouble.reason}`;
        overBudget += 1;
        if (overBudget < limits.budgetSkippedMax) continue;
        return fallback === null ? noneCan(firstReason) : { found: fallback };
      }
      closedWays.add(way);
      if (!judged.ok) firstReason ??= judged.reason;
      else if ((await troubleOfTarget(context, judged.candidate.target)) === null)
        return { found: judged.candidate };
      else fallback ??= judged.candidate;
    }
    seen = rows.length;
    isWhole ||= seen < step;
    if (isWhole) break;
  }
  if (fallback !== null) return { found: fallback };
  if (firstReason !== null)
    return isWhole ? noneCan(firstReason) : noneOfFirstCan(seen, firstReason);
  return { found: null, reason: await nothingQueued(context) };
}

const noneCan = (why: string): Selection => ({
  found: null,
  reason: `No queued item can go: ${why}`,
});

/** Others may be further back, whose worker is free: they have to wait until the queue is shorter. */
const noneOfFirstCan = (seen: number, why: string): Selection => ({
  found: null,
  reason: `None of the first ${seen} queued items can go, and no more are looked at: ${why}`,
});

/** Items flagged for a person are queued by status, but no candidates. */
async function nothingQueued(context: Needs<'reads'>): Promise<string> {
  const flagged = await context.reads.count('queue_item', {
    status: 'queued',
    manual_review_required: true,
  });
  if (flagged === 0) return 'Nothing is queued';
  return `Nothing can be dispatched: ${flagged} queued item${flagged === 1 ? ' is' : 's are'} flagged for manual review`;
}

/** Why an item may not go now: a stable code, the words, and what the verdict rests on. */
export interface Obstacle {
  readonly ok: false;
  readonly code:
    | 'not_queued'
    | 'manual_review_required'
    | 'no_route'
    | 'lane_busy'
    | 'budget_spent';
  readonly reason: string;
  readonly target: WorkerTarget | null;
}

/** As `judge`, with what it takes a look at the runs to know: whether the budgets allow it. */
export async function judgeWithBudgets(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
  item: QueueItem,
  busyLanes: ReadonlySet<string>,
): Promise<
  | { readonly ok: true; readonly candidate: Candidate }
  | (Obstacle & { readonly trouble?: BudgetTrouble })
> {
  const judged = judge(context, item, busyLanes);
  if (!judged.ok) return judged;
  const trouble = (await dayTrouble(context)) ?? (await projectTrouble(context, item));
  if (trouble === null) return judged;
  const reason = `${item.project_id} cannot go: ${trouble.reason}`;
  return { ok: false, code: 'budget_spent', reason, target: judged.candidate.target, trouble };
}

/** The one lane that a resume may take; null: any. */
const boundLane = ({ next_mode: mode, session_lane: lane }: QueueItem): string | null =>
  mode === 'resume' ? (lane ?? null) : null;

/** A lane of the worker that no run holds: the bound one, or the first. */
function freeLane(
  target: WorkerTarget,
  busy: ReadonlySet<string>,
  bound: string | null = null,
): string | undefined {
  const lanes = lanesOf(target);
  const wanted = bound !== null && lanes.includes(bound) ? [bound] : lanes;
  return wanted.find((lane) => !busy.has(lane));
}

/** Whether a dispatch may take the item now, and where to, but for its budgets. */
export function judge(
  context: Needs<'workers'>,
  item: QueueItem,
  busyLanes: ReadonlySet<string>,
): { readonly ok: true; readonly candidate: Candidate } | Obstacle {
  const no = (code: Obstacle['code'], reason: string, target: WorkerTarget | null = null) =>
    ({ ok: false, code, reason: `${item.project_id}${reason}`, target }) as const;
  if (item.status !== 'queued')
    return no('not_queued', ` is ${item.status}, only queued items are dispatched`);
  if (item.manual_review_required)
    return no('manual_review_required', ' is flagged for manual review');
  const routed = routeItem(context.workers, item);
  if (!routed.ok) return no('no_route', `: ${routed.reason}`);
  const { target } = routed;
  const lane = freeLane(target, busyLanes, boundLane(item));
  if (lane === undefined) {
    const { length: most } = lanesOf(target);
    const held = most === 1 ? 'an active run' : `${most} active runs, as many as it may`;
    return no('lane_busy', ` waits for its lane: worker ${target.name} has ${held}`, target);
  }
  const there = lane === target.lane ? target : { ...target, lane };
  return {
    ok: true,
    candidate: { item, target: there, routeRule: routed.rule, routeReason: routed.reason },
  };
}
