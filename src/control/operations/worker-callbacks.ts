/** Having a worker try again to deliver callbacks that this control plane refused before. */
import { ServiceError } from '../../domain/errors.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { Needs } from '../common/index.ts';
import { requireWorker } from './worker-view.ts';

/**
 * Asks the gate to retry the parked callbacks of one run, or of all (`runId` null). Nothing is
 * delivered within the call: the gate takes them up again in its own time. Throws
 * `worker_not_found`, `worker_unreachable` or `worker_failed` with the worker's own words.
 */
export async function retryWorkerCallbacks(
  context: Needs<'clock' | 'workers'>,
  name: string,
  runId: string | null,
) {
  const target = requireWorker(context, name);
  const { client } = target;
  const answer =
    runId === null ? await client.retryAllCallbacks() : await client.retryCallbacks(runId);
  if (answer.kind === 'refused') {
    throw new ServiceError(
      answer.code === 'run_not_found' ? 'run_not_found' : 'worker_failed',
      `worker ${name} refused (${answer.code}): ${answer.detail}`,
      { worker_code: answer.code },
    );
  }
  if (answer.kind !== 'ok') {
    throw new ServiceError('worker_unreachable', `worker ${name}: ${answer.error}`);
  }
  return {
    ok: true as const,
    worker: name,
    run_id: runId,
    answer: answer.value,
    generated_at: toIsoTime(context.clock.now()),
  };
}
