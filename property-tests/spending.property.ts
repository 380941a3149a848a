/**
 * When a day's budget is free again, over random runs, limits and clocks that were ahead: within a day is spent less than
 * the limit then and not a millisecond before, and whoever asks while it is spent is told the same moment.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { budgetDayMs } from '../src/domain/limits.ts';
import { freeAgainMs, type RunSpending, spentSince } from '../src/domain/spending.ts';
import { propertyOptions } from './options.ts';

const nowMs = Date.parse('2026-01-02T00:00:00.000Z');
const iso = (ms: number): string => new Date(ms).toISOString();
const measures = fc.constantFrom('tokens' as const, 'cost_usd' as const, 'wall_sec' as const);

/** Ended runs of the last two days; a clock that was ahead wrote up to a day from now. */
const runs = fc
  .record({
    endMs: fc.integer({ min: nowMs - 2 * budgetDayMs, max: nowMs + budgetDayMs - 1 }),
    wallMs: fc.integer({ min: 0, max: budgetDayMs / 4 }),
    used: fc.option(fc.integer({ min: 0, max: 9 })),
  })
  .map(
    ({ endMs, wallMs, used }): RunSpending => ({
      run_id: 'r',
      project_id: 'p',
      status: 'wake_ready',
      created_at: iso(endMs - wallMs),
      ended_at: iso(endMs),
      last_callback_at: null,
      wall_sec: wallMs / 1000,
      tokens: used,
      cost_usd: used,
      reported_at: used === null ? null : iso(endMs),
    }),
  );
const cases = fc.record({
  all: fc.array(runs, { maxLength: 12 }),
  measure: measures,
  limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 86_400 })),
  /** When it is asked again, as a part of the time that is left. */
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});

it('is the first moment at which less than the limit was spent within a day, whenever it is asked for', () => {
  const seen = { free: 0, spent: 0 };
  fc.assert(
    fc.property(cases, ({ all, measure, limit, part }) => {
      const isSpentAt = (ms: number): boolean =>
        (spentSince(all, measure, { sinceMs: ms - budgetDayMs, nowMs: ms }).spent ?? 0) >= limit;
      const freeMs = freeAgainMs(all, measure, { limit, nowMs });
      expect(freeMs !== null).toBe(isSpentAt(nowMs));
      if (freeMs === null) {
        seen.free += 1;
        return;
      }
      seen.spent += 1;
      expect(freeMs).toBeGreaterThan(nowMs);
      expect(freeMs).toBeLessThanOrEqual(nowMs + 2 * budgetDayMs);
      expect([isSpentAt(freeMs - 1), isSpentAt(freeMs)]).toEqual([true, false]);
      const laterMs = nowMs + Math.floor((freeMs - 1 - nowMs) * part);
      expect(freeAgainMs(all, measure, { limit, nowMs: laterMs })).toBe(freeMs);
    }),
    propertyOptions(300),
  );
  expect(Math.min(seen.free, seen.spent)).toBeGreaterThan(0);
});

it('waits for nothing that was written from a clock more than a day ahead', () => {
  fc.assert(
    fc.property(
      cases,
      fc.integer({ min: budgetDayMs, max: 400 * budgetDayMs }),
      ({ all, limit }, ms) => {
        const far = all.map((run) => ({ ...run, reported_at: iso(nowMs + ms) }));
        expect(freeAgainMs(far, 'tokens', { limit, nowMs })).toBeNull();
      },
    ),
    propertyOptions(100),
  );
});
