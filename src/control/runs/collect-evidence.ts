/**
 * Effect `evidence.collect`: fetches what a finished run left behind, reads its decision and judges
 * it. The verdict goes into the queue item, so that no list ever has to open a file.
 */
import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { describeAgentExit } from '../../domain/agent-exit.ts';
import { decisionLimits, judgeDecision, readDecision } from '../../domain/decision-gate.ts';
import { limits } from '../../domain/limits.ts';
import { decisionFile } from '../../domain/product.ts';
import { hasPath, type SyncReport } from '../../evidence-sync/report.ts';
import type { TimerHandle } from '../../lib/clock.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import type { CollectEvidenceInput } from '../../machines/queue-item/effects.ts';
import type { QueueItemEvent } from '../../machines/queue-item/events.ts';
import { type SyncOptions, syncProject } from './sync-project.ts';
import { withoutSecrets } from './without-secrets.ts';

interface CollectEvidenceOptions extends SyncOptions {
  /** Exit status of the agent as far as the control plane was told; null when it was not. */
  readonly exitCodeOf: (runId: string) => Promise<number | null>;
  /** Hears what its agent has used, before a gate that serves this run alone ends with it. */
  readonly hearUsage: (
    run: Pick<CollectEvidenceInput, 'run_id' | 'project_id' | 'lane'>,
  ) => Promise<void>;
  /** Told what a sync brought, for the log. */
  readonly onSynced: (runId: string, report: SyncReport) => void;
}

type DecisionRead = Extract<QueueItemEvent, { type: 'DECISION_READ' }>;

/**
 * Attempts while the worker cannot be asked; after that the item goes to a person. At most a minute
 * apart they outlast a restart of the worker and an hour without a network, as the question after a
 * lost run does: a person could only start the work again, and its lane has nobody else to serve it.
 */
const attemptsMax = 120;

/** Answers `DECISION_READ`. Throws, to be tried again, only while the worker cannot be asked. */
export function createCollectEvidence(options: CollectEvidenceOptions): EffectHandler {
  return {
    attemptsMax,
    backOff: { baseMs: 1000, maxMs: 60_000, factor: 2 },
    run: async (input, { signal }) =>
      collect(options, input as unknown as CollectEvidenceInput, signal),
  };
}

async function collect(
  options: CollectEvidenceOptions,
  input: CollectEvidenceInput,
  signal: AbortSignal,
): Promise<DecisionRead> {
  await options.hearUsage(input);
  const report = await whileWanted(options, input, signal, (wanted) =>
    syncProject(options, input, wanted),
  );
  // The service ends: the effect is taken up again at the next start.
  signal.throwIfAborted();
  options.onSynced(input.run_id, report);
  // The worker could not be asked: the run is over and its files will still be there later.
  if (report.error !== null && report.unreachable) throw new Error(report.error);
  const targetDir = resolveInside(options.artifactRoot, input.project_dir);
  // Only a decision that the worker has now counts: an older copy may be that of an earlier run.
  const fresh = targetDir !== undefined && hasPath(report, decisionFile);
  const { decision: written, problems } = readDecision(
    fresh ? readText(join(targetDir, decisionFile)) : null,
  );
  const { value: decision, found } = withoutSecrets(written, options.redact);
  return {
    type: 'DECISION_READ',
    run_id: input.run_id,
    decision,
    gate_verdict: decision === null ? null : judgeDecision(decision),
    problems: decision === null ? await whyNone(options, input.run_id, report, problems) : found,
  };
}

/**
 * Runs `work` with a signal that is aborted once somebody cancels the item, whose wish would else
 * wait in line behind this effect for as long as the worker likes.
 */
async function whileWanted<Value>(
  { reads, clock }: SyncOptions,
  { project_id, run_id }: CollectEvidenceInput,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const calledOff = new AbortController();
  let timer: TimerHandle | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    // A look that fails only means that a cancel is heard of later.
    const item = await reads.get('queue_item', project_id).catch(() => undefined);
    if (isOver) return;
    const isWanted =
      item === undefined || (item['current_run_id'] === run_id && item['pending_cancel'] === null);
    if (isWanted) timer = clock.setTimer(limits.evidenceWantedEveryMs, () => void look());
    else calledOff.abort(new Error('the item was canceled meanwhile'));
  };
  void look();
  try {
    return await work(AbortSignal.any([calledOff.signal, outer]));
  } finally {
    isOver = true;
    timer?.cancel();
  }
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
      : [`${describeAgentExit(exitCode)}; its log says more (orrery run log ${runId})`]),
    ...(exitCode === 0 && !hasPath(report, decisionFile) && notFetched === undefined
      ? [`the agent has to leave ${decisionFile} in its project folder`]
      : []),
  ];
}

/** Text of a regular file, of a large one only enough to be refused for its size; null when there is none. */
function readText(path: string): string | null {
  try {
    if (!lstatSync(path).isFile()) return null;
    const bytes = Buffer.alloc(decisionLimits.bytesMax + 1);
    const file = openSync(path, 'r');
    try {
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
