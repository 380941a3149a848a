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

describe('the demo agent', () => {
  it('asks when the prompt names no experiment', async () => {
    await runAgent('Do something clever.');
    expect((await readJson('.orrery/question.json')).question).toContain('nearly-sorted-insertion');
    await expect(readJson('.orrery/project_decision.json')).rejects.toThrow('ENOENT');
  });

  it('refuses a scale out of bounds', async () => {
    await expect(runAgent('experiment: length-hoisting', '0')).rejects.toThrow('0.01 to 10');
  });

  it.each([
    [0, 'finalize_positive', 'supported'],
    [1, 'finalize_negative', 'unsupported'],
  ] as const)('concludes example idea %i with %s', async (index, conclusion, status) => {
    await runAgent(ideas.ideas[index].prompt);
    const decision = projectDecisionSchema.parse(await readJson('.orrery/project_decision.json'));
    const summary = await readJson('results/summary.json');
    expect(decision).toMatchObject({ project_decision: conclusion, hypothesis_status: status });
    expect(decision.evidence_strength).toBe('moderate');
    expect(decision.bounded_paper_ready).toBe(status === 'supported');
    expect(summary.hypothesis).toBe(ideas.ideas[index].hypothesis);
    const { trials } = await readJson('results/trials.json');
    const speedups = trials
      .map((row: { speedup: number }) => row.speedup)
      .sort((a: number, b: number) => a - b);
    const median = summary.metrics.find(
      (metric: { name: string }) => metric.name === 'median_speedup',
    ).value;
    expect(median).toBe(Number(speedups[(speedups.length - 1) / 2].toPrecision(4)));
    expect(summary.series[0].y).toHaveLength(trials.length);
    expect(await readFile(join(folder.path, 'run_notes.md'), 'utf8')).toContain(String(median));
  });
});
