/**
 * Demo agent: reads its prompt, runs the experiment the prompt names, measures, decides by the
 * numbers and leaves what a research agent leaves: notes, results and a decision.
 *
 *   ORRERY_AGENT_COMMAND="node /path/to/examples/experiments/agent.mjs"
 *
 * It asks no model, so it leaves no usage.json in ORRERY_RUN_DIR; an agent that does writes there what it has used.
 *
 * Reads ORRERY_PROMPT_FILE, ORRERY_PROJECT_DIR and ORRERY_RUN_ID from the environment.
 * ORRERY_EXPERIMENT_SCALE (0.01 to 10, default 1) shortens or lengthens the measuring: 1 takes about
 * five seconds of one core, 0.02 a few tenths of one, at the price of wider intervals.
 *
 * A prompt names its experiment in a line `experiment: NAME`. Without one the agent asks which to
 * run by leaving `.orrery/question.json` and ends. The prompt of a replication names a seed to use.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { experiments } from './catalogue.mjs';
import { bootstrapSeed, compareTrials, median, resampleCount } from './statistics.mjs';
import { decide } from './verdict.mjs';

const scaleBounds = { min: 0.01, max: 10 };

function readScale(text) {
  if (text === undefined || text === '') return 1;
  const scale = Number(text);
  if (!(scale >= scaleBounds.min && scale <= scaleBounds.max)) {
    throw new Error(
      `ORRERY_EXPERIMENT_SCALE must be ${scaleBounds.min} to ${scaleBounds.max}, not "${text}"`,
    );
  }
  return scale;
}

/** Writes a whole file or nothing. */
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

const round = (value, digits = 4) => Number(value.toPrecision(digits));

/** Untimed rounds of each side, in which the engine compiles the code. */
const warmUpRounds = 60;

/**
 * Times both sides. Within a trial the rounds of both alternate and a side's time is the median of
 * its rounds, so that a burst of other work on the machine falls on both alike or on neither.
 */
function measure(experiment, scale) {
  const trialCount = Math.max(11, Math.round(experiment.trials * Math.min(1, scale * 2)));
  const rounds = Math.max(5, Math.round(experiment.rounds * scale));
  const { baseline, candidate, check } = experiment.prepare(experiment.settings.seed);
  check();
  const time = (work) => {
    const startNs = process.hrtime.bigint();
    work();
    return Number(process.hrtime.bigint() - startNs) / 1e6;
  };
  for (let index = 0; index < warmUpRounds; index += 1) {
    baseline();
    candidate();
  }
  const trials = [];
  for (let trial = 0; trial < trialCount; trial += 1) {
    const baselineTimes = [];
    const candidateTimes = [];
    for (let index = 0; index < rounds; index += 1) {
      // Who goes first changes with every round.
      if (index % 2 === 0) baselineTimes.push(time(baseline));
      candidateTimes.push(time(candidate));
      if (index % 2 === 1) baselineTimes.push(time(baseline));
    }
    const baselineMs = median(baselineTimes);
    const candidateMs = median(candidateTimes);
    trials.push({
      trial,
      baseline_ms: round(baselineMs, 6),
      candidate_ms: round(candidateMs, 6),
      speedup: round(baselineMs / candidateMs, 6),
    });
  }
  return { trials, rounds };
}

function summarize(experiment, run, trials, rounds, statistics, scale) {
  const metric = (name, value, unit) => ({ name, value, unit });
  const [low, high] = statistics.speedup_interval;
  return {
    experiment: experiment.name,
    title: experiment.title,
    hypothesis: experiment.hypothesis,
    run_id: run,
    threshold: {
      metric: 'median_speedup',
      comparison: '>=',
      value: experiment.threshold,
      unit: 'ratio',
    },
    metrics: [
      metric('median_baseline_ms', statistics.median_baseline_ms, 'ms'),
      metric('median_candidate_ms', statistics.median_candidate_ms, 'ms'),
      metric('median_speedup', statistics.median_speedup, 'ratio'),
      metric('speedup_interval_low', low, 'ratio'),
      metric('speedup_interval_high', high, 'ratio'),
      metric('trial_count', trials.length, 'count'),
      metric('rounds_per_trial', rounds, 'count'),
    ],
    series: [
      {
        name: 'speedup_by_trial',
        x_label: 'trial',
        y_label: 'speed-up',
        unit: 'ratio',
        x: trials.map((row) => row.trial),
        y: trials.map((row) => row.speedup),
      },
      {
        name: 'baseline_ms_by_trial',
        x_label: 'trial',
        y_label: experiment.labels.baseline,
        unit: 'ms',
        x: trials.map((row) => row.trial),
        y: trials.map((row) => row.baseline_ms),
      },
      {
        name: 'candidate_ms_by_trial',
        x_label: 'trial',
        y_label: experiment.labels.candidate,
        unit: 'ms',
        x: trials.map((row) => row.trial),
        y: trials.map((row) => row.candidate_ms),
      },
    ],
    config: {
      ...experiment.settings,
      trials: trials.length,
      rounds_per_trial: rounds,
      warm_up_rounds: warmUpRounds,
      resamples: resampleCount,
      bootstrap_seed: bootstrapSeed,
      command: 'node examples/experiments/agent.mjs',
    },
    method: {
      statistic: 'median of the paired ratios baseline/candidate',
      interval: `percentile bootstrap, 95%, ${resampleCount} resamples with a fixed seed`,
      trial: 'median of the rounds of each side',
      warm_up: `${warmUpRounds} untimed rounds of each side`,
      order: 'rounds of both sides alternate',
    },
    environment: {
      node: process.version,
      arch: process.arch,
      platform: process.platform,
      cpu_model: cpus()[0]?.model ?? null,
      scale,
    },
  };
}

function writeNotes(experiment, summary, decision) {
  const rows = summary.metrics.map(({ name, value, unit }) => `| ${name} | ${value} | ${unit} |`);
  return [
    `# ${experiment.title}`,
    '',
    `Hypothesis: ${experiment.hypothesis}`,
    '',
    '## Method',
    '',
    `${experiment.method} Both sides compute the same result, which is checked before measuring.`,
    `In each trial the rounds of both sides alternate and the median of each side counts; the interval is a percentile bootstrap with ${summary.config.resamples} resamples.`,
    '',
    '## Result',
    '',
    '| Metric | Value | Unit |',
    '|---|---|---|',
    ...rows,
    '',
    decision.summary,
    '',
    '## Limits',
    '',
    experiment.limits,
    '',
  ].join('\n');
}

function nameOf(prompt) {
  return /^\s*experiment:\s*([a-z0-9-]+)\s*$/im.exec(prompt)?.[1];
}

/** What the prompt of a replication asks for; else the seed of the experiment. */
function seedOf(prompt, { seed }) {
  return Number(/\brandom seed, use (\d{1,9})\b/.exec(prompt)?.[1] ?? seed);
}

function main() {
  const projectDir = process.env.ORRERY_PROJECT_DIR ?? process.cwd();
  const promptFile = process.env.ORRERY_PROMPT_FILE;
  if (promptFile === undefined) throw new Error('ORRERY_PROMPT_FILE is not set');
  const scale = readScale(process.env.ORRERY_EXPERIMENT_SCALE);
  const prompt = readFileSync(promptFile, 'utf8');
  const name = nameOf(prompt);
  const known = experiments.find((each) => each.name === name);
  if (known === undefined) {
    const names = experiments.map((each) => each.name).join(', ');
    const question = `Which experiment shall I run? The prompt ${name === undefined ? 'names none' : `names "${name}"`}; I know ${names}. Answer with a line "experiment: NAME".`;
    write(join(projectDir, '.orrery/question.json'), { question });
    console.log(question);
    return;
  }
  const settings = { ...known.settings, seed: seedOf(prompt, known.settings) };
  const experiment = { ...known, settings };
  console.log(`running ${experiment.name} at scale ${scale}`);
  const { trials, rounds } = measure(experiment, scale);
  const statistics = compareTrials(trials);
  const decision = decide(experiment, trials, statistics);
  const summary = summarize(
    experiment,
    process.env.ORRERY_RUN_ID ?? null,
    trials,
    rounds,
    statistics,
    scale,
  );
  write(join(projectDir, 'results/trials.json'), {
    experiment: experiment.name,
    unit: 'ms',
    labels: {
      baseline_ms: experiment.labels.baseline,
      candidate_ms: experiment.labels.candidate,
      speedup: 'speed-up',
    },
    trials,
  });
  write(join(projectDir, 'results/summary.json'), summary);
  write(join(projectDir, 'run_notes.md'), writeNotes(experiment, summary, decision));
  // Last: whoever finds a decision finds everything it rests on.
  write(join(projectDir, '.orrery/project_decision.json'), decision);
  console.log(decision.summary);
}

main();
