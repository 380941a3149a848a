/**
 * The ten kinds of projects as papers are written of them: each with a criterion registered before the run, what the
 * worker saw of the run, and a record of what was fetched. And a paper that is finished, to be written once more.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CollectedEvidence, collectedFile } from '../../src/domain/collected-evidence.ts';
import { readDecision } from '../../src/domain/decision-gate.ts';
import { type Evaluation, registrationOf } from '../../src/domain/entities/evaluation.ts';
import { decisionFile } from '../../src/domain/product.ts';
import type { ProjectDecision } from '../../src/domain/records.ts';
import type { JsonObject } from '../../src/lib/canonical-json.ts';
import { createManualClock } from '../../src/lib/clock.ts';
import { sha256Hex } from '../../src/lib/hash.ts';
import { type WritePaperInput, writePaper } from '../../src/papers/artifacts.ts';
import { type ObservedRun, observedRunSchema } from '../../src/papers/evidence/observed.ts';
import { toBundleRegistration } from '../../src/papers/evidence/registration.ts';
import { type EvidenceRole, evidenceBundleSchema } from '../../src/papers/evidence/schema.ts';
import type { Typeset, Typesetter } from '../../src/papers/pdf/typeset.ts';
import { generateProjects } from '../lies/projects.ts';

/** What one paper is written of. */
export interface Given {
  readonly name: string;
  /** Files of the project folder, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** When it is written, Unix ms. */
  readonly nowMs: number;
  readonly input: Omit<WritePaperInput, 'artifactRoot' | 'projectDir' | 'clock' | 'typeset'>;
}

/** A paper in its folder. */
export interface Written {
  readonly dir: string;
  /** What was typeset. */
  readonly source: string;
  readonly pdf: Typeset;
}

/** What a run has beside its project; the decision where the criterion comes to something else than that says. */
interface Beside {
  readonly evaluation: Evaluation;
  readonly decision?: Partial<ProjectDecision>;
  readonly observed?: Partial<ObservedRun>;
}

const notMet = {
  project_decision: 'finalize_negative',
  research_outcome: 'negative',
  hypothesis_status: 'unsupported',
} as const;

const observed: ObservedRun = {
  schema_version: 'observed_run.v1',
  worker: 'bench',
  started_at: '2026-01-01T00:00:00.000Z',
  ended_at: '2026-01-01T00:05:12.400Z',
  wall_seconds: 312.4,
  exit_status: 0,
  run_processes: {
    cpu_percent: 38.5,
    cpu_peak_percent: 61,
    memory_peak_mib: 912.5,
    processes_peak: 3,
  },
  other_processes: { cpu_percent: 2.4 },
  gpus: {},
};

const gpu = (power: number): NonNullable<ObservedRun['gpus']>[string] => ({
  utilization_percent: 93.5,
  power_watts: power,
  energy_joules: Math.round(power * 300),
});

const beside: Readonly<Record<string, Beside>> = {
  timing_trials: {
    evaluation: {
      metric: 'routed latency',
      source: 'results/trials_report.json#/routed_ms/*',
      statistic: 'median',
      direction: 'at_most',
      threshold: 11,
      unit: 'ms',
    },
    observed: { other_processes: { cpu_percent: 41.2 } },
  },
  accuracy_epochs: {
    evaluation: {
      metric: 'restart accuracy',
      source: 'results/summary.json#/restart_accuracy',
      direction: 'at_least',
      threshold: 0.85,
    },
    observed: { gpus: { 'gpu 0': gpu(251.4) } },
  },
  ablation_table: {
    evaluation: {
      metric: 'accuracy of the full retriever',
      source: 'results/ablation_report.json#/rows/1/accuracy',
      direction: 'at_least',
      threshold: 0.7,
    },
    decision: { ...notMet, summary: 'The full retriever stays below what was registered.' },
  },
  sweep: {
    evaluation: {
      metric: 'validation loss at the middle rate',
      source: 'results/sweep_metrics.json#/sweep/3/val_loss',
      direction: 'at_most',
      threshold: 0.5,
    },
    observed: { gpus: { 'gpu 0': gpu(198.2) } },
  },
  failure: {
    evaluation: { metric: 'completed steps', direction: 'at_least', threshold: 5000 },
    observed: { exit_status: 1, wall_seconds: 88.2, gpus: { 'gpu 0': gpu(120.5) } },
  },
  null_result: {
    evaluation: {
      metric: 'mean accuracy with shuffled batches',
      source: 'results/arms_summary.json#/arms/shuffled/mean_accuracy',
      direction: 'at_least',
      threshold: 0.83,
    },
  },
  several_gpus: {
    evaluation: {
      metric: 'mean power of a card',
      source: 'results/gpu_summary.json#/gpus/*/mean_watts',
      statistic: 'mean',
      direction: 'at_most',
      threshold: 350,
      unit: 'W',
    },
    observed: {
      gpus: Object.fromEntries(
        [310.2, 298.4, 305.9, 301.1].map((power, at) => [`gpu ${at}`, gpu(power)]),
      ),
    },
  },
  csv_only: {
    evaluation: {
      metric: 'latency',
      source: 'results/trials.csv#/*/latency_ms',
      statistic: 'mean',
      direction: 'at_most',
      threshold: 4,
      unit: 'ms',
    },
    decision: notMet,
  },
  japanese_names: {
    evaluation: {
      metric: '経路の平均',
      source: 'results/summary.json#/結果/経路/平均_ms',
      direction: 'at_most',
      threshold: 9,
      unit: 'ms',
    },
    observed: { run_processes: { ...observed.run_processes, memory_peak_mib: null } },
  },
  one_number: {
    evaluation: { metric: 'completed steps', direction: 'at_least', threshold: 10 },
    decision: notMet,
    observed: { wall_seconds: 12.6 },
  },
};

/** All ten; other numbers for other seeds. */
export function paperKinds(seed: number): Given[] {
  return generateProjects(seed).map((project) => {
    const { kind, name } = project;
    const own = beside[kind];
    if (own === undefined) throw new Error(`${kind} has no criterion`);
    const runId = `${kind.replaceAll('_', '-')}-20260101T000000000`;
    const decision = { ...project.decision, ...own.decision };
    const files = { ...project.files, [decisionFile]: `${JSON.stringify(decision, null, 2)}\n` };
    return {
      name: kind,
      files: withRecord(runId, files),
      nowMs: Date.UTC(2026, 0, 2),
      input: {
        runId,
        paperId: `${runId}--draft`,
        projectId: kind.replaceAll('_', '-'),
        projectName: name,
        hypothesis: project.hypothesis,
        decision,
        registration: toBundleRegistration(registrationOf(own.evaluation), {
          event_id: 12,
          created_at: '2025-12-31T23:59:58.000Z',
        }),
        observed: { ...observed, ...own.observed },
        fallbackEnabled: false,
      },
    };
  });
}

/** The same with a note of what was fetched, as the control plane makes it. */
export function withRecord(
  runId: string,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const record: CollectedEvidence = {
    run_id: runId,
    started_at: null,
    ended_at: null,
    files: Object.entries(files).map(([path, text]) => ({
      path,
      sha256: sha256Hex(text),
      modified_at: null,
    })),
    failed: [],
    error: null,
  };
  return { ...files, [collectedFile(runId)]: JSON.stringify(record) };
}

const ofFolder: readonly EvidenceRole[] = ['run_notes', 'decision', 'metrics', 'result'];

/** What the finished paper in `dir` was written of, as its evidence says; of one without a replication. */
export function givenOf(dir: string): Given {
  const read = (path: string): string => readFileSync(join(dir, path), 'utf8');
  const bundle = evidenceBundleSchema.parse(JSON.parse(read('evidence_bundle.json')));
  const textOf = (role: EvidenceRole): string | undefined => {
    const file = bundle.files.find((each) => each.role === role);
    return file === undefined ? undefined : read(file.public_path);
  };
  const { decision } = readDecision(textOf('decision') ?? null);
  if (decision === null || bundle.idea === undefined) throw new Error(`${dir} holds no decision`);
  const files = bundle.files
    .filter(({ role }) => ofFolder.includes(role))
    .map((file) => [file.path, read(file.public_path)] as const);
  const [receipt, seen] = [textOf('telemetry'), textOf('observed')];
  return {
    name: bundle.project_id,
    files: withRecord(bundle.run_id, Object.fromEntries(files)),
    nowMs: Date.parse(bundle.created_at),
    input: {
      runId: bundle.run_id,
      paperId: bundle.paper_id,
      projectId: bundle.project_id,
      projectName: bundle.idea.title,
      hypothesis: bundle.idea.hypothesis,
      idea: bundle.idea,
      decision,
      registration: bundle.registration ?? null,
      observed: seen === undefined ? null : observedRunSchema.parse(JSON.parse(seen)),
      receipt: receipt === undefined ? null : (JSON.parse(receipt) as JsonObject),
      fallbackEnabled: false,
    },
  };
}

/** Writes the paper into a folder of its own below `root`. */
export async function writeGiven(
  { name, files, nowMs, input }: Given,
  root: string,
  typeset: Typesetter,
): Promise<Written> {
  const artifactRoot = join(root, name);
  const projectDir = join(artifactRoot, 'project');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(projectDir, path)), { recursive: true });
    writeFileSync(join(projectDir, path), text);
  }
  let made: Pick<Written, 'source' | 'pdf'> | undefined;
  await writePaper({
    ...input,
    artifactRoot,
    projectDir,
    clock: createManualClock(nowMs),
    typeset: (source) => {
      made = { source, pdf: typeset(source) };
      return made.pdf;
    },
  });
  if (made === undefined) throw new Error('nothing was typeset');
  return { dir: join(artifactRoot, 'papers', input.runId), ...made };
}

/** For papers that nobody looks at as PDF. */
export const withoutPdf: Typesetter = () => ({ ok: false, reason: 'no PDF was asked for' });
