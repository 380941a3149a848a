/**
 * A thread that reads a store as it was, on a read-only connection of its own: what is copied for that keeps nobody
 * waiting who reads what is now. The copy is let go of when nobody has asked for a while.
 */
import { workerData } from 'node:worker_threads';
import { toRemoteError } from '../../../lib/remote-error.ts';
import type { PoolAnswer, PoolCall } from '../../../lib/thread-pool.ts';
import type { ThreadData } from '../../../lib/worker-thread.ts';
import { openSqlite } from '../open.ts';
import { createPastCalls } from '../past/past-reads.ts';
import { createSqliteReadModels } from '../read-models.ts';

/** So long after the last question. */
const keptMs = 300_000;

const { port, data: path } = workerData as ThreadData<string>;
const db = openSqlite({ path, readonly: true });
const past = createPastCalls(db, (copy) => createSqliteReadModels(copy));
let letGo: ReturnType<typeof setTimeout> | undefined;

async function answer({ args }: PoolCall): Promise<PoolAnswer> {
  clearTimeout(letGo);
  try {
    return { ok: true, value: await past.call(...(args as Parameters<typeof past.call>)) };
  } catch (error) {
    return { ok: false, error: toRemoteError(error) };
  } finally {
    letGo = setTimeout(past.close, keptMs);
  }
}

port.on('message', (message: PoolCall | 'close') => {
  if (message !== 'close') {
    void answer(message).then((reply) => port.postMessage(reply));
    return;
  }
  clearTimeout(letGo);
  past.close();
  db.close();
  port.close();
});
