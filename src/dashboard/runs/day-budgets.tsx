/** The budgets of the day, above the runs that spend them. */

import { useServiceMs, useValue } from '../ui/context.tsx';
import { Mark, Section } from '../ui/parts.tsx';
import { dayBudgetRow } from './budget-words.ts';

/** One row a budget; nothing where there is none. */
export function DayBudgets() {
  const budgets = useValue((state) => state.overview?.budgets);
  const nowMs = useServiceMs();
  if (budgets === undefined || budgets.length === 0) return null;
  return (
    <Section title="Spent within 24 hours">
      <ul class="rows">
        {budgets.map((budget) => {
          const { mark, word, name, says } = dayBudgetRow(budget, nowMs);
          return (
            <li key={budget.budget} class="row" data-budget={budget.budget}>
              <div class="lead">
                <Mark kind={mark}>{word}</Mark>
              </div>
              <div class="what">
                <strong>{name}</strong>
                <span class="figure">{says}</span>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
