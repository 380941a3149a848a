/**
 * What will have run by a moment to come: the queue played on its lanes with the lengths that past runs
 * had. A forecast, and said to be one: without past runs it says that nobody knows.
 */
import { limits } from '../../domain/limits.ts';
import { type QueueItem, type Run, runSchema } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import type { RelianceFacts } from '../reliance/index.ts';

/** How long runs took, ms. */
interface Lengths {
  readonly byClass: ReadonlyMap<string, number>;
  /** Median over all; null: no run has ended yet. */
  readonly overall: number | null;
  readonly runs: number;
}

/** What waits for what. */
interface Waits {
  readonly reason: string;
  readonly items: number;
}

/** The body's member `forecast`. */
export interface Forecast {
  /** ISO 8601. */
  readonly until: string;
  readonly hours: number;
  /** What runs or is queued now, as far as was looked at. */
  readonly items: number;
  readonly at_least: boolean;
  /** Of these, how many will be over by then; null where nobody knows how long a run takes. */
  readonly will_have_run: number | null;
  /** Those that will not even begin, by what keeps them. */
  readonly waits: readonly Waits[];
  readonly basis: { readonly runs: number; readonly median_seconds: number | null };
  /** The same in words. */
  readonly sentence: string;
}

/** The lengths of the runs that ended last. */
export async function readLengths({ reads }: Needs<'reads'>): Promise<Lengths> {
  const page = await reads.list('run', {
    ...firstPage,
    pageSize: limits.forecastRunsMax,
    sort: '-updated_at',
    filters: { status: ['wake_ready', 'session_finished_ready'] },
  });
  return measureRuns(page.rows.map((row) => runSchema.parse(row)));
}

/** Pure. */
export function measureRuns(runs: readonly Run[]): Lengths {
  const lengths = runs.flatMap((run) => {
    const ms = Date.parse(run.ended_at ?? '') - Date.parse(run.started_at ?? '');
    return ms >= 0 ? [{ ms, of: run.workload_class ?? '' }] : [];
  });
  const classes = [...new Set(lengths.map(({ of }) => of))];
  const medianOf = (chosen: typeof lengths) => median(chosen.map(({ ms }) => ms));
  return {
    byClass: new Map(
      classes.flatMap((name) => {
        const ms = medianOf(lengths.filter(({ of }) => of === name));
        return ms === null ? [] : [[name, ms] as const];
      }),
    ),
    overall: medianOf(lengths),
    runs: lengths.length,
  };
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** Plays each lane one run after the other until then. Pure. */
export function foresee(facts: RelianceFacts, lengths: Lengths, nowMs: number): Forecast {
  const untilMs = nowMs + limits.forecastHours * 3_600_000;
  const lanes = lanesOf(facts);
  const played = lanes.map((lane) => playLane(lane, lengths, nowMs, untilMs));
  const never = withoutTurn(facts);
  const items = lanes.reduce(
    (sum, { running, waiting }) => sum + running.length + waiting.length,
    never.reduce((sum, one) => sum + one.items, 0),
  );
  const isKnown = lengths.overall !== null;
  const done = played.reduce((sum, { over }) => sum + over, 0);
  const waits = sumUp([...played.flatMap(({ waits: one }) => one), ...never]);
  const said = {
    until: toIsoTime(untilMs),
    hours: limits.forecastHours,
    items,
    at_least: facts.atLeast,
    will_have_run: isKnown ? done : null,
    waits,
    basis: {
      runs: lengths.runs,
      median_seconds: lengths.overall === null ? null : Math.round(lengths.overall / 1000),
    },
  };
  return { ...said, sentence: inWords(said) };
}

const noWorker = 'a worker to go to';
const budgetOf = (name: string): string => `budget ${name}`;

/** Budgets that keep a project from being started, by its id. */
const spentProjects = ({ alerts }: RelianceFacts): ReadonlyMap<string, string> =>
  new Map(
    alerts.budgets.flatMap(({ budget, isSpent, projectId: id }) =>
      isSpent && id !== null ? [[id, budgetOf(budget)] as const] : [],
    ),
  );

/** What no lane's turn comes to: it goes to no worker, or its project has spent its budget. */
function withoutTurn(facts: RelianceFacts): Waits[] {
  const spent = spentProjects(facts);
  const waiting = [...facts.waiting.values()].flat();
  return [
    ...facts.unrouted.map(() => ({ reason: noWorker, items: 1 })),
    ...waiting.flatMap(({ project_id: id }) => {
      const reason = spent.get(id);
      return reason === undefined ? [] : [{ reason, items: 1 }];
    }),
  ];
}

interface Lane {
  readonly running: readonly QueueItem[];
  readonly waiting: readonly QueueItem[];
  /** Why nothing new begins there; null: it does. */
  readonly closed: string | null;
}

function lanesOf(facts: RelianceFacts): Lane[] {
  const { waiting, lanes, alerts, automation } = facts;
  const names = new Map<string, string>();
  for (const [name, lane] of lanes) if (!names.has(lane)) names.set(lane, name);
  const troubled = new Set(
    alerts.workers.flatMap(({ worker, trouble }) => (trouble === null ? [] : [worker.target])),
  );
  const spent = spentProjects(facts);
  const day = alerts.budgets.find((one) => one.isSpent && one.projectId === null);
  const all = new Set([
    ...waiting.keys(),
    ...alerts.active.flatMap(({ item }) => (item.lane === null ? [] : [item.lane])),
  ]);
  return [...all].map((lane) => {
    const name = names.get(lane);
    const sick = name !== undefined && troubled.has(name) ? `worker ${name}` : null;
    return {
      running: alerts.active.flatMap(({ item }) => (item.lane === lane ? [item] : [])),
      waiting: (waiting.get(lane) ?? []).filter(({ project_id: id }) => !spent.has(id)),
      closed: automation.why ?? (day === undefined ? sick : budgetOf(day.budget)),
    };
  });
}

function playLane(
  { running, waiting, closed }: Lane,
  lengths: Lengths,
  nowMs: number,
  untilMs: number,
): { readonly over: number; readonly waits: readonly Waits[] } {
  const lengthOf = ({ workload_class: name }: QueueItem): number =>
    lengths.byClass.get(name ?? '') ?? lengths.overall ?? Number.POSITIVE_INFINITY;
  let atMs = nowMs;
  let over = 0;
  for (const item of running) {
    const beganMs = Date.parse(item.last_dispatch_at ?? toIsoTime(nowMs));
    // One that takes longer than others did is taken to end now: how long it still takes, nobody knows.
    atMs = Math.max(atMs, beganMs + lengthOf(item));
    if (atMs <= untilMs) over += 1;
  }
  if (closed !== null)
    return { over, waits: waiting.length === 0 ? [] : [{ reason: closed, items: waiting.length }] };
  let late = 0;
  for (const item of waiting) {
    const beginsMs = atMs;
    atMs += lengthOf(item);
    if (atMs <= untilMs) over += 1;
    else if (beginsMs > untilMs) late += 1;
  }
  return { over, waits: late === 0 ? [] : [{ reason: 'their turn', items: late }] };
}

function sumUp(waits: readonly Waits[]): Waits[] {
  const sums = new Map<string, number>();
  for (const { reason, items } of waits) sums.set(reason, (sums.get(reason) ?? 0) + items);
  return [...sums]
    .map(([reason, items]) => ({ reason, items }))
    .sort((one, other) => other.items - one.items);
}

function inWords(said: Omit<Forecast, 'sentence'>): string {
  const { items, will_have_run: done, waits, hours, at_least } = said;
  if (items === 0) return 'Nothing runs and nothing is queued.';
  const all = `${at_least ? 'at least ' : ''}${items}`;
  const rest = waits.map(
    ({ reason, items: count }) =>
      `${count} ${count === 1 ? 'waits' : 'wait'} for ${waitsFor(reason)}`,
  );
  const first =
    done === null
      ? `How many of ${all} will have run in ${hours} hours is not known: no run has ended yet`
      : `In ${hours} hours ${done} of ${all} will have run`;
  return `${[first, ...rest].join('; ')}.`;
}

const waitsFor = (reason: string): string =>
  reason === 'their turn' || reason === noWorker || /^(?:worker|budget) /.test(reason)
    ? reason
    : `a change: ${reason}`;
