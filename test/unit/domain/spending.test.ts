/** Sums of what runs have spent, and what is not known of them. */
import { describe, expect, it } from 'vitest';
import { budgetDayMs } from '../../../src/domain/limits.ts';
import {
  freeAgainMs,
  type RunSpending,
  spentByAll,
  spentSince,
  wallSecOf,
} from '../../../src/domain/spending.ts';

const nowMs = Date.parse('2026-01-02T00:00:00.000Z');
const at = (hours: number): string => new Date(nowMs + hours * 3_600_000).toISOString();
const sinceMs = nowMs - budgetDayMs;

function run(wanted: Partial<RunSpending>): RunSpending {
  return {
    run_id: 'r',
    project_id: 'p',
    status: 'wake_ready',
    created_at: at(-2),
    ended_at: at(-1),
    last_callback_at: null,
    wall_sec: 3_600,
    tokens: null,
    cost_usd: null,
    reported_at: null,
    ...wanted,
  };
}
const goingOn = run({ status: 'running', ended_at: null, wall_sec: null });

describe('the wall time of a run', () => {
  it('goes on until it is over', () => {
    expect(wallSecOf(run({}), nowMs)).toBe(3_600);
    expect(wallSecOf(goingOn, nowMs)).toBe(7_200);
  });

  it('is known of runs of an earlier edition, which did not note it', () => {
    expect(wallSecOf(run({ wall_sec: null }), nowMs)).toBe(3_600);
    const asked = { status: 'question_pending', ended_at: null, last_callback_at: at(-1.5) };
    expect(wallSecOf(run({ ...asked, wall_sec: null }), nowMs)).toBe(1_800);
    expect(wallSecOf(run({ status: 'dispatch_error', wall_sec: null }), nowMs)).toBe(0);
  });
});

describe('a sum', () => {
  it('of reports leaves out who said nothing, and is unknown when nobody did', () => {
    const silent = run({});
    const told = run({ tokens: 5, reported_at: at(-1) });
    expect(spentByAll([silent, told], 'tokens', nowMs)).toEqual({ spent: 5, unknown_runs: 1 });
    expect(spentByAll([silent], 'tokens', nowMs)).toEqual({ spent: null, unknown_runs: 1 });
    expect(spentByAll([], 'tokens', nowMs)).toEqual({ spent: 0, unknown_runs: 0 });
    const never = run({ status: 'dispatch_error' });
    expect(spentByAll([never], 'tokens', nowMs)).toEqual({ spent: 0, unknown_runs: 0 });
  });

  it('of a day takes of each run what lies in it', () => {
    const long = run({ created_at: at(-25), ended_at: at(-23), wall_sec: 7_200 });
    const old = run({ created_at: at(-30), ended_at: at(-29), tokens: 7, reported_at: at(-29) });
    const span = { sinceMs, nowMs };
    expect(spentSince([long, old, goingOn], 'wall_sec', span).spent).toBe(3_600 + 7_200);
    expect(spentSince([old], 'tokens', span)).toEqual({ spent: 0, unknown_runs: 0 });
  });
});

describe('a day that is spent', () => {
  it('is free again when enough of it has passed', () => {
    // From 10 to 8 hours ago and from 4 to 2 hours ago: less than 3 hours once 1 of the first is gone.
    const runs = [
      run({ created_at: at(-10), wall_sec: 7_200 }),
      run({ created_at: at(-4), wall_sec: 7_200 }),
    ];
    const limit = 3 * 3_600;
    expect(freeAgainMs(runs, 'wall_sec', { limit: limit * 2, nowMs })).toBeNull();
    const free = freeAgainMs(runs, 'wall_sec', { limit, nowMs })!;
    const expected = Date.parse(at(-9)) + budgetDayMs;
    expect(Math.abs(free - expected)).toBeLessThanOrEqual(1_000);
    expect(spentSince(runs, 'wall_sec', { sinceMs: free - budgetDayMs, nowMs }).spent).toBeLessThan(
      limit,
    );
  });

  it('by reports is free again when the last report that is too much has passed', () => {
    const runs = [run({ tokens: 6, reported_at: at(-5) }), run({ tokens: 6, reported_at: at(-3) })];
    const free = freeAgainMs(runs, 'tokens', { limit: 10, nowMs })!;
    expect(Math.abs(free - (Date.parse(at(-5)) + budgetDayMs))).toBeLessThanOrEqual(1_000);
  });

  it('is free again at the same moment whenever that is asked', () => {
    const runs = [run({ tokens: 6, reported_at: at(-5), created_at: at(-6.5), wall_sec: 3_600 })];
    const asked = [0, 1_234, 5_005, 61_037].map((ms) => nowMs + ms);
    for (const [measure, limit] of [['tokens', 6] as const, ['wall_sec', 1_800] as const]) {
      const told = asked.map((askedMs) => freeAgainMs(runs, measure, { limit, nowMs: askedMs }));
      expect(new Set(told).size, measure).toBe(1);
    }
  });

  it('is not spent by what was written while the clock was more than a day ahead', () => {
    const year = 365 * 24;
    const ahead = run({ tokens: 6, reported_at: at(year), created_at: at(year), wall_sec: 3_600 });
    for (const [measure, limit] of [['tokens', 6] as const, ['wall_sec', 3_600] as const])
      expect(freeAgainMs([ahead], measure, { limit, nowMs }), measure).toBeNull();
  });

  it('stays spent when a clock that was hours ahead is set right, and is free a day after that time', () => {
    const ahead = run({ tokens: 6, reported_at: at(3), created_at: at(2), wall_sec: 3_600 });
    const tokensFree = freeAgainMs([ahead], 'tokens', { limit: 6, nowMs });
    expect(tokensFree).toBe(Date.parse(at(3)) + 1 + budgetDayMs);
    const wallFree = freeAgainMs([ahead], 'wall_sec', { limit: 1_800, nowMs });
    expect(wallFree).toBe(Date.parse(at(2.5)) + 1 + budgetDayMs);
  });
});
