/** What a scenario file may hold, and how it is told what is wrong with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedScenarios } from '../../../src/cli/simulator/scenario-file.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { parseScenario } from '../../../src/worker-simulator/parse-scenario.ts';
import { packageRoot } from '../../support/service-config.ts';

const phase = { name: 'work', seconds: 10 };
const scenarioOf = (changes: object, run: object = {}): object => ({
  name: 'test',
  runs: [{ name: 'only', phases: [phase], ...run }],
  ...changes,
});

/** The fields at fault, with what is said of them. */
function faultsOf(value: object | string): Record<string, string> {
  try {
    parseScenario(typeof value === 'string' ? value : JSON.stringify(value), 'test.json');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return Object.fromEntries(
      (error.details.errors ?? []).map(({ path, message }) => [path, message]),
    );
  }
  return {};
}

describe('a scenario', () => {
  it.each([
    ['text that is not JSON', '{', 'test.json', /is not JSON/],
    ['an unknown field', scenarioOf({ speeed: 3 }), 'speeed', /not a known field/],
    [
      'an unknown field of a phase',
      scenarioOf({}, { phases: [{ ...phase, gpu: 3 }] }),
      'runs[0].phases[0].gpu',
      /not a known field/,
    ],
    [
      'a phase without time',
      scenarioOf({}, { phases: [{ ...phase, seconds: 0 }] }),
      'runs[0].phases[0].seconds',
      /must be more than 0/,
    ],
    [
      'a run that begins without its agent',
      scenarioOf({}, { phases: [{ ...phase, alive: 'child' }] }),
      'runs[0].phases',
      /alive: "root"/,
    ],
    [
      'an agent that comes back',
      scenarioOf({}, { phases: [phase, { ...phase, alive: 'none' }, phase] }),
      'runs[0].phases[2].alive',
      /does not come back/,
    ],
    [
      'values for GPUs that the machine does not have',
      scenarioOf({ machine: { gpus: [{}] } }, { phases: [{ ...phase, gpu_pct: [1, 2] }] }),
      'runs[0].phases[0].gpu_pct',
      /1 values, one per GPU/,
    ],
    [
      'a result outside of its folder',
      scenarioOf({}, { outcome: { results: { '../x.json': 1 } } }),
      'runs[0].outcome.results.../x.json',
      /./,
    ],
    [
      'a decision that no control plane knows',
      scenarioOf({}, { outcome: { decision: { project_decision: 'win' } } }),
      'runs[0].outcome.decision.project_decision',
      /finalize_positive/,
    ],
    [
      'a restart in a run that is not there',
      scenarioOf({ gate_restarts: [{ run: 'onyl', after_sec: 1, down_sec: 1 }] }),
      'gate_restarts[0].run',
      /did you mean "only"/,
    ],
    [
      'a refusal with a code that does not exist',
      scenarioOf({ http_faults: [{ do: 'refuse', code: 'teapot' }] }),
      'http_faults[0].code',
      /must be one of unauthorized, /,
    ],
  ])('refuses %s and names the field', (_what, value, path, words) => {
    const faults = faultsOf(value);
    expect(Object.keys(faults)).toContain(path);
    expect(faults[path]).toMatch(words);
  });

  it('refuses two runs of one name', () => {
    const run = { name: 'only', phases: [phase] };
    expect(faultsOf({ name: 'test', runs: [run, run] })).toHaveProperty(['runs[1].name']);
  });

  it('needs nothing but a name and a run', () => {
    const { runs, machine } = parseScenario(JSON.stringify(scenarioOf({})), 'test.json');
    expect(machine).toMatchObject({ cores: 16, gpus: [] });
    expect(runs[0]).toMatchObject({ ignores_term: false, outcome: { exit_code: 0, results: {} } });
    expect(runs[0]!.phases[0]).toMatchObject({ alive: 'root', pattern: 'steady', gpu_pct: 0 });
  });

  it('is valid in every shipped file, under the name of the file', () => {
    const names = shippedScenarios(packageRoot);
    expect(names).toContain('training-success');
    for (const name of names) {
      const text = readFileSync(join(packageRoot, 'scenarios', `${name}.json`), 'utf8');
      expect(parseScenario(text, name).name).toBe(name);
    }
  });
});
