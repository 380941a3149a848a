/**
 * Budgets: what they are called, and what of them is spent, left and due. A run takes those of its own
 * and of its project with it when it is claimed, so that its machine can judge them by itself. Pure.
 */
import * as z from 'zod';

/** Scope and measure of each; the field of the configuration is `budget_` and this name. */
export const budgetNames = [
  'run_wall_sec',
  'run_tokens',
  'run_cost_usd',
  'project_wall_sec',
  'project_tokens',
  'project_cost_usd',
  'project_retries',
  'day_wall_sec',
  'day_tokens',
  'day_cost_usd',
] as const;
/** Which budget. */
export type BudgetName = (typeof budgetNames)[number];
/** What is measured: seconds from the claim to the end, tokens, US dollars, or runs after the first. */
export type BudgetMeasure = 'wall_sec' | 'tokens' | 'cost_usd' | 'retries';
/** Whose it is: one run's, all runs' of a project, or all runs' of the last 24 hours. */
type BudgetScope = 'run' | 'project' | 'day';

/** What the name says is measured. */
export const measureOf = (name: BudgetName): BudgetMeasure =>
  name.slice(name.indexOf('_') + 1) as BudgetMeasure;
/** Whose budget the name says it is. */
export const scopeOf = (name: BudgetName): BudgetScope =>
  name.slice(0, name.indexOf('_')) as BudgetScope;

const amount = z.number().nonnegative();

/** What an agent says it has used since its run began; null: it has not said. */
export const usageSchema = z.object({
  tokens: z.int().nonnegative().nullable().describe('Tokens; null: not reported.'),
  cost_usd: amount.nullable().describe('US dollars; null: not reported.'),
});
/** As `usageSchema`: of the whole run, never less than before. */
export type Usage = z.infer<typeof usageSchema>;

/** A budget as a run carries it. */
export const runBudgetSchema = z.object({
  budget: z.enum(budgetNames),
  limit: amount,
  warn_at: amount.describe('What must be spent for the warning.'),
  before: amount.describe('What earlier runs of the project had spent at the claim.'),
  used: amount.nullable().describe('What this run has reported; of wall time always null.'),
  warned: z.boolean(),
});
/** One of those that a run was claimed with. */
export type RunBudget = z.infer<typeof runBudgetSchema>;

/** A budget that is used up. */
export const budgetStopSchema = z.object({
  budget: z.enum(budgetNames),
  spent: amount,
  limit: amount,
});
/** Why a run was stopped: seconds, tokens or US dollars, as the name says. */
export type BudgetStop = z.infer<typeof budgetStopSchema>;

const isWall = ({ budget }: Pick<RunBudget, 'budget'>): boolean => measureOf(budget) === 'wall_sec';

/** What is spent of it `wallSec` after the claim; null: its agent has not reported. */
function spentOf(budget: RunBudget, wallSec: number): number | null {
  if (isWall(budget)) return budget.before + wallSec;
  return budget.used === null ? null : budget.before + budget.used;
}

/** The first that is used up; null: none is. What is not reported is not judged. */
export function firstSpent(budgets: readonly RunBudget[], wallSec: number): BudgetStop | null {
  for (const budget of budgets) {
    const spent = spentOf(budget, wallSec);
    if (spent !== null && spent >= budget.limit) {
      return { budget: budget.budget, spent, limit: budget.limit };
    }
  }
  return null;
}

/** The first that is nearly used up and was not warned of; null: none is. */
export function firstToWarn(budgets: readonly RunBudget[], wallSec: number): BudgetStop | null {
  for (const budget of budgets) {
    const spent = spentOf(budget, wallSec);
    if (!budget.warned && spent !== null && spent >= budget.warn_at) {
      return { budget: budget.budget, spent, limit: budget.limit };
    }
  }
  return null;
}

/** The same budgets, of which `name` was warned of. */
export const afterWarning = (budgets: readonly RunBudget[], name: BudgetName): RunBudget[] =>
  budgets.map((budget) => (budget.budget === name ? { ...budget, warned: true } : budget));

/** The larger of two reports, each of which may be missing. */
export const largerOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** The same budgets with what the agent reports; a report of less than before changes nothing. */
export const withUsage = (budgets: readonly RunBudget[], usage: Usage): RunBudget[] =>
  budgets.map((budget) => {
    const measure = measureOf(budget.budget);
    if (measure === 'wall_sec' || measure === 'retries') return budget;
    return { ...budget, used: largerOf(budget.used, usage[measure]) };
  });

/** Milliseconds until one of them must be looked at, at least 1; null: none by time alone. */
export function dueInMs(budgets: readonly RunBudget[], wallSec: number): number | null {
  const pending = firstToWarn(budgets, wallSec) === null ? [] : [0];
  const ahead = budgets
    .filter(isWall)
    .map(({ before, limit, warn_at: warnAt, warned }) => (warned ? limit : warnAt) - before);
  const soonest = Math.min(...pending, ...ahead.map((sec) => Math.ceil((sec - wallSec) * 1000)));
  return Number.isFinite(soonest) ? Math.max(1, soonest) : null;
}

const scopeWords: Readonly<Record<BudgetScope, string>> = {
  run: 'run',
  project: 'project',
  day: 'day',
};
const measureWords: Readonly<Record<BudgetMeasure, string>> = {
  wall_sec: 'wall time',
  tokens: 'token',
  cost_usd: 'cost',
  retries: 'retry',
};

/** As in `run wall time budget spent: 8.2 of 8 h (budget_run_wall_sec)`. */
export function describeSpent({ budget, spent, limit }: BudgetStop): string {
  const what = `${scopeWords[scopeOf(budget)]} ${measureWords[measureOf(budget)]} budget`;
  return `${what} spent: ${amountWords({ budget, spent, limit })} (budget_${budget})`;
}

/** As in `8.2 of 8 h`. */
function amountWords({ budget, spent, limit }: BudgetStop): string {
  switch (measureOf(budget)) {
    case 'tokens':
      return `${spent} of ${limit} tokens`;
    case 'retries':
      return `${spent} of ${limit} retries`;
    case 'cost_usd':
      return `${trim(spent, 4)} of ${trim(limit, 4)} USD`;
    case 'wall_sec': {
      const [unit, seconds] = limit >= 3600 ? ['h', 3600] : limit >= 60 ? ['min', 60] : ['s', 1];
      return `${trim(spent / Number(seconds), 1)} of ${trim(limit / Number(seconds), 2)} ${unit}`;
    }
  }
}

const trim = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

/** Where a budget stands. */
const budgetStates = ['within', 'warned', 'spent', 'unknown'] as const;
/** A budget as replies show it. */
export const budgetViewSchema = z.strictObject({
  budget: z.enum(budgetNames),
  limit: amount.describe('Seconds, tokens, US dollars or retries, as the name says.'),
  spent: amount.nullable().describe('Null: no agent has reported it.'),
  left: amount.nullable().describe('Null where `spent` is; never below 0.'),
  state: z
    .enum(budgetStates)
    .describe('`warned` from budget_warn_percent on; `unknown`: not reported, which is not 0.'),
});
/** As `budgetViewSchema`. */
type BudgetView = z.infer<typeof budgetViewSchema>;

/** A budget with what is spent of it. */
export function viewOf({
  budget,
  limit,
  warnAt,
  spent,
}: {
  readonly budget: BudgetName;
  readonly limit: number;
  readonly warnAt: number;
  readonly spent: number | null;
}): BudgetView {
  if (spent === null) return { budget, limit, spent, left: null, state: 'unknown' };
  const state = spent >= limit ? 'spent' : spent >= warnAt ? 'warned' : 'within';
  return { budget, limit, spent, left: Math.max(0, limit - spent), state };
}

/** The budgets of a run, `wallSec` after its claim. */
export const viewsOfRun = (budgets: readonly RunBudget[], wallSec: number): BudgetView[] =>
  budgets.map((budget) =>
    viewOf({
      budget: budget.budget,
      limit: budget.limit,
      warnAt: budget.warn_at,
      spent: spentOf(budget, wallSec),
    }),
  );
