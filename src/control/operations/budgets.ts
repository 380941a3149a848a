/** What the budgets are, and what is spent and left of them: of each run under way, a project, the day. */
import { type BudgetName, budgetNames, viewOf, viewsOfRun } from '../../domain/budgets.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { queueItemSchema } from '../../domain/records.ts';
import { secondsBetween } from '../../domain/spending.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { dayBudgets, projectBudgets, type SpentBudget } from '../dispatch/index.ts';

/** What is spent and left of the budgets of the day. */
export const readDayBudgets = async (context: Needs<'clock' | 'reads' | 'settings'>) =>
  (await dayBudgets(context)).map((budget) => ({ ...toView(budget), free_at: budget.freeAt }));

/** `projectId` adds what that project has spent, which need not have a run (404: there is none); null: none is added. */
export async function readBudgets(
  context: Needs<'clock' | 'reads' | 'settings'>,
  projectId: string | null,
) {
  const { reads, clock, settings } = context;
  const now = toIsoTime(clock.now());
  if (projectId !== null) await requireProject(context, projectId);
  const [active, day, project] = await Promise.all([
    reads.list('queue_item', {
      ...firstPage,
      pageSize: limits.statusActiveMax,
      filters: { status: activeQueueStatuses },
    }),
    readDayBudgets(context),
    projectId === null ? null : projectBudgets(context, projectId),
  ]);
  const set: Readonly<Partial<Record<BudgetName, number>>> = settings.budgets?.limits ?? {};
  return {
    ok: true as const,
    limits: Object.fromEntries(budgetNames.map((name) => [name, set[name] ?? null])) as Record<
      BudgetName,
      number | null
    >,
    warn_percent: settings.budgets?.warnPercent ?? null,
    runs: active.rows
      .map((row) => queueItemSchema.parse(row))
      .map((item) => ({
        project_id: item.project_id,
        run_id: item.current_run_id,
        status: item.status,
        budget: viewsOfRun(item.budgets ?? [], secondsBetween(item.last_dispatch_at ?? now, now)),
        budget_stop: item.budget_stop ?? null,
        retry_count: item.retry_count,
        max_retries: item.max_retries,
      })),
    project: project === null ? null : { project_id: projectId ?? '', budget: project.map(toView) },
    day,
    generated_at: now,
    source: 'store',
  };
}

/** Of a name that is none nothing is spent, which would read as if all were well. */
async function requireProject({ reads }: Needs<'reads'>, id: string): Promise<void> {
  const found = (await reads.get('queue_item', id)) ?? (await reads.get('project', id));
  // A paper spends, too: what wrote it may have been asked for by no item.
  if (found === undefined && (await reads.count('paper', { project_id: id })) === 0)
    throw new ServiceError(
      'project_not_found',
      `no project, queue item or paper belongs to the id "${id}"`,
    );
}

const toView = (budget: SpentBudget) => ({
  ...viewOf(budget),
  unknown_runs: budget.unknown_runs,
  at_least: budget.atLeast,
});
