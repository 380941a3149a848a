/** What is said of a budget of the day: how much of it is spent, and when it is free again. Pure. */
import type { Overview } from '../service/wire.ts';
import { type Mark, momentText, spanText } from '../words/words.ts';

/** A budget of the day, as it is told. */
export type DayBudget = NonNullable<Overview['budgets']>[number];

const states = {
  within: { mark: 'done', word: 'within it' },
  warned: { mark: 'person', word: 'nearly spent' },
  spent: { mark: 'paused', word: 'spent' },
  unknown: { mark: 'unknown', word: 'not reported' },
} as const;

const names: Readonly<Record<string, string>> = {
  day_wall_sec: 'wall time',
  day_tokens: 'tokens',
  day_cost_usd: 'cost',
};

interface BudgetRow {
  readonly mark: Mark;
  readonly word: string;
  readonly name: string;
  readonly says: string;
}

/** What is not reported is not said to be nothing. */
export function dayBudgetRow(of: DayBudget, nowMs: number): BudgetRow {
  const { budget = 'unknown', spent, limit, free_at: freeAt, unknown_runs: silent = 0 } = of;
  const amount = (value: number | null | undefined): string =>
    value == null ? 'unknown' : amountText(budget, value);
  const parts = [
    `${of.at_least === true ? 'at least ' : ''}${amount(spent)} of ${amount(limit)}`,
    ...(silent > 0 ? [`${silent} ${silent === 1 ? 'run' : 'runs'} reported nothing`] : []),
    ...(freeAt == null
      ? []
      : [`free again at ${momentText(Date.parse(freeAt), nowMs)} if nothing more is run`]),
  ];
  return {
    ...states[of.state ?? 'unknown'],
    name: names[budget] ?? budget.replaceAll('_', ' '),
    says: parts.join('; '),
  };
}

function amountText(budget: string, value: number): string {
  if (budget.endsWith('wall_sec')) return spanText(value * 1000);
  return budget.endsWith('cost_usd')
    ? `${Number(value.toFixed(2))} USD`
    : `${value.toLocaleString('en')} tokens`;
}
