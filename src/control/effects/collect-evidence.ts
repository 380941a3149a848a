/**
 * Effect `evidence.collect`: fetches what a finished run left behind, reads its decision and judges
 * it. The verdict goes into the queue item, so that no list ever has to open a file.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EffectHandler } from '../../actors/runtime/effect-runner.ts';
import { describeAgentExit } from '../../domain/agent-exit.ts';
import { judgeDecision, readDecision } from '../../domain/decision-gate.ts';
import { decisionFile } from '../../domain/product.ts';
import { type SyncReport, syncEvidence } from '../../evidence/http-sync.ts';
import { createWorkerEvidenceSource } from '../../evidence/worker-source.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import type { CollectEvidenceInput } from '../../machines/queue-item/effects.ts';
import type { QueueItemEvent } from '../../machines/queue-item/events.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';
import { holderOfRun } from '../worker-of-run.ts';
import type { WorkerDirectory } from '../workers.ts';

export interface CollectEvidenceOptions {
  readonly workers: WorkerDirectory;
  readonly reads: Pick<ReadModels, 'get'>;
  /** Folder that holds one folder per project with its evidence and papers. */
  readonly artifactRoot: string;
  /** Exit status of the agent as far as the control plane was told; null when it was not. */
  readonly exitCodeOf: (runId: string) => Promise<number | null>;
  /** Told what a sync brought, for the log. */
  readonly onSynced: (runId: string, report: SyncReport) => void;
}

type DecisionRead = Extract<QueueItemEvent, { type: 'DECISION_READ' }>;

/** Attempts while the worker cannot be asked; after that the item goes to a person. */
const attemptsMax = 8;

export function createCollectEvidence(options: CollectEvidenceOptions): EffectHandler {
  return {
    attemptsMax,
    backOff: { baseMs: 1000, maxMs: 60_000, factor: 2 },
    run: async (input) => collect(options, input as unknown as CollectEvidenceInput),
  };
}

async function collect(
  options: CollectEvidenceOptions,
  input: CollectEvidenceInput,
): Promise<DecisionRead> {
  const report = await syncProject(options, input);
  options.onSynced(input.run_id, report);
  // The worker could not be asked: the run is over and its files will still be there later.
  if (report.error !== null && report.unreachable) throw new Error(report.error);
  const targetDir = resolveInside(options.artifactRoot, input.project_dir);
  // Only a decision fetched now counts: an older copy may be that of an earlier run.
  const fresh = targetDir !== undefined && report.fetched.includes(decisionFile);
  const { decision, problems } = readDecision(
    fresh ? readText(join(targetDir, decisionFile)) : null,
  );
  return {
    type: 'DECISION_READ',
    run_id: input.run_id,
    decision,
    gate_verdict: decision === null ? null : judgeDecision(decision),
    problems: decision === null ? await whyNone(options, input.run_id, report, problems) : [],
  };
}

/** Why there is no decision, in words that lead to its cause. */
async function whyNone(
  options: CollectEvidenceOptions,
  runId: string,
  report: SyncReport,
  problems: readonly string[],
): Promise<string[]> {
  // Nothing was seen of the files, so nothing is said of what lies in them.
  if (report.error !== null && report.fetched.length === 0 && report.failed.length === 0) {
    return [`its files could not be fetched: ${report.error}`];
  }
  const notFetched = report.failed.find((file) => file.path === decisionFile);
  const exitCode = await options.exitCodeOf(runId);
  return [
    ...(notFetched === undefined ? problems : [`${decisionFile}: ${notFetched.reason}`]),
    ...(report.error === null ? [] : [`evidence: ${report.error}`]),
    ...(exitCode === 0
      ? []
      : [
          `${describeAgentExit(exitCode)}; its log says more (GET /runs/${runId}/log on its worker)`,
        ]),
    ...(exitCode === 0 && !report.fetched.includes(decisionFile) && notFetched === undefined
      ? [`the agent has to leave ${decisionFile} in its project folder`]
      : []),
  ];
}

/** Fetches the evidence of one run into the artefact root; never rejects for what the worker does. */
export async function syncProject(
  options: Pick<CollectEvidenceOptions, 'workers' | 'reads' | 'artifactRoot'>,
  input: {
    readonly project_id: string;
    readonly run_id: string;
    readonly project_dir: string;
    readonly lane: string;
  },
): Promise<SyncReport> {
  const nothing = { method: 'http', ok: false, fetched: [], failed: [] } as const;
  const targetDir = resolveInside(options.artifactRoot, input.project_dir);
  if (targetDir === undefined) {
    const error = `project_dir ${input.project_dir} leaves the artefact root`;
    return { ...nothing, unreachable: false, error };
  }
  const holder = await holderOfRun(options, input);
  if (holder.target === null) {
    return { ...nothing, unreachable: holder.unreachable, error: holder.error };
  }
  return syncEvidence({
    source: createWorkerEvidenceSource(holder.target.client),
    projectId: input.project_id,
    runId: input.run_id,
    targetDir,
  });
}

const decisionBytesMax = 1024 * 1024;

/** Text of a regular file; null when there is none or it is absurdly large. */
function readText(path: string): string | null {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size <= decisionBytesMax ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}
