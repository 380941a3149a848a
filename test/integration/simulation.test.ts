/** Simulated days: every site of faults is hit and every verb tried, and the report says what people had of it. */
import { describe, expect, it } from 'vitest';
import { faultSites } from '../../src/simulation/faults.ts';
import { actNames } from '../../src/simulation/operators.ts';
import type { SimulationReport } from '../../src/simulation/report.ts';
import { defaultSettings } from '../../src/simulation/settings.ts';
import { simulate } from '../../src/simulation/simulate.ts';

/** The day of the first has everything as things are; what a change makes it leave out the day of another has. */
const seeds = [3, 5, 7, 2];

async function playUntilAllIsTried(): Promise<{
  readonly reports: readonly SimulationReport[];
  readonly missing: readonly string[];
}> {
  const reports: SimulationReport[] = [];
  let missing: readonly string[] = [...faultSites, ...actNames];
  for (const seed of seeds) {
    const report = await simulate({
      days: 1,
      seed,
      ideas: 30,
      faults: 12,
      settings: defaultSettings(3),
    });
    reports.push(report);
    const { verbs } = report;
    const faults: Readonly<Record<string, number>> = report.faults;
    missing = missing.filter((name) => !(faults[name]! > 0 || verbs[name] !== undefined));
    if (missing.length === 0) break;
  }
  return { reports, missing };
}

describe('simulated days', () => {
  it('hit every site of faults, try every verb, and nothing that never must happen does', async () => {
    const { reports, missing } = await playUntilAllIsTried();
    expect(missing).toEqual([]);
    for (const { broken, verbs, alerts, idle_machines, waited_for_a_person } of reports) {
      expect(broken).toBeNull();
      expect(Object.values(verbs).some(({ done }) => done > 0)).toBe(true);
      expect(Object.values(verbs).some(({ refused }) => refused > 0)).toBe(true);
      expect(alerts.messages).toBeGreaterThan(0);
      expect(alerts.cause_to_message.count).toBeGreaterThan(0);
      expect(alerts.doubled).toBeGreaterThan(0);
      expect(Object.keys(waited_for_a_person)).toContain('queue_item needs_review');
      for (const idle of Object.values(idle_machines)) {
        expect(idle.idle_hours).toBeGreaterThan(0);
        expect(idle.idle_with_work_waiting_hours).toBeLessThanOrEqual(idle.idle_hours);
      }
    }
  });
});
