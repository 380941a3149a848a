/**
 * A worker that answers and does not know the run it is thought to carry out has lost it, say with its state folder;
 * one that says that it is over, and has no callback to deliver, will never tell, say because the answer to a stop was
 * lost. Waiting for the run to fall silent would leave an agent unwatched, or a machine idle, all that time.
 */
import { limits } from '../../domain/limits.ts';
import { ask, type Needs } from '../common/index.ts';

import type { WorkerAnswers, WorkerTarget } from '../fleet/index.ts';

import { runOfLane } from './worker-health.ts';

/** Has the run looked for at once when `answers` show one of both, and the worker says so when asked. */
export async function noticeMissingRun(
  context: Needs<'actors' | 'reads'>,
  target: WorkerTarget,
  { runs }: Pick<WorkerAnswers, 'runs'>,
  signal: AbortSignal,
): Promise<void> {
  if (runs.kind !== 'ok') return;
  const held = await runOfLane(context, target.lane);
  if (held?.runId == null) return;
  const row = runs.value.runs.find(({ run_id }) => run_id === held.runId);
  const over = row !== undefined;
  if (over && !isOverUntold(row, runs.value)) return;
  // The list is that of a moment ago and not endless.
  const answer = over ? null : await target.client.findRun(held.runId, signal);
  if (answer !== null && (answer.kind !== 'refused' || answer.code !== 'run_not_found')) return;
  await ask(
    context.actors,
    { kind: 'queue_item', id: held.projectId },
    { type: 'RUN_MISSING', run_id: held.runId, ...(over ? { over } : {}) },
  );
}

type Listed = Extract<WorkerAnswers['runs'], { kind: 'ok' }>['value'];

/** Over for so long, by the worker's own clock, that its last callback would be in the outbox by now. */
function isOverUntold(
  { live, ended_at: endedAt }: Listed['runs'][number],
  { callbacks, timestamp }: Pick<Listed, 'callbacks' | 'timestamp'>,
): boolean {
  if (live || endedAt === null || callbacks === undefined || callbacks.waiting > 0) return false;
  return Date.parse(timestamp) - Date.parse(endedAt) >= limits.untoldEndMs;
}
