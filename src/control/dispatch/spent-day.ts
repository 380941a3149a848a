/**
 * Ends what runs when the day's budget is spent, where the configuration wants that: each run is stopped as one
 * over its own budget is, and waits with its evidence for a person.
 */
import { type BudgetName, scopeOf } from '../../domain/budgets.ts';
import { limits } from '../../domain/limits.ts';
import { queueItemSchema } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { isEnding } from '../../machines/queue-item/changes.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import { ask, type ControlContext, type Needs } from '../common/index.ts';
import { dayTrouble } from './budgets.ts';

/** What becomes of the runs under way while this budget is spent; nothing is said of those of a project. */
export const whatRuns = (
  { settings }: Pick<ControlContext, 'settings'>,
  budget: BudgetName,
): { readonly running?: string } =>
  scopeOf(budget) === 'day'
    ? { running: settings.budgets?.dayStopsRunning === true ? 'is stopped' : 'goes on' }
    : {};

/** Tells every item with an open run; one that is being stopped already is left alone. */
export async function stopSpentDay(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings'>,
): Promise<void> {
  if (context.settings.budgets?.dayStopsRunning !== true) return;
  const trouble = await dayTrouble(context);
  if (trouble === null) return;
  const { budget, spent, limit } = trouble.budget;
  const open = await context.reads.list('queue_item', {
    ...firstPage,
    pageSize: limits.statusActiveMax,
    filters: { status: activeQueueStatuses },
  });
  for (const row of open.rows) {
    const item = queueItemSchema.parse(row);
    const isOver = item.status === 'wake_received' || isEnding(item);
    if (isOver || item.current_run_id === null) continue;
    await ask(
      context.actors,
      { kind: 'queue_item', id: item.project_id },
      {
        type: 'DAY_BUDGET_SPENT',
        run_id: item.current_run_id,
        stop: { budget, spent: spent ?? limit, limit },
      },
      { by: 'budget' },
    );
  }
}
