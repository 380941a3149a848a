/** Budgets of the day and of projects that are nearly or wholly spent: what alerts, reasons and forecast go by. */
import { type BudgetName, scopeOf } from '../../domain/budgets.ts';
import { limits } from '../../domain/limits.ts';
import type { Needs } from '../common/index.ts';
import { dayBudgets, projectBudgets, type SpentBudget } from '../dispatch/index.ts';

/** A budget that is spent up to its warning, or wholly. */
export interface StrainedBudget {
  readonly budget: BudgetName;
  /** Seconds, tokens or US dollars, as the name says. */
  readonly limit: number;
  readonly warnAt: number;
  readonly isSpent: boolean;
  /** Null for those of the day. */
  readonly projectId: string | null;
}

/**
 * Of the day; of projects with a run (nearly spent) and of those that wait (spent), at most
 * `limits.dispatchSkippedMax` of these. A warning is one while something runs: else nothing spends. What is not
 * reported is not judged.
 */
export async function readStrainedBudgets(
  context: Needs<'clock' | 'reads' | 'settings'>,
  running: readonly string[],
): Promise<readonly StrainedBudget[]> {
  const day = (await dayBudgets(context)).flatMap((one) => strained(one, null));
  const ofDay = day.filter(({ isSpent }) => isSpent || running.length > 0);
  if (!hasProjectBudget(context)) return ofDay;
  const waiting = await waitingProjects(context);
  const [warned, spent] = await Promise.all(
    [running, waiting].map((ids) => Promise.all(ids.map((id) => ofProject(context, id)))),
  );
  return [
    ...ofDay,
    ...(warned ?? []).flat().filter(({ isSpent }) => !isSpent),
    ...(spent ?? []).flat().filter(({ isSpent }) => isSpent),
  ];
}

const hasProjectBudget = ({ settings }: Needs<'settings'>): boolean =>
  Object.entries(settings.budgets?.limits ?? {}).some(
    ([name, limit]) => limit !== undefined && scopeOf(name as BudgetName) === 'project',
  );

/** Projects in the queue that have had a run: others have spent nothing. */
async function waitingProjects({ reads }: Needs<'reads'>): Promise<readonly string[]> {
  const rows = await reads.dispatchCandidates(limits.laneCandidatesMax);
  return rows
    .filter((row) => row['last_dispatch_at'] !== null)
    .slice(0, limits.dispatchSkippedMax)
    .map((row) => String(row['project_id']));
}

const ofProject = async (
  context: Needs<'clock' | 'reads' | 'settings'>,
  id: string,
): Promise<readonly StrainedBudget[]> =>
  (await projectBudgets(context, id)).flatMap((one) => strained(one, id));

function strained(
  { budget, limit, warnAt, spent }: SpentBudget,
  projectId: string | null,
): StrainedBudget[] {
  if (spent === null || spent < Math.min(warnAt, limit)) return [];
  return [{ budget, limit, warnAt, isSpent: spent >= limit, projectId }];
}
