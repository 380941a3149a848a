/**
 * Takes what agents say they have used from a look at their worker, and tells their queue items, which
 * judge it. What was heard before is not told again.
 */
import { runSchema } from '../../domain/records.ts';
import type { RunRow } from '../../worker-wire/wire.ts';
import { ask, type Needs } from '../common/index.ts';
import type { WorkerAnswers, WorkerTarget } from '../fleet/index.ts';

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

async function noticeOne(
  context: Needs<'actors' | 'reads'>,
  targets: readonly Pick<WorkerTarget, 'name'>[],
  { run_id: runId, project_id: projectId }: RunRow,
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
