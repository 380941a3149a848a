/** The demo agent: it decides by what it measured, and leaves what a run is judged by. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectDecisionSchema } from '../../../src/domain/records.ts';
import {
  createThrowawayFolder,
  demoAgentPath,
  repositoryRoot,
  type ThrowawayFolder,
} from '../../support/worker-bench.ts';

const load = (name: string) => import(join(repositoryRoot, 'examples/experiments', name));
const { experiments } = await load('catalogue.mjs');
const { compareTrials } = await load('statistics.mjs');
const { decide } = await load('verdict.mjs');

let folder: ThrowawayFolder;
beforeEach(async () => {
  folder = await createThrowawayFolder();
});
afterEach(() => folder.remove());

async function runAgent(prompt: string, scale = '0.02') {
  const promptFile = await folder.write('prompt.md', prompt);
  const env = {
    PATH: process.env.PATH,
    ORRERY_PROMPT_FILE: promptFile,
    ORRERY_PROJECT_DIR: folder.path,
    ORRERY_RUN_ID: 'r-1',
    ORRERY_EXPERIMENT_SCALE: scale,
  };
  await promisify(execFile)(process.execPath, [demoAgentPath], { env });
}
const readJson = async (name: string) =>
  JSON.parse(await readFile(join(folder.path, name), 'utf8'));
const ideas = JSON.parse(await readFile(join(repositoryRoot, 'examples/ideas.json'), 'utf8'));

interface Trial {
  readonly baseline_ms: number;
  readonly candidate_ms: number;
  readonly speedup: number;
}
/** Paired trials whose speed-up is `speedup`, and in every second one another. */
const trialsOf = (count: number, speedup: number, other = speedup): Trial[] =>
  Array.from({ length: count }, (_, trial) => {
    const ratio = trial % 2 === 0 ? speedup : other;
    return { baseline_ms: ratio, candidate_ms: 1, speedup: ratio };
  });

describe('the decision of the demo agent', () => {
  // The threshold is 2.
  it.each([
    ['a clear gain', trialsOf(25, 4), 'finalize_positive', 'supported', 'strong', true],
    [
      'a clear gain in few trials',
      trialsOf(11, 4),
      'finalize_positive',
      'supported',
      'moderate',
      true,
    ],
    ['a gain at the threshold', trialsOf(25, 2), 'finalize_positive', 'supported', 'weak', false],
    ['none', trialsOf(25, 1), 'finalize_negative', 'unsupported', 'strong', false],
    ['a small one', trialsOf(25, 1.7), 'finalize_negative', 'unsupported', 'moderate', false],
    ['both sides of it', trialsOf(26, 1, 4), 'needs_review', 'inconclusive', 'weak', false],
  ] as const)('of %s', (_name, trials, conclusion, status, strength, isReady) => {
    const decision = projectDecisionSchema.parse(
      decide(experiments[0], trials, compareTrials(trials)),
    );
    expect(decision).toMatchObject({
      project_decision: conclusion,
      hypothesis_status: status,
      evidence_strength: strength,
      bounded_paper_ready: isReady,
      followup_recommended: status === 'inconclusive',
    });
  });
});

describe('the demo agent', () => {
  it('asks when the prompt names no experiment', async () => {
    await runAgent('Do something clever.');
    expect((await readJson('.orrery/question.json')).question).toContain('nearly-sorted-insertion');
    await expect(readJson('.orrery/project_decision.json')).rejects.toThrow('ENOENT');
  });

  it('refuses a scale out of bounds', async () => {
    await expect(runAgent('experiment: length-hoisting', '0')).rejects.toThrow('0.01 to 10');
  });

  // What this machine measures while others use it is not known before, so neither is the verdict.
  it.each([0, 1])('leaves for example idea %i what its own trials say', async (index) => {
    await runAgent(ideas.ideas[index].prompt);
    const decision = projectDecisionSchema.parse(await readJson('.orrery/project_decision.json'));
    const summary = await readJson('results/summary.json');
    const { trials } = await readJson('results/trials.json');
    expect(decision).toEqual(
      projectDecisionSchema.parse(decide(experiments[index], trials, compareTrials(trials))),
    );
    expect(summary.hypothesis).toBe(ideas.ideas[index].hypothesis);
    const speedups = trials.map((row: Trial) => row.speedup).sort((a: number, b: number) => a - b);
    const median = summary.metrics.find(
      (metric: { name: string }) => metric.name === 'median_speedup',
    ).value;
    expect(median).toBe(Number(speedups[(speedups.length - 1) / 2].toPrecision(4)));
    expect(summary.series[0].y).toHaveLength(trials.length);
    expect(await readFile(join(folder.path, 'run_notes.md'), 'utf8')).toContain(String(median));
  });
});
