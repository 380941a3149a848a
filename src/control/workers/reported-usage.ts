/**
 * Takes what agents say they have used from a look at their worker, or from the gates of its runs, and tells their
 * queue items, which judge it. What was heard before is not told again.
 */
import { runSchema } from '../../domain/records.ts';
import type { RunRow } from '../../worker-wire/wire.ts';
import { ask, type Needs } from '../common/index.ts';
import type { WorkerAnswers, WorkerTarget } from '../fleet/index.ts';
import { runsOnCluster } from './runs-on-cluster.ts';

/** Tells of every run whose report is news; one that another worker was given is left out. */
export async function noticeUsage(
  context: Needs<'actors' | 'reads'>,
  targets: readonly Pick<WorkerTarget, 'name'>[],
  { runs }: Pick<WorkerAnswers, 'runs'>,
): Promise<void> {
  if (runs.kind !== 'ok') return;
  for (const row of runs.value.runs) {
    if (row.usage !== undefined) await noticeOne(context, targets, row, row.usage);
  }
}

/** The same of the runs on a cluster: each is asked for at its own gate, where that is at home. */
export async function noticeUsageOnCluster(
  context: Needs<'actors' | 'reads'>,
  target: WorkerTarget,
  signal: AbortSignal,
): Promise<void> {
  const runs = await runsOnCluster(context, target);
  await Promise.all(runs.map((run) => noticeUsageOfRun(context, target, run, signal)));
}

/** The same of one run on a cluster, the gate of which ends soon after it. */
export async function noticeUsageOfRun(
  context: Needs<'actors' | 'reads'>,
  target: WorkerTarget,
  { runId, projectId }: { readonly runId: string; readonly projectId: string },
  signal?: AbortSignal,
): Promise<void> {
  if (target.cluster?.isHome(runId) !== true) return;
  const answer = await target.client.findRun(runId, signal);
  const usage = answer.kind === 'ok' ? answer.value.run.usage : undefined;
  // Whose report it is says the gate that was asked, and not the answer.
  const run = { run_id: runId, project_id: projectId };
  if (usage !== undefined) await noticeOne(context, [target], run, usage);
}

async function noticeOne(
  context: Needs<'actors' | 'reads'>,
  targets: readonly Pick<WorkerTarget, 'name'>[],
  { run_id: runId, project_id: projectId }: Pick<RunRow, 'run_id' | 'project_id'>,
  usage: NonNullable<RunRow['usage']>,
): Promise<void> {
  const stored = await context.reads.get('run', runId);
  if (stored === undefined) return;
  const run = runSchema.parse(stored);
  const isOurs =
    run.project_id === projectId && targets.some(({ name }) => name === run.worker_target);
  if (
    !isOurs ||
    !(isNews(usage.tokens, run.usage?.tokens) || isNews(usage.cost_usd, run.usage?.cost_usd))
  )
    return;
  await ask(
    context.actors,
    { kind: 'queue_item', id: projectId },
    { type: 'USAGE_REPORTED', run_id: runId, usage },
    { by: `worker:${runId}` },
  );
}

/** Of the whole run, so only more than before is. */
const isNews = (told: number | null, known: number | null | undefined): boolean =>
  told !== null && told > (known ?? -1);
