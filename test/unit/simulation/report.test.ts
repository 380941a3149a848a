/** What a simulation was to reach: where it did not, it says so. */
import { describe, expect, it } from 'vitest';
import { missedGoals, type SimulationReport } from '../../../src/simulation/report.ts';

const reported = (count: number, p95_sec: number | null): SimulationReport =>
  ({
    alerts: { fired_to_message: { count, p50_sec: 10, p95_sec, max_sec: 400 } },
  }) as unknown as SimulationReport;

describe('the goal of messages', () => {
  it('is missed where more than one in twenty comes later than half a minute', () => {
    expect(missedGoals(reported(400, 30), 1)).toEqual([]);
    expect(missedGoals(reported(400, 30.1), 1)).toEqual([
      expect.stringContaining('of 400 messages the slowest twentieth came 30.1 s'),
    ]);
  });

  it('is none where more goes wrong than usual, or where there are few messages or none', () => {
    expect(missedGoals(reported(400, 90), 5)).toEqual([]);
    expect(missedGoals(reported(19, 90), 1)).toEqual([]);
    expect(missedGoals(reported(0, null), 1)).toEqual([]);
  });
});
