/** How a queue item judges the budgets of its run: by the time since the claim and by what is reported. */
import {
  type BudgetStop,
  describeSpent,
  dueInMs,
  firstSpent,
  firstToWarn,
  type RunBudget,
  withUsage,
} from '../../domain/budgets.ts';
import { budgetDayMs } from '../../domain/limits.ts';
import { secondsBetween } from '../../domain/spending.ts';
import { assert } from '../../lib/assert.ts';
import type { QueueItemContext, QueueItemMachineEvent } from './context.ts';

interface Given {
  readonly context: QueueItemContext;
  readonly event: QueueItemMachineEvent;
}

/**
 * Seconds since the claim: by the clock, and at least as many as the timer was set for that rings. Timers wait by a clock
 * that never jumps, so that one which was put back since the claim puts off no budget.
 */
const wallSec = ({ context, event }: Given): number =>
  Math.max(
    secondsBetween(context.last_dispatch_at ?? event.at, event.at),
    event.type === 'BUDGET_DUE' ? (event.wall_sec ?? 0) : 0,
  );

/** The budgets with what this event reports of the current run. */
export function budgetsAfter({ context, event }: Given): RunBudget[] {
  const budgets = context.budgets ?? [];
  const isOurs = event.type === 'USAGE_REPORTED' && event.run_id === context.current_run_id;
  return isOurs ? withUsage(budgets, event.usage) : budgets;
}

/** The budget that is used up by now; null: none. Of the day's the item knows only what it is told. */
export const spentNow = (given: Given): BudgetStop | null =>
  given.event.type === 'DAY_BUDGET_SPENT'
    ? given.event.stop
    : firstSpent(budgetsAfter(given), wallSec(given));

/** The budget to warn of now; null: none. */
export const warningNow = (given: Given): BudgetStop | null =>
  firstToWarn(budgetsAfter(given), wallSec(given));

/** As `warningNow`, where a guard has seen that there is one. */
export function warningOf(given: Given): BudgetStop {
  const warning = warningNow(given);
  assert(warning !== null, 'a warning is given where one is due');
  return warning;
}

/** Milliseconds until the budgets are to be looked at again; a day where no time leads to anything. */
export const untilBudgetDueMs = (given: Given): number =>
  dueInMs(budgetsAfter(given), wallSec(given)) ?? budgetDayMs;

/** How long the run will have gone on by then, for the timer to say; nothing where no time leads to anything. */
export function dueSec(given: Given): { readonly wall_sec?: number } {
  const ms = dueInMs(budgetsAfter(given), wallSec(given));
  return ms === null ? {} : { wall_sec: wallSec(given) + Math.floor(ms / 1000) };
}

/** Why a person is asked, in words that begin with the code of it. */
export function budgetReason({ budget_stop: stop = null }: QueueItemContext): string {
  return stop === null ? 'budget_exceeded' : `budget_exceeded: ${describeSpent(stop)}`;
}
