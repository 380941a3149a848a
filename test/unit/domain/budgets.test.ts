/** Judging budgets: what is spent, what is due, and what is not known. */
import { describe, expect, it } from 'vitest';
import {
  afterWarning,
  describeSpent,
  dueInMs,
  firstSpent,
  firstToWarn,
  type RunBudget,
  viewsOfRun,
  withUsage,
} from '../../../src/domain/budgets.ts';

const budget = (wanted: Partial<RunBudget> & Pick<RunBudget, 'budget'>): RunBudget => ({
  limit: 100,
  warn_at: 80,
  before: 0,
  used: null,
  warned: false,
  ...wanted,
});
const wall = budget({ budget: 'run_wall_sec' });
const tokens = budget({ budget: 'run_tokens' });

describe('a budget of wall time', () => {
  it('is spent at its limit and not a second sooner', () => {
    expect(firstSpent([wall], 99.999)).toBeNull();
    expect(firstSpent([wall], 100)).toEqual({ budget: 'run_wall_sec', spent: 100, limit: 100 });
  });

  it('is due at its warning, then at its limit, and at once when either has passed', () => {
    expect(dueInMs([wall], 0)).toBe(80_000);
    expect(dueInMs([{ ...wall, warned: true }], 0)).toBe(100_000);
    expect(dueInMs([wall], 90)).toBe(1);
    expect(dueInMs([{ ...wall, warned: true }], 200)).toBe(1);
  });

  it('of a project counts what earlier runs have spent', () => {
    const shared = budget({ budget: 'project_wall_sec', before: 70 });
    expect(firstToWarn([shared], 9)).toBeNull();
    expect(firstToWarn([shared], 10)?.spent).toBe(80);
    expect(dueInMs([wall, shared], 0)).toBe(10_000);
  });
});

describe('a budget of what agents report', () => {
  it('is neither spent nor due while nothing is reported, and says so', () => {
    expect(firstSpent([tokens], 1e9)).toBeNull();
    expect(dueInMs([tokens], 1e9)).toBeNull();
    expect(viewsOfRun([tokens], 0)).toEqual([
      { budget: 'run_tokens', limit: 100, spent: null, left: null, state: 'unknown' },
    ]);
  });

  it('takes a report of more, and never one of less', () => {
    const told = withUsage([tokens], { tokens: 90, cost_usd: null });
    expect(viewsOfRun(told, 0)).toMatchObject([{ spent: 90, left: 10, state: 'warned' }]);
    const again = withUsage(told, { tokens: 10, cost_usd: 3 });
    expect(viewsOfRun(again, 0)).toMatchObject([{ spent: 90 }]);
    expect(firstSpent(withUsage(told, { tokens: 100, cost_usd: null }), 0)?.spent).toBe(100);
  });

  it('is warned of once', () => {
    const told = withUsage([tokens], { tokens: 85, cost_usd: null });
    expect(firstToWarn(told, 0)?.budget).toBe('run_tokens');
    expect(dueInMs(told, 0)).toBe(1);
    expect(firstToWarn(afterWarning(told, 'run_tokens'), 0)).toBeNull();
    expect(dueInMs(afterWarning(told, 'run_tokens'), 0)).toBeNull();
  });
});

it('says what is spent in the unit that a person would take', () => {
  expect(describeSpent({ budget: 'day_wall_sec', spent: 29_520, limit: 28_800 })).toBe(
    'day wall time budget spent: 8.2 of 8 h (budget_day_wall_sec)',
  );
  expect(describeSpent({ budget: 'run_wall_sec', spent: 90.04, limit: 90 })).toBe(
    'run wall time budget spent: 1.5 of 1.5 min (budget_run_wall_sec)',
  );
  expect(describeSpent({ budget: 'project_tokens', spent: 12, limit: 10 })).toBe(
    'project token budget spent: 12 of 10 tokens (budget_project_tokens)',
  );
  expect(describeSpent({ budget: 'run_cost_usd', spent: 1.23456, limit: 1 })).toBe(
    'run cost budget spent: 1.2346 of 1 USD (budget_run_cost_usd)',
  );
});
