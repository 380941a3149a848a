/** A thread that makes one scheduled backup and tells what came of it. The first word to it ends it. */
import { workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../../lib/low-priority.ts';
import { toRemoteError } from '../../../lib/remote-error.ts';
import type { PoolAnswer } from '../../../lib/work-pool.ts';
import type { ThreadData } from '../../../lib/worker-thread.ts';
import { type KeptBackupOrder, takeKeptBackup } from '../backup/kept.ts';

const { port, data } = workerData as ThreadData<KeptBackupOrder>;

// Nobody waits for it; requests and their commits go first.
lowerThreadPriority();

async function make(): Promise<PoolAnswer> {
  try {
    return { ok: true, value: await takeKeptBackup(data, () => {}) };
  } catch (error) {
    return { ok: false, error: toRemoteError(error) };
  }
}

port.once('message', () => port.close());
void make().then((answer) => port.postMessage(answer));
