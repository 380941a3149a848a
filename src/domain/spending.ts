/**
 * What runs have spent together: sums of wall time and of what their agents reported; and with them what a language
 * model used to word their papers. Pure.
 */
import type { BudgetMeasure } from './budgets.ts';
import { budgetDayMs } from './limits.ts';

/** A run as far as its spending goes, or a writing of a paper, which takes no wall time of a worker. */
export interface RunSpending {
  readonly run_id: string;
  readonly project_id: string;
  readonly status: string;
  /** When it was claimed, from which on its wall time counts. */
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly last_callback_at: string | null;
  /** Seconds until it was over; null while it goes on, and of runs of an earlier edition. */
  readonly wall_sec: number | null;
  readonly tokens: number | null;
  readonly cost_usd: number | null;
  /** When its agent's last report was taken. */
  readonly reported_at: string | null;
}

/** What a language model used for one writing of a paper, as the store has it. */
export interface WritingSpending {
  readonly paper_id: string;
  readonly project_id: string;
  readonly at: string;
  readonly tokens: number;
  readonly cost_usd: number | null;
  readonly unknown_requests: number;
}

/** The same among runs: what is known, and beside it what nobody knows. */
export function spendingOfWriting(of: WritingSpending): RunSpending[] {
  const common = {
    run_id: of.paper_id,
    project_id: of.project_id,
    status: 'written',
    created_at: of.at,
    ended_at: of.at,
    last_callback_at: null,
    wall_sec: 0,
    reported_at: of.at,
  };
  const isKnown = of.tokens > 0 || of.unknown_requests === 0;
  return [
    ...(isKnown ? [{ ...common, tokens: of.tokens, cost_usd: of.cost_usd }] : []),
    ...(of.unknown_requests > 0 ? [{ ...common, tokens: null, cost_usd: null }] : []),
  ];
}

/** A sum, and how many runs said nothing of what it sums. */
export interface Spent {
  /** Of the runs that did; null: none did, and there are some. */
  readonly spent: number | null;
  readonly unknown_runs: number;
}

/** When a run left its worker; one that asks a question did when it asked. Null: it has not. */
export const leftAt = (
  run: Pick<RunSpending, 'status' | 'ended_at' | 'last_callback_at'>,
): string | null =>
  run.ended_at ?? (run.status === 'question_pending' ? run.last_callback_at : null);

/** Seconds from the claim of a run to its end, or to `nowMs` while it goes on. */
export function wallSecOf(
  run: Pick<RunSpending, 'status' | 'created_at' | 'ended_at' | 'last_callback_at' | 'wall_sec'>,
  nowMs: number,
): number {
  if (run.wall_sec !== null) return run.wall_sec;
  if (run.status === 'dispatch_error') return 0;
  return secondsBetween(run.created_at, leftAt(run) ?? new Date(nowMs).toISOString());
}

/** Never below 0: a clock that was put back spends nothing. */
export const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;

/** What runs spent in all. */
export function spentByAll(
  runs: readonly RunSpending[],
  measure: BudgetMeasure,
  nowMs: number,
): Spent {
  if (measure === 'wall_sec') {
    const spent = runs.reduce((sum, run) => sum + wallSecOf(run, nowMs), 0);
    return { spent, unknown_runs: 0 };
  }
  if (measure === 'retries') return { spent: retriesOf(runs), unknown_runs: 0 };
  return sumReported(runs, measure);
}

/** Runs after the first; one that was never started counts as none. */
const retriesOf = (runs: readonly RunSpending[]): number =>
  Math.max(0, runs.filter(({ status }) => status !== 'dispatch_error').length - 1);

/**
 * Until when what was spent counts, ms since the epoch. What lies ahead was written while the clock was ahead: up to
 * a day of it counts, so that setting a clock right sets no budget free; from farther off nobody knows when it was,
 * and nothing waits for that time to come.
 */
const countsUntilMs = (nowMs: number): number => nowMs + budgetDayMs;

/**
 * What runs spent since `sinceMs`: of wall time the seconds that lie in it; of tokens and costs, which
 * have one time only, those of the runs whose last report lies in it.
 */
export function spentSince(
  runs: readonly RunSpending[],
  measure: BudgetMeasure,
  span: { readonly sinceMs: number; readonly nowMs: number },
): Spent {
  const { sinceMs, nowMs } = span;
  const untilMs = countsUntilMs(nowMs);
  if (measure === 'wall_sec') {
    const spent = runs.reduce((sum, run) => {
      const beginMs = Date.parse(run.created_at);
      const endMs = beginMs + wallSecOf(run, nowMs) * 1000;
      return sum + Math.max(0, Math.min(endMs, untilMs) - Math.max(beginMs, sinceMs)) / 1000;
    }, 0);
    return { spent, unknown_runs: 0 };
  }
  if (measure === 'retries') return { spent: retriesOf(runs), unknown_runs: 0 };
  const liesIn = ({ reported_at: at }: RunSpending): boolean =>
    at !== null && Date.parse(at) >= sinceMs && Date.parse(at) < untilMs;
  const isSilent = (run: RunSpending): boolean => run[measure] === null && run.reported_at === null;
  return sumReported(
    runs.filter((run) => isSilent(run) || liesIn(run)),
    measure,
  );
}

/** States in which nothing was spent yet, or certainly nothing ever. */
const unspent: ReadonlySet<string> = new Set(['new', 'prepared', 'dispatching', 'dispatch_error']);

function sumReported(runs: readonly RunSpending[], measure: 'tokens' | 'cost_usd'): Spent {
  const told = runs.flatMap((run) => run[measure] ?? []);
  const unknownRuns = runs.filter(
    (run) => run[measure] === null && !unspent.has(run.status),
  ).length;
  const spent =
    told.length === 0 && unknownRuns > 0 ? null : told.reduce((sum, one) => sum + one, 0);
  return { spent, unknown_runs: unknownRuns };
}

/**
 * When what was spent within a day will have fallen below `limit`, if nothing more is run. Null when it is below
 * already. To the millisecond, so that it is the same moment whenever it is asked for: who waits says it, and what
 * is said anew each time counts as a change.
 */
export function freeAgainMs(
  runs: readonly RunSpending[],
  measure: BudgetMeasure,
  { limit, nowMs }: { readonly limit: number; readonly nowMs: number },
): number | null {
  const isFreeFrom = (sinceMs: number): boolean =>
    (spentSince(runs, measure, { sinceMs, nowMs }).spent ?? 0) < limit;
  let spentMs = nowMs - budgetDayMs;
  if (isFreeFrom(spentMs)) return null;
  let freeMs = countsUntilMs(nowMs);
  while (freeMs - spentMs > 1) {
    const middleMs = Math.floor((spentMs + freeMs) / 2);
    if (isFreeFrom(middleMs)) freeMs = middleMs;
    else spentMs = middleMs;
  }
  return freeMs + budgetDayMs;
}
