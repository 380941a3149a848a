/** Ten kinds of projects as functions of a seed: what a run leaves behind for a paper to be written from. */
import type { ProjectDecision } from '../../src/domain/records.ts';
import { createDice, type Dice } from './dice.ts';

/** A project folder and what was decided of it. */
export interface Project {
  readonly kind: string;
  readonly name: string;
  readonly hypothesis: string;
  readonly decision: ProjectDecision;
  readonly files: Readonly<Record<string, string>>;
}

interface Draft {
  readonly name: string;
  readonly hypothesis: string;
  readonly goal: string;
  readonly method: readonly string[];
  readonly caveats: string;
  readonly summary: string;
  readonly decision?: Partial<ProjectDecision>;
  /** Result files below `results/`; objects are written as JSON. */
  readonly results: Readonly<Record<string, unknown>>;
}

const positive: ProjectDecision = {
  project_decision: 'finalize_positive',
  research_outcome: 'paper_positive',
  hypothesis_status: 'supported',
  confidence: 'high',
  evidence_strength: 'moderate',
  bounded_paper_ready: true,
};
const negative: Partial<ProjectDecision> = {
  project_decision: 'finalize_negative',
  research_outcome: 'negative',
  hypothesis_status: 'unsupported',
};

const kinds: Readonly<Record<string, (dice: Dice) => Draft>> = {
  timing_trials: (dice) => {
    const base = dice.real(9, 12, 4);
    const trials = (mean: number) =>
      Array.from({ length: 12 }, () => dice.real(mean - 1, mean + 1, 3));
    return {
      name: 'Routed memory for long streams',
      hypothesis: 'Routed memory answers faster than a plain queue.',
      goal: 'Find out whether routed memory answers faster than a plain queue.',
      method: ['Each variant was timed on the same stream.', 'The first calls were left out.'],
      caveats: 'Times include the loop around the call.',
      summary: 'Routed memory answers faster than the plain queue on this stream.',
      results: {
        'latency_summary.json': {
          seed: dice.whole(11, 99),
          trials: 12,
          variants: {
            baseline: { mean_ms: base, p95_ms: dice.real(14, 17, 3), errors: 0 },
            routed: {
              mean_ms: base - dice.real(1.5, 2.5, 4),
              p95_ms: dice.real(11, 13, 3),
              errors: 0,
            },
            pruned: {
              mean_ms: base - dice.real(0.5, 1.2, 4),
              p95_ms: dice.real(12, 14, 3),
              errors: 1,
            },
          },
          throughput: { value: dice.real(1800, 2400, 2), unit: 'items/s' },
        },
        'trials_report.json': { baseline_ms: trials(base), routed_ms: trials(base - 2) },
      },
    };
  },
  accuracy_epochs: (dice) => {
    const epochs = Array.from({ length: 8 }, (_, at) => ({
      epoch: at + 1,
      train_loss: Number((2.3 / (at + 1) + dice.real(0, 0.05, 4)).toFixed(4)),
      val_accuracy: Number((0.6 + at * 0.04 + dice.real(0, 0.02, 4)).toFixed(4)),
    }));
    return {
      name: 'Warm restarts for a small classifier',
      hypothesis: 'Warm restarts raise the accuracy of a small classifier.',
      goal: 'See whether warm restarts raise the accuracy on held-out data.',
      method: ['One model was trained with a fixed seed.', 'Accuracy was read after every epoch.'],
      caveats: 'One data set and one seed.',
      summary: 'Accuracy on held-out data grew with every epoch.',
      results: {
        'summary.json': {
          seed: dice.whole(100, 999),
          batch_size: 64,
          epochs,
          baseline_accuracy: dice.real(0.7, 0.75, 4),
          restart_accuracy: dice.real(0.88, 0.93, 4),
          wall_seconds: dice.real(300, 900, 2),
        },
      },
    };
  },
  ablation_table: (dice) => ({
    name: 'What each part of the retriever adds',
    hypothesis: 'Each part of the retriever adds accuracy.',
    goal: 'Measure what each part of the retriever adds.',
    method: ['Parts were removed one at a time.', 'All rows share data and seed.'],
    caveats: 'Parts may act together.',
    summary: 'Every part adds accuracy, the index most.',
    results: {
      'ablation_report.json': {
        rows: ['baseline', 'full', 'no_index', 'no_cache', 'no_rerank'].map((name, at) => ({
          name,
          accuracy: dice.real(0.6 + at * 0.03, 0.62 + at * 0.03, 4),
          memory_mib: dice.real(400 + 40 * at, 430 + 40 * at, 2),
          latency_ms: dice.real(20 - at, 21 - at, 3),
        })),
        queries: dice.whole(2000, 4000),
      },
    },
  }),
  sweep: (dice) => ({
    name: 'Learning rate and loss of a small model',
    hypothesis: 'A middle learning rate gives the lowest loss.',
    goal: 'Find the learning rate with the lowest loss.',
    method: ['Each rate was trained for the same number of steps.'],
    caveats: 'Only one size of model.',
    summary: 'The loss is lowest at a middle rate.',
    results: {
      'sweep_metrics.json': {
        seed: dice.whole(1, 9) * 7,
        sweep: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03].map((rate, at) => ({
          learning_rate: rate,
          val_loss: dice.real(0.4 + (at - 3) ** 2 * 0.1, 0.45 + (at - 3) ** 2 * 0.1, 4),
          tokens_per_second: dice.real(10_500, 11_500, 1),
        })),
      },
    },
  }),
  failure: (dice) => ({
    name: 'Training that stopped early',
    hypothesis: 'The model trains stably in half precision.',
    goal: 'See whether training in half precision is stable.',
    method: ['Training was to go on until the loss settled.'],
    caveats: 'The cause of the overflow is not known.',
    summary: 'The run ended with an overflow and the model was not trained.',
    decision: negative,
    results: {
      'run_summary.json': {
        planned_steps: 5000,
        completed_steps: dice.whole(700, 1900),
        overflow_count: dice.whole(30, 60),
        loss: Array.from({ length: 6 }, (_, at) => dice.real(3 + at, 3.5 + at, 4)),
        peak_memory_gib: dice.real(20, 40, 2),
      },
    },
  }),
  null_result: (dice) => ({
    name: 'Shuffled batches and accuracy',
    hypothesis: 'Shuffling batches anew raises accuracy.',
    goal: 'Test whether shuffling batches anew raises accuracy.',
    method: ['Both arms used the same seeds.'],
    caveats: 'A small effect would not have been seen.',
    summary: 'Both arms reached the same accuracy within their spread.',
    decision: negative,
    results: {
      'arms_summary.json': {
        arms: {
          control: {
            mean_accuracy: dice.real(0.81, 0.812, 4),
            sd_accuracy: dice.real(0.01, 0.02, 4),
          },
          shuffled: {
            mean_accuracy: dice.real(0.813, 0.815, 4),
            sd_accuracy: dice.real(0.01, 0.02, 4),
          },
        },
        seeds: 8,
      },
    },
  }),
  several_gpus: (dice) => ({
    name: 'Power and speed on several cards',
    hypothesis: 'Work is spread evenly over the cards.',
    goal: 'See whether work is spread evenly over the cards.',
    method: ['Cards were sampled once a second.'],
    caveats: 'One machine only.',
    summary: 'The cards took nearly the same power.',
    results: {
      'gpu_summary.json': {
        gpus: Object.fromEntries(
          ['reference', 'second', 'third', 'fourth'].map((name) => [
            name,
            {
              mean_watts: dice.real(280, 340, 2),
              used_gib: dice.real(60, 75, 2),
              tokens_per_second: dice.real(900, 1100, 1),
            },
          ]),
        ),
        duration_seconds: dice.whole(600, 900),
      },
    },
  }),
  csv_only: (dice) => ({
    name: 'Trials kept as a table of text',
    hypothesis: 'The cache shortens each request.',
    goal: 'Measure requests with and without the cache.',
    method: ['Each row of the table is one request.'],
    caveats: 'The table holds no seed.',
    summary: 'Requests with the cache were shorter.',
    results: {
      'trials.csv': `variant,latency_ms\n${Array.from({ length: 10 }, (_, at) => `${at % 2 === 0 ? 'baseline' : 'cached'},${dice.real(5, 9, 3)}`).join('\n')}\n`,
    },
  }),
  japanese_names: (dice) => ({
    name: '経路記憶の測定',
    hypothesis: '経路記憶は応答を速くする。',
    goal: '経路記憶が応答を速くするか調べる。',
    method: ['同じ入力で比べた。'],
    caveats: '一台の機械だけで測った。',
    summary: '経路記憶の応答は速かった。',
    results: {
      'summary.json': {
        結果: {
          baseline: { 平均_ms: dice.real(10, 12, 3), 精度: dice.real(0.8, 0.85, 4) },
          経路: { 平均_ms: dice.real(7, 9, 3), 精度: dice.real(0.86, 0.9, 4) },
        },
        試行: dice.whole(20, 40),
      },
    },
  }),
  one_number: (dice) => ({
    name: 'A plan of which little was measured',
    hypothesis: 'The planned schedule fits the machine.',
    goal: 'Write down a schedule that fits the machine.',
    method: ['The schedule was written and begun.'],
    caveats: 'Hardly anything was measured.',
    summary: 'The schedule was written and begun.',
    decision: { hypothesis_status: 'inconclusive', research_outcome: 'useful_signal' },
    results: { 'summary.json': { completed_steps: dice.whole(3, 9) } },
  }),
};

/** All ten, in a fixed order; other numbers for other seeds. */
export function generateProjects(seed: number): Project[] {
  return Object.entries(kinds).map(([kind, make]) => toProject(kind, make(createDice(seed, kind))));
}

function toProject(kind: string, draft: Draft): Project {
  const decision: ProjectDecision = {
    ...positive,
    summary: draft.summary,
    claim_scope: 'It holds for the machine and the data of this run.',
    scale_limits: 'Nothing beyond this machine and these data was tried.',
    stop_reason: 'What was planned had been done.',
    recommended_next_action: 'Repeat the run on another machine.',
    ...draft.decision,
  };
  const results = Object.entries(draft.results).map(([name, content]) => [
    `results/${name}`,
    typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
  ]);
  return {
    kind,
    name: draft.name,
    hypothesis: draft.hypothesis,
    decision,
    files: {
      'run_notes.md': `# Run notes\n\n## Goal\n\n${draft.goal}\n\n## Method\n\n${draft.method.map((step) => `- ${step}`).join('\n')}\n\n## Caveats\n\n${draft.caveats}\n`,
      '.orrery/project_decision.json': `${JSON.stringify(decision, null, 2)}\n`,
      ...Object.fromEntries(results),
    },
  };
}
