/** Which run of a scenario a dispatch gets. */
import { describe, expect, it } from 'vitest';
import { chooseScript } from '../../../src/worker-simulator/choose-script.ts';
import { parseScenario } from '../../../src/worker-simulator/parse-scenario.ts';

const asked = { project_id: 'sort-7', workload_class: 'training', mode: 'exec' } as const;

function scenarioOf(runs: readonly object[], choose = 'first') {
  const phases = [{ name: 'work', seconds: 1 }];
  const text = JSON.stringify({
    name: 'test',
    choose,
    runs: runs.map((run, index) => ({ name: `r${index}`, phases, ...run })),
  });
  return parseScenario(text, 'test');
}
const nameOf = (runs: readonly object[], played: Record<string, number> = {}, choose?: string) =>
  chooseScript(scenarioOf(runs, choose), played, asked)?.name;

describe('choosing a run', () => {
  it.each([
    ['another project', { project: 'map-*' }],
    ['a longer name', { project: 'sort' }],
    ['pieces that overlap', { project: 'sort-7*7' }],
    ['another class', { workload_class: 'cpu_only' }],
    ['another mode', { mode: 'resume' }],
    ['one of two conditions', { project: 'sort-7', mode: 'resume' }],
  ])('passes over one for %s', (_what, match) => {
    expect(nameOf([{ match }, {}])).toBe('r1');
  });

  it.each(['sort-7', 'sort-*', '*', '*-7', 's*t-*7', 'sort-7*'])(
    'takes %s for sort-7',
    (project) => {
      expect(nameOf([{ match: { project } }, {}])).toBe('r0');
    },
  );

  it('plays no run more often than it may', () => {
    expect(nameOf([{ times: 2 }, {}], { r0: 1 })).toBe('r0');
    expect(nameOf([{ times: 2 }, {}], { r0: 2 })).toBe('r1');
    expect(nameOf([{ times: 2 }], { r0: 2 })).toBeUndefined();
  });

  it('takes them in turn when told to', () => {
    expect(nameOf([{}, {}, {}], { r0: 1 }, 'in_turn')).toBe('r1');
    expect(nameOf([{}, {}, {}], { r0: 1, r1: 1, r2: 1 }, 'in_turn')).toBe('r0');
  });
});
