/** What the writer without a model says, and what it leaves unsaid. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Evaluation } from '../../../src/domain/entities/evaluation.ts';
import { registrationOf } from '../../../src/domain/entities/evaluation.ts';
import type { WritePaperInput } from '../../../src/papers/artifacts.ts';
import { toBundleRegistration } from '../../../src/papers/evidence/registration.ts';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { generateProjects } from '../../lies/projects.ts';
import { createSandbox, type Sandbox, sampleDecision } from './support.ts';

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.dispose());

const registered = (evaluation: Evaluation): NonNullable<WritePaperInput['registration']> =>
  toBundleRegistration(registrationOf(evaluation), {
    event_id: 12,
    created_at: '2026-01-01T00:00:00.000Z',
  });

/** The Markdown of a paper of these result files, its links replaced by what they show. */
async function write(
  results: Readonly<Record<string, unknown>>,
  overrides: Partial<WritePaperInput> = {},
): Promise<(section: string) => string> {
  const files = Object.entries(results).map(([name, value]) => [
    `results/${name}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  sandbox = createSandbox({
    'run_notes.md': '# Notes\n\n## Method\n\nBoth sides were timed in turn.\n',
    ...Object.fromEntries(files),
  });
  const decision = { ...sampleDecision, summary: 'It was measured.', ...overrides.decision };
  await sandbox.write({ fallbackEnabled: false, ...overrides, decision });
  expect(verifyFolder(sandbox.paperDir).problems).toEqual([]);
  const markdown = readFileSync(join(sandbox.paperDir, 'paper.md'), 'utf8').replace(
    /\[(C\d+)\]\(#c\d+\)/g,
    '$1',
  );
  const sections = new Map(
    markdown.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), part]),
  );
  return (section) => sections.get(section) ?? '';
}

const speedups = [2.4, 2.6, 2.5, 2.7, 2.55, 2.45, 2.65, 2.5, 2.6, 2.5];
const trials = speedups.map((speedup, trial) => ({
  trial,
  baseline_ms: 10 + speedup,
  candidate_ms: 4 + trial * 0.01,
  speedup,
}));
const criterion: Evaluation = {
  metric: 'speedup',
  source: 'results/trials_report.json#/trials/*/speedup',
  statistic: 'median',
  direction: 'at_least',
  threshold: 2,
};

describe('the headline', () => {
  it('says metric, count, value, interval, threshold and verdict, in abstract and conclusion', async () => {
    const section = await write(
      { 'trials_report.json': { trials } },
      { registration: registered(criterion) },
    );
    const sentence =
      /The metric registered before the run is speedup: the median of 10 \[C\d+\] values is 2\.525 \[C\d+\], with a 95% interval from [\d.]+ \[C\d+\] to [\d.]+ \[C\d+\], against a threshold of at least 2 \[C\d+\], so the criterion is met \[C\d+\]\./;
    expect(section('Abstract')).toMatch(sentence);
    expect(section('Conclusion')).toMatch(sentence);
    expect(section('Results')).toContain('the dashed line is the registered threshold');
  });

  it('gives the interval of the mean where a mean was registered', async () => {
    const mean: Evaluation = { ...criterion, statistic: 'mean' };
    const section = await write(
      { 'trials_report.json': { trials } },
      { registration: registered(mean) },
    );
    // 2.545 and 2.2622 (t, nine degrees of freedom) standard errors of 0.0293 to either side.
    const sentence =
      /the mean of 10 \[C\d+\] values is 2\.545 \[C\d+\], with a 95% interval from 2\.479 \[C\d+\] to 2\.611 \[C\d+\], against/;
    expect(section('Abstract')).toMatch(sentence);
    expect(section('Conclusion')).toMatch(sentence);
    expect(verifyPaper(sandbox?.paperDir ?? '').problems).toEqual([]);
  });

  it('says that a criterion is not met, as a result like any other', async () => {
    const decision = {
      ...sampleDecision,
      project_decision: 'finalize_negative' as const,
      research_outcome: 'negative' as const,
      hypothesis_status: 'unsupported' as const,
    };
    const section = await write(
      { 'trials_report.json': { trials } },
      { registration: registered({ ...criterion, threshold: 3 }), decision },
    );
    expect(section('Abstract')).toContain('so the criterion is not met');
    expect(section('Conclusion')).toContain('do not establish the hypothesis');
  });

  it('names what was compared in the words of the run', async () => {
    const labels = { baseline_ms: 'merge sort', candidate_ms: 'insertion sort' };
    const section = await write({ 'trials_report.json': { labels, trials } });
    expect(section('Results')).toMatch(
      /The median time is lower for insertion sort \(candidate\) than for merge sort \(baseline\): 4\.045 ms/,
    );
  });
});

describe('what is told', () => {
  it('has no column twice, whichever file holds it', async () => {
    const section = await write({
      'series_report.json': { series: [{ x: trials.map(({ trial }) => trial), y: speedups }] },
      'trials_report.json': { trials },
    });
    expect(section('Appendix of Data').match(/^\*\*Table/gm)).toHaveLength(1);
    expect(section('Results').match(/2\.525/g)).toHaveLength(1);
  });

  it('holds no noise: trials, and quantities that go up and down, have no trend', async () => {
    const section = await write({
      'epochs_report.json': {
        epochs: [0.9, 0.5, 0.8, 0.4, 0.7].map((loss, epoch) => ({ epoch, loss, gain: epoch * 2 })),
      },
      'trials_report.json': { trials },
    });
    const results = section('Results');
    expect(results).toMatch(/The gain rises from 0 \[C\d+\] at epoch 0 \[C\d+\] to 8 \[C\d+\]/);
    expect(results).not.toMatch(/loss (?:rises|falls|is)/);
    expect(results).not.toMatch(/at trial/);
    expect(section('Method')).not.toMatch(/Varied: (?:trial|epoch)/);
  });

  it('has outliers, a wide spread and separate groups', async () => {
    const wide = [1, 1.1, 1, 1.05, 1.1, 1, 5, 5.1, 5.05, 5, 5.1, 5];
    const odd = [1, 1.01, 1.02, 1.01, 1, 1.02, 1.01, 1, 1.01, 9];
    const section = await write({
      'a_report.json': { wide_samples: wide },
      'b_report.json': { odd_samples: odd },
    });
    expect(section('Results')).toMatch(/Of wide samples, .*fall into separate groups/);
    expect(section('Results')).toMatch(/Of odd samples, .*1 \[C\d+\] value is an outlier/);
    expect(section('Results')).not.toMatch(/Of odd samples, .*separate groups/);
  });

  it('has no metric again that is a statistic of the series in the table', async () => {
    const metric = (name: string, value: number, unit: string) => ({ name, value, unit });
    const section = await write({
      'summary.json': {
        metrics: [
          metric('median_speedup', 2.525, 'ratio'),
          metric('median_candidate_ms', 4.045, 'ms'),
          metric('trial_count', 10, 'count'),
          // Of another value, another unit, and by another name.
          metric('max_speedup', 2.71, 'ratio'),
          metric('min_speedup', 2.4, 's'),
          metric('peak_memory', 2.4, 'MiB'),
        ],
      },
      'trials_report.json': { trials },
    });
    expect(section('Results')).toMatch(/\| speedup \| 10 \| 2\.525 \|/);
    const data = section('Appendix of Data');
    for (const kept of ['max speedup', 'min speedup', 'peak memory']) expect(data).toContain(kept);
    expect(data).not.toMatch(/median speedup|median candidate|trial count/);
  });

  it('says what was varied, and as held what was set and is no criterion', async () => {
    const labels = { baseline_ms: 'merge sort', candidate_ms: 'insertion sort' };
    const section = await write(
      {
        'trials_report.json': { labels, trials },
        'summary.json': {
          threshold: { value: 2, unit: 'ratio' },
          schema_version: 3,
          environment: { scale: 1 },
          config: { seed: 7, decision_threshold: 0.5, image_scale: 0.25 },
        },
      },
      { registration: registered(criterion) },
    );
    expect(section('Method')).toContain(
      'Varied: merge sort (baseline) and insertion sort (candidate).',
    );
    const held = /^Held fixed: .*$/m.exec(section('Method'))?.[0] ?? '';
    expect(held.replace(/ \[C\d+\]/g, '')).toBe(
      'Held fixed: seed 7, decision threshold 0.5 and image scale 0.25.',
    );
  });

  it('is no limit twice, whoever stated it', async () => {
    sandbox = createSandbox({
      'run_notes.md': '# Notes\n\n## Caveats\n\nOne machine only.\n',
      'results/summary.json': '{"latency_ms": 1.5}',
    });
    const decision = { ...sampleDecision, scale_limits: 'One machine only.' };
    await sandbox.write({ decision, fallbackEnabled: false });
    const markdown = readFileSync(join(sandbox.paperDir, 'paper.md'), 'utf8');
    expect(markdown.match(/“One machine only\.”/g)).toHaveLength(1);
  });

  it('says what the machine did meanwhile, and once what nobody recorded', async () => {
    const section = await write(
      { 'trials_report.json': { trials } },
      {
        observed: {
          schema_version: 'observed_run.v1',
          worker: 'local',
          started_at: null,
          ended_at: null,
          wall_seconds: 41.25,
          exit_status: 0,
          run_processes: {
            cpu_percent: 47,
            cpu_peak_percent: 50,
            memory_peak_mib: null,
            processes_peak: 2,
          },
          other_processes: { cpu_percent: 40 },
          gpus: { 'gpu 0': { utilization_percent: 93.5, power_watts: 250, energy_joules: null } },
        },
      },
    );
    const method = section('Method');
    expect(method).toMatch(
      /wall time of 41\.25 s \[C\d+\] and ended with the exit status 0 \[C\d+\]/,
    );
    expect(method).toMatch(/measured while other processes used 40% \[C\d+\] of the cpu/);
    expect(method).toMatch(/On gpu 0, there was utilization of 93\.5% \[C\d+\]/);
    expect(method).toContain('The worker has no record of memory.');
  });

  it('has the procedure of result files with its numbers, word for word', async () => {
    const method = { interval: 'percentile bootstrap, 95%, 2000 resamples with a fixed seed' };
    const section = await write({ 'trials_report.json': { trials, method } });
    expect(section('Method')).toContain(
      'interval “percentile bootstrap, 95%, 2000 resamples with a fixed seed”',
    );
  });
});

/** What a reader of each would miss first. */
const tells: Readonly<Record<string, RegExp>> = {
  timing_trials: /Raw values of baseline \(ms\) and routed \(ms\); the bars show the median/,
  accuracy_epochs: /The result files record wall time \([\d.]+ s \[C\d+\]/,
  ablation_table:
    /The accuracy is higher for full \(.*\), no index \(.*\) and no cache \(.*\) than for baseline \(/,
  sweep: /The val loss is lowest with .*, and as much as /,
  failure: /^# Negative result: [\s\S]*completed steps \(/,
  null_result: /the two differ by less than the sd accuracy of either/,
  several_gpus: /Compared with reference, second has ratios of .* in mean power, /,
  csv_only: /From the run notes: “The table holds no seed\.”/,
  japanese_names: /The run notes give the aim: “経路記憶が応答を速くするか調べる。”/,
  one_number: /^# Inconclusive result: [\s\S]*completed steps \(/,
};

describe('ten projects of different kinds', () => {
  it.each(generateProjects(11).map((project) => [project.kind, project] as const))(
    '%s gives a paper that both verifiers pass and that says nothing twice',
    async (kind, project) => {
      sandbox = createSandbox(project.files);
      await sandbox.write({
        projectName: project.name,
        hypothesis: project.hypothesis,
        decision: project.decision,
        fallbackEnabled: false,
      });
      expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
      expect(verifyFolder(sandbox.paperDir).problems).toEqual([]);
      const markdown = readFileSync(join(sandbox.paperDir, 'paper.md'), 'utf8');
      const body = markdown.slice(0, markdown.indexOf('## Appendix'));
      const said = body.split('\n').filter((line) => line.length > 40 && !line.startsWith('|'));
      expect(new Set(said).size).toBe(said.length);
      // A page holds some three thousand characters; links and figures are not counted.
      expect(body.replace(/\]\(#c\d+\)/g, '').length).toBeLessThan(9000);
      expect(body).not.toMatch(/goes from|in one direction/);
      const plain = body.replace(/\[(C\d+)\]\(#c\d+\)/g, '$1');
      expect(plain).toMatch(tells[kind] ?? 'no such kind');
    },
  );
});
