/** The budgets of the file by their names: those that are set, and from when on they are warned of. */
import { type BudgetName, budgetNames, measureOf } from '../domain/budgets.ts';
import type { ConfigProblem } from './problems.ts';
import type { ParsedConfig } from './schema.ts';

const isReported = (name: BudgetName): boolean => ['tokens', 'cost_usd'].includes(measureOf(name));

/** Budgets of what agents report mean nothing where nobody hears the reports. */
export function checkBudgets(parsed: ParsedConfig): ConfigProblem[] {
  if (parsed.role === 'worker' || parsed.worker_refresh_sec > 0) return [];
  const limits = limitsOf(parsed);
  const unheard = budgetNames
    .filter((name) => isReported(name) && limits[name] !== null)
    .map((name) => ({
      path: `budget_${name}`,
      message:
        'cannot be kept while worker_refresh_sec is 0: what agents report is heard when their workers are looked at; set it to 30, or leave the budget out',
    }));
  if (!parsed.budget_day_stops_running) return unheard;
  const path = 'budget_day_stops_running';
  const unseen =
    'cannot be kept while worker_refresh_sec is 0: the day is judged when workers are looked at; set it to 30, or this to false';
  return [...unheard, { path, message: unseen }];
}

/** What may be spent: seconds, tokens, US dollars, retries, as the name says; no entry: as much as there is. */
export interface BudgetsConfig {
  readonly limits: Readonly<Partial<Record<BudgetName, number>>>;
  /** Of a limit, 0 to 100. */
  readonly warnPercent: number;
  /** A day that is spent ends the runs under way. */
  readonly dayStopsRunning: boolean;
}

/** Picks the budgets out of the parsed file. */
export function resolveBudgets(parsed: ParsedConfig): BudgetsConfig {
  const limits = limitsOf(parsed);
  const set = budgetNames.flatMap((name) => {
    const limit = limits[name];
    return limit === null ? [] : [[name, limit] as const];
  });
  return Object.freeze({
    limits: Object.freeze(Object.fromEntries(set)),
    warnPercent: parsed.budget_warn_percent,
    dayStopsRunning: parsed.budget_day_stops_running,
  });
}

const limitsOf = (parsed: ParsedConfig): Readonly<Record<BudgetName, number | null>> => ({
  run_wall_sec: parsed.budget_run_wall_sec,
  run_tokens: parsed.budget_run_tokens,
  run_cost_usd: parsed.budget_run_cost_usd,
  project_wall_sec: parsed.budget_project_wall_sec,
  project_tokens: parsed.budget_project_tokens,
  project_cost_usd: parsed.budget_project_cost_usd,
  project_retries: parsed.budget_project_retries,
  day_wall_sec: parsed.budget_day_wall_sec,
  day_tokens: parsed.budget_day_tokens,
  day_cost_usd: parsed.budget_day_cost_usd,
});
