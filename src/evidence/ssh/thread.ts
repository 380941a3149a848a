/** The thread that fetches evidence over SSH: deciphering, unpacking and hashing hold nobody else up in it. */
import { workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../lib/low-priority.ts';
import { toRemoteError } from '../../lib/remote-error.ts';
import type { PoolAnswer, PoolCall } from '../../lib/thread-pool.ts';
import type { ThreadData } from '../../lib/worker-thread.ts';
import { fetchOverSsh, type SshTask } from './fetch.ts';

const { port } = workerData as ThreadData<null>;

lowerThreadPriority();

async function answer({ args }: PoolCall): Promise<PoolAnswer> {
  try {
    return { ok: true, value: await fetchOverSsh(args[0] as SshTask) };
  } catch (error) {
    return { ok: false, error: toRemoteError(error) };
  }
}

port.on('message', (message: PoolCall | 'close') => {
  if (message === 'close') port.close();
  else void answer(message).then((reply) => port.postMessage(reply));
});
