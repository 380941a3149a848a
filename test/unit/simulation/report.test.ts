/** What a simulation was to reach: where it did not, it says so. */
import { describe, expect, it } from 'vitest';
import { missedGoals, type SimulationReport } from '../../../src/simulation/report.ts';
import { defaultSettings } from '../../../src/simulation/settings.ts';

const settings = defaultSettings(1);
const none = { count: 0, p50_sec: null, p95_sec: null, max_sec: null };
const spread = (count: number, p95_sec: number) => ({ count, p50_sec: 10, p95_sec, max_sec: 900 });
const missed = (alerts: Partial<SimulationReport['alerts']>, faults: number): readonly string[] =>
  missedGoals(
    {
      alerts: {
        fired_to_message: none,
        cause_to_message: none,
        ...alerts,
      } as SimulationReport['alerts'],
    },
    { faults, settings },
  );

describe('the goal of messages', () => {
  it('is missed where more than one in twenty comes later than half a minute after its alert', () => {
    expect(missed({ fired_to_message: spread(400, 30) }, 1)).toEqual([]);
    expect(missed({ fired_to_message: spread(400, 30.1) }, 1)).toEqual([
      expect.stringContaining('of 400 messages the slowest twentieth came 30.1 s'),
    ]);
  });

  it('is missed where they come a minute later after the cause than rules wait on purpose', () => {
    expect(missed({ cause_to_message: spread(400, 360) }, 1)).toEqual([]);
    expect(missed({ cause_to_message: spread(400, 361) }, 1)).toEqual([
      expect.stringContaining('361 s and more after its cause; 360 s is the goal'),
    ]);
  });

  it('is a wider one where five times as much goes wrong, and none beyond', () => {
    expect(missed({ fired_to_message: spread(400, 120) }, 5)).toEqual([]);
    expect(missed({ fired_to_message: spread(400, 121) }, 5)).toHaveLength(1);
    expect(missed({ cause_to_message: spread(400, 601) }, 5)).toHaveLength(1);
    expect(missed({ fired_to_message: spread(400, 900) }, 5.1)).toEqual([]);
  });

  it('is none where there are few messages or none', () => {
    expect(missed({ fired_to_message: spread(19, 90) }, 1)).toEqual([]);
    expect(missed({}, 1)).toEqual([]);
  });
});
