/** Which item goes next, and whether an item may go at all: the rules of dispatch, without doing it. */
import { limits } from '../../domain/limits.ts';
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
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

/** An item that would have gone before, and why it did not. */
export interface PassedOver {
  readonly projectId: string;
  readonly reason: string;
}

/** The item to go next, with those before it that cannot; without one, why. */
export type Selection =
  | { readonly found: Candidate; readonly passedOver: readonly PassedOver[] }
  | { readonly found: null; readonly reason: string };

/** Why nothing is dispatched at all now; null while the queue is open. */
export async function whyClosed(context: Needs<'reads'>): Promise<string | null> {
  const { status, reason } = await readSwitch(context);
  if (status === 'open') return null;
  const what = status === 'maintenance' ? 'Maintenance mode is on' : 'The queue is paused';
  return `${what}${reason === null ? '' : ` (${reason})`}; resume the queue to let it go on`;
}

/**
 * The first item whose way is open, whose worker is not known to be in trouble and did not refuse it a moment ago, so
 * that neither a long queue for one worker nor a broken one keeps the others idle. Where only such ones are left the
 * first of them is tried: its worker may be well again, and if not the failure says what is wrong. `unfit` names the
 * workers that were tried just now, with what was seen: none of them is tried once more.
 */
export async function selectNext(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
  busy: ReadonlySet<string>,
  unfit: ReadonlyMap<string, string> = new Map(),
): Promise<Selection> {
  const day = await dayTrouble(context);
  if (day !== null) return noneCan(day.reason);
  let firstReason: string | null = null;
  let fallback: Extract<Selection, { found: Candidate }> | null = null;
  const passedOver: PassedOver[] = [];
  let skipped = 0;
  const heads = (await context.reads.dispatchHeads()).map((row) => ({ row, place: 0 }));
  for (let head = heads.shift(); head !== undefined; head = heads.shift()) {
    // One that cannot be read is in the way of those behind it alone.
    const item = queueItemSchema.parse(head.row);
    const place = head.place + 1;
    const judged = judge(context, item, busy);
    // Where an item would go is all that can speak against it, so it speaks against all that go its way.
    if (!judged.ok) {
      firstReason ??= judged.reason;
      continue;
    }
    const { candidate } = judged;
    const trouble = await projectTrouble(context, item);
    if (trouble === null) {
      const { name } = candidate.target;
      const sick = unfit.get(name) ?? (await troubleOfTarget(context, candidate.target));
      const why = sick ?? refusedLately(context, item)?.reason;
      if (why === undefined) return { found: candidate, passedOver };
      if (!unfit.has(name)) fallback ??= { found: candidate, passedOver: [...passedOver] };
      passedOver.push({ projectId: item.project_id, reason: why });
      if (sick !== null) continue;
    } else firstReason ??= `${item.project_id} cannot go: ${trouble.reason}`;
    // A budget, or a refusal, says nothing of others that would go the same way.
    skipped += 1;
    if (skipped === limits.dispatchSkippedMax) break;
    const row = await context.reads.dispatchAlike(item.project_id, place);
    if (row === undefined) continue;
    const at = heads.findIndex((other) => goesBefore(row, other.row));
    heads.splice(at === -1 ? heads.length : at, 0, { row, place });
  }
  if (fallback !== null) return fallback;
  if (firstReason !== null) return noneCan(firstReason);
  return { found: null, reason: await nothingQueued(context) };
}

/**
 * Why others go before an item that its worker refused, and until when; null: it keeps its place. A refusal that uses
 * up no retry would else come again at every look, and nothing behind it would ever go.
 */
export function refusedLately(
  { clock }: Needs<'clock'>,
  { last_event_type, last_error, updated_at }: QueueItem,
): { readonly reason: string; readonly untilMs: number } | null {
  if (last_event_type !== 'queue_item.dispatch_refused') return null;
  const sinceMs = clock.now() - Date.parse(updated_at);
  // From the future: the wall clock was put back.
  if (sinceMs < 0 || sinceMs >= limits.dispatchRefusedMs) return null;
  return {
    reason: `its worker refused it a moment ago: ${last_error ?? 'no reason was given'}`,
    untilMs: Date.parse(updated_at) + limits.dispatchRefusedMs,
  };
}

/** The order of the queue: by priority, rank, how long it waits, and id. */
function goesBefore(one: EntityRow, other: EntityRow): boolean {
  for (const member of ['dispatch_priority', 'selection_rank', 'updated_at', 'project_id']) {
    const [mine, its] = [one[member] as string | number, other[member] as string | number];
    if (mine !== its) return mine < its;
  }
  return false;
}

const noneCan = (why: string): Selection => ({
  found: null,
  reason: `No queued item can go: ${why}`,
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
    return no('not_queued', ` is ${stateWord(item.status)}, only queued items are dispatched`);
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
