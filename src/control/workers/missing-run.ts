/**
 * A worker that answers and does not know the run it is thought to carry out has lost it, say with its
 * state folder. Waiting for the run to fall silent would leave its agent unwatched all that time.
 */
import { ask, type Needs } from '../common/index.ts';

import type { WorkerAnswers, WorkerTarget } from '../fleet/index.ts';

import { runOfLane } from './worker-health.ts';

/** Has the run looked for at once when `answers` do not list it and the worker says so when asked. */
export async function noticeMissingRun(
  context: Needs<'actors' | 'reads'>,
  target: WorkerTarget,
  { runs }: Pick<WorkerAnswers, 'runs'>,
  signal: AbortSignal,
): Promise<void> {
  if (runs.kind !== 'ok') return;
  const held = await runOfLane(context, target.lane);
  if (held?.runId == null || runs.value.runs.some(({ run_id }) => run_id === held.runId)) return;
  // The list is that of a moment ago and not endless.
  const answer = await target.client.findRun(held.runId, signal);
  if (answer.kind !== 'refused' || answer.code !== 'run_not_found') return;
  await ask(
    context.actors,
    { kind: 'queue_item', id: held.projectId },
    { type: 'RUN_MISSING', run_id: held.runId },
  );
}
