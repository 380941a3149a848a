/** A thread that works on papers, one job at a time. It says which file it is at. */
import { workerData } from 'node:worker_threads';
import { ServiceError } from '../../domain/errors.ts';
import { lowerThreadPriority } from '../../lib/low-priority.ts';
import { servePool } from '../../lib/serve-pool.ts';
import type { PoolAnswer, PoolCall } from '../../lib/thread-pool.ts';
import type { ThreadData } from '../../lib/worker-thread.ts';
import { jobs } from './jobs.ts';
import type { ThreadRig } from './rig.ts';
import { onWorkingOn } from './working-on.ts';

const { port, data: rig } = workerData as ThreadData<ThreadRig | null>;
const byName = jobs as unknown as Readonly<
  Record<string, (...args: readonly unknown[]) => Promise<unknown>>
>;

// A paper takes seconds of a processor; requests and their answers go first.
lowerThreadPriority();

let at = 'the files of the paper';
onWorkingOn((file) => {
  if (file === at) return;
  at = file;
  const message: PoolAnswer = { at };
  port.postMessage(message);
});

async function answer({ method, args }: PoolCall): Promise<unknown> {
  try {
    // Stands here as endless work would: nothing else happens in this thread.
    if (rig !== null && method !== 'recover') Atomics.wait(new Int32Array(rig.gate), 0, 0);
    return await byName[method]?.(...args);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(error) : error;
  }
}

/** The same text would end the same way again. */
function tooDeep(error: RangeError): ServiceError {
  return new ServiceError(
    'paper_too_large',
    `${at} cannot be worked on (${error.message}): it is nested too deeply or too long; make it smaller, then ask again.`,
    { file: at, bound: 'depth' },
    { cause: error },
  );
}

servePool(port, answer);
