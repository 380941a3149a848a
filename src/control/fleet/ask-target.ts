/** One look at a worker, whatever it is: a machine with a gate, or a cluster. */
import type { Clock } from '../../lib/clock.ts';
import { askWorker, type WorkerAnswers } from './worker-answers.ts';
import type { WorkerTarget } from './workers.ts';

/** Looks at a worker, whatever it is. */
export const askTarget = (
  { client, cluster }: Pick<WorkerTarget, 'client' | 'cluster'>,
  clock: Clock,
  signal?: AbortSignal,
): Promise<WorkerAnswers> =>
  cluster === undefined ? askWorker(client, clock, signal) : askCluster(cluster, clock);

async function askCluster(
  { name, port }: NonNullable<WorkerTarget['cluster']>,
  clock: Clock,
): Promise<WorkerAnswers> {
  const startedMs = clock.monotonic();
  const none = {
    kind: 'not_sent',
    error: `${name} is a cluster and has no gate of its own`,
  } as const;
  const cluster = await port.check();
  return { health: none, runs: none, telemetry: none, clock: null, startedMs, cluster };
}
