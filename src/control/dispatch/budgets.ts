/**
 * What a project and a day have spent, and whether another run may begin: a budget that is used up
 * keeps runs from being started. What a run takes with it is judged by its machine.
 */
import {
  type BudgetName,
  budgetNames,
  describeSpent,
  measureOf,
  type RunBudget,
  scopeOf,
} from '../../domain/budgets.ts';
import { budgetDayMs, limits } from '../../domain/limits.ts';
import type { QueueItem } from '../../domain/records.ts';
import {
  freeAgainMs,
  type RunSpending,
  type Spent,
  spentByAll,
  spentSince,
} from '../../domain/spending.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { ControlContext } from '../common/index.ts';

type Context = Pick<ControlContext, 'reads' | 'clock' | 'settings'>;
type Limits = Readonly<Partial<Record<BudgetName, number>>>;
type Budgeted = Pick<QueueItem, 'project_id' | 'budget_wall_sec'>;

/** A budget of a project or a day with what is spent of it. */
export interface SpentBudget extends Spent {
  readonly budget: BudgetName;
  readonly limit: number;
  /** Of the limit, from which on it is warned of. */
  readonly warnAt: number;
  /** True when there were more runs than are added up: at least this much is spent. */
  readonly atLeast: boolean;
  /** When it is free again if nothing more is run; null: it is free, or never by itself. */
  readonly freeAt: string | null;
}

/** Why no run may begin, and of which budget that is. */
export interface BudgetTrouble {
  readonly reason: string;
  readonly budget: SpentBudget;
}

/** What the configuration sets of a scope, in the order of the names. */
function limitsOf({ settings }: Context, scope: 'run' | 'project' | 'day') {
  const set: Limits = settings.budgets?.limits ?? {};
  const warnPercent = settings.budgets?.warnPercent ?? 100;
  return budgetNames.flatMap((budget) => {
    const limit = set[budget];
    if (scopeOf(budget) !== scope || limit === undefined) return [];
    return [{ budget, limit, warnAt: (limit * warnPercent) / 100 }];
  });
}

/** What all runs of a project have spent of its budgets; nothing is read where there are none. */
export async function projectBudgets(
  context: Context,
  projectId: string,
): Promise<readonly SpentBudget[]> {
  const set = limitsOf(context, 'project');
  if (set.length === 0) return [];
  const runs = await context.reads.spendingOfProject(projectId, limits.budgetRunsMax);
  const atLeast = runs.length === limits.budgetRunsMax;
  const nowMs = context.clock.now();
  return set.map((one) => ({
    ...one,
    ...spentByAll(runs, measureOf(one.budget), nowMs),
    atLeast,
    freeAt: null,
  }));
}

/** What the runs of the last 24 hours have spent; nothing is read where there is no such budget. */
export async function dayBudgets(context: Context): Promise<readonly SpentBudget[]> {
  const set = limitsOf(context, 'day');
  if (set.length === 0) return [];
  const nowMs = context.clock.now();
  const sinceMs = nowMs - budgetDayMs;
  const runs = await context.reads.spendingSince(toIsoTime(sinceMs), limits.budgetRunsMax);
  const atLeast = runs.length === limits.budgetRunsMax;
  return set.map((one) => {
    const measure = measureOf(one.budget);
    const spent = spentSince(runs, measure, { sinceMs, nowMs });
    return { ...one, ...spent, atLeast, freeAt: freeAt(runs, one, nowMs) };
  });
}

function freeAt(
  runs: readonly RunSpending[],
  { budget, limit }: { readonly budget: BudgetName; readonly limit: number },
  nowMs: number,
): string | null {
  const freeMs = freeAgainMs(runs, measureOf(budget), { limit, nowMs });
  return freeMs === null ? null : toIsoTime(freeMs);
}

function troubleOf(budgets: readonly SpentBudget[]): BudgetTrouble | null {
  const budget = budgets.find(({ spent, limit }) => spent !== null && spent >= limit);
  if (budget === undefined) return null;
  const stop = { budget: budget.budget, spent: budget.spent ?? 0, limit: budget.limit };
  const free =
    budget.freeAt === null
      ? 'raise it, or start nothing more of the project'
      : `free again at ${budget.freeAt} if nothing more is run`;
  return { budget, reason: `${describeSpent(stop)}; ${free}` };
}

/** Why nothing at all may begin: the day's budget; null: it may. */
export const dayTrouble = async (context: Context): Promise<BudgetTrouble | null> =>
  troubleOf(await dayBudgets(context));

/** Why no run of this project may begin; null: one may. */
export const projectTrouble = async (
  context: Context,
  { project_id: id }: Budgeted,
): Promise<BudgetTrouble | null> => troubleOf(await projectBudgets(context, id));

/** What a run of the item takes with it when it is claimed; undefined: nothing limits it. */
export async function budgetsOfClaim(
  context: Context,
  item: Budgeted,
): Promise<readonly RunBudget[] | undefined> {
  const own = limitsOf(context, 'run').filter(
    ({ budget }) => budget !== 'run_wall_sec' || (item.budget_wall_sec ?? null) === null,
  );
  const wish = item.budget_wall_sec ?? null;
  const percent = context.settings.budgets?.warnPercent ?? 100;
  const wished =
    wish === null
      ? []
      : [{ budget: 'run_wall_sec' as const, limit: wish, warnAt: (wish * percent) / 100 }];
  // How often it is run again is judged before each run, and by no run itself.
  const shared = (await projectBudgets(context, item.project_id)).filter(
    ({ budget }) => measureOf(budget) !== 'retries',
  );
  const carried = [
    ...[...wished, ...own].map((one) => ({ ...one, before: 0 })),
    ...shared.map(({ budget, limit, warnAt, spent }) => ({
      budget,
      limit,
      warnAt,
      before: spent ?? 0,
    })),
  ];
  if (carried.length === 0) return undefined;
  return carried.map(({ budget, limit, warnAt, before }) => ({
    budget,
    limit,
    warn_at: warnAt,
    before,
    used: null,
    warned: false,
  }));
}
