/** Simulated days: every site of faults is hit and every verb tried, and the report says what people had of it. */
import { describe, expect, it } from 'vitest';
import { faultSites } from '../../src/simulation/faults.ts';
import { actNames } from '../../src/simulation/operators.ts';
import { defaultSettings } from '../../src/simulation/settings.ts';
import { simulate } from '../../src/simulation/simulate.ts';

describe('a simulation of a few days', () => {
  it('hits every site of faults, tries every verb, and nothing that never must happen does', async () => {
    const report = await simulate({
      days: 3,
      seed: 3,
      ideas: 90,
      faults: 10,
      settings: defaultSettings(4),
    });
    expect(report.broken).toBeNull();
    expect(faultSites.filter((site) => report.faults[site] === 0)).toEqual([]);
    expect(actNames.filter((name) => report.verbs[name] === undefined)).toEqual([]);
    expect(Object.values(report.verbs).some(({ done }) => done > 0)).toBe(true);
    expect(Object.values(report.verbs).some(({ refused }) => refused > 0)).toBe(true);
    const { alerts } = report;
    expect(alerts.messages).toBeGreaterThan(0);
    expect(alerts.cause_to_message.count).toBeGreaterThan(0);
    expect(alerts.doubled).toBeGreaterThan(0);
    expect(Object.keys(report.waited_for_a_person)).toContain('queue_item needs_review');
    for (const idle of Object.values(report.idle_machines)) {
      expect(idle.idle_hours).toBeGreaterThan(0);
      expect(idle.idle_with_work_waiting_hours).toBeLessThanOrEqual(idle.idle_hours);
    }
  });
});
