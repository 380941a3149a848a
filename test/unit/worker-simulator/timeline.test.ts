/** What a script does when, and what its loads are. */
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/worker-simulator/parse-scenario.ts';
import type { RunScript } from '../../../src/worker-simulator/scenario.ts';
import {
  cpuSecondsUntil,
  phaseAt,
  shapeLoad,
  stepsOf,
} from '../../../src/worker-simulator/timeline.ts';

function scriptOf(phases: readonly object[], more: object = {}): RunScript {
  const run = {
    name: 'run',
    phases: phases.map((phase, index) => ({ name: `p${index}`, ...phase })),
    ...more,
  };
  return parseScenario(JSON.stringify({ name: 'test', runs: [run] }), 'test').runs[0]!;
}

describe('the steps of a script', () => {
  it('end the agent, then what it left, then everything', () => {
    const script = scriptOf([
      { seconds: 10 },
      { seconds: 5, alive: 'child' },
      { seconds: 2, alive: 'none' },
    ]);
    expect(stepsOf(script).map(({ type, atMs }) => [type, atMs])).toEqual([
      ['phase', 0],
      ['root_exit', 10_000],
      ['phase', 10_000],
      ['child_exit', 15_000],
      ['phase', 15_000],
      ['over', 17_000],
    ]);
  });

  it('have no child where the agent leaves nothing behind', () => {
    const types = stepsOf(scriptOf([{ seconds: 1 }])).map(({ type }) => type);
    expect(types).toEqual(['phase', 'root_exit', 'over']);
  });

  it('say every line before the agent ends, also one that comes too late', () => {
    const script = scriptOf([{ seconds: 3 }], { log: [{ at_sec: 90, line: 'last words' }] });
    const types = stepsOf(script).map(({ type }) => type);
    expect(types.indexOf('log')).toBeLessThan(types.indexOf('root_exit'));
  });
});

describe('phases and loads', () => {
  it('know no phase before the start and after the end', () => {
    const script = scriptOf([{ seconds: 3 }, { seconds: 4 }]);
    expect(phaseAt(script, -1)).toBeUndefined();
    expect(phaseAt(script, 3500)).toMatchObject({ phase: { name: 'p1' }, intoMs: 500 });
    expect(phaseAt(script, 7000)).toBeUndefined();
  });

  const at = (intoMs: number) => ({ intoMs, seed: 7, channel: 1 });
  it('keep nothing at nothing, whatever the pattern', () => {
    for (const pattern of ['steady', 'bursts', 'ramp', 'noise'] as const)
      expect(shapeLoad(0, { pattern, seconds: 100 }, at(1234))).toBe(0);
  });

  it('follow their pattern', () => {
    const seconds = 100;
    expect(shapeLoad(50, { pattern: 'ramp', seconds }, at(50_000))).toBe(25);
    expect(shapeLoad(50, { pattern: 'bursts', seconds }, at(15_000))).toBe(0);
    expect(shapeLoad(50, { pattern: 'bursts', seconds }, at(25_000))).toBeGreaterThan(45);
    expect(Math.abs(shapeLoad(50, { pattern: 'steady', seconds }, at(5)) - 50)).toBeLessThan(2);
  });

  it('repeat for a seed and differ for another', () => {
    const load = (seed: number) =>
      shapeLoad(50, { pattern: 'noise', seconds: 9 }, { intoMs: 4000, seed, channel: 1 });
    expect(load(3)).toBe(load(3));
    expect(load(3)).not.toBe(load(4));
  });

  it('add up to CPU time that never falls', () => {
    const script = scriptOf([
      { seconds: 10, cpu_cores: 2 },
      { seconds: 10, cpu_cores: 4, pattern: 'ramp' },
      { seconds: 40, cpu_cores: 1, pattern: 'bursts' },
    ]);
    expect(cpuSecondsUntil(script, 10_000)).toBe(20);
    expect(cpuSecondsUntil(script, 20_000)).toBe(40);
    expect(cpuSecondsUntil(script, 60_000)).toBe(60);
    const used = Array.from({ length: 70 }, (_, second) => cpuSecondsUntil(script, second * 1000));
    expect(used).toEqual(used.toSorted((left, right) => left - right));
  });
});
