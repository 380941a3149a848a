/** The budgets of the day in words: what is not reported is not nothing, and what is spent says until when. */
import { expect, it } from 'vitest';
import { type DayBudget, dayBudgetRow } from '../../../src/dashboard/runs/budget-words.ts';

const row = (budget: DayBudget) => dayBudgetRow(budget, Date.UTC(2026, 0, 1));

it('says how much is spent of how much, in the unit of the budget', () => {
  expect(row({ budget: 'day_wall_sec', spent: 1_800, limit: 7_200, state: 'within' })).toEqual({
    mark: 'done',
    word: 'within it',
    name: 'wall time',
    says: '30 min of 2 h',
  });
  expect(row({ budget: 'day_cost_usd', spent: 4.256, limit: 5, state: 'warned' })).toMatchObject({
    word: 'nearly spent',
    says: '4.26 USD of 5 USD',
  });
});

it('says that it is not reported, and by how many runs', () => {
  const told = { budget: 'day_tokens', spent: null, limit: 5_000, unknown_runs: 2 } as const;
  expect(row({ ...told, state: 'unknown' })).toMatchObject({
    mark: 'unknown',
    says: 'unknown of 5,000 tokens; 2 runs reported nothing',
  });
  expect(row({})).toMatchObject({ mark: 'unknown', says: 'unknown of unknown' });
});

it('says when it is free again', () => {
  const freeAt = '2026-01-03T00:00:00.000Z';
  const { word, says } = row({
    budget: 'day_tokens',
    spent: 9,
    limit: 5,
    state: 'spent',
    free_at: freeAt,
    at_least: true,
  });
  expect(word).toBe('spent');
  expect(says).toMatch(/^at least 9 tokens of 5 tokens; free again at .* if nothing more is run$/);
});
