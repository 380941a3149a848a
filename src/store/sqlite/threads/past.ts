/**
 * A thread that reads a store as it was, on a read-only connection of its own: what is copied for that keeps nobody
 * waiting who reads what is now. The copy is let go of when nobody has asked for a while.
 */
import { workerData } from 'node:worker_threads';
import { systemClock, type TimerHandle } from '../../../lib/clock.ts';
import { servePool } from '../../../lib/serve-pool.ts';
import type { ThreadData } from '../../../lib/worker-thread.ts';
import { openSqlite } from '../open.ts';
import { createPastCalls, type PastCall } from '../past/past-reads.ts';
import { createSqliteReadModels } from '../reads/read-models.ts';

/** So long after the last question. */
const keptMs = 300_000;

const { port, data: path } = workerData as ThreadData<string>;
const db = openSqlite({ path, readonly: true });
const past = createPastCalls(db, (copy) => createSqliteReadModels(copy));
let letGo: TimerHandle | undefined;

servePool(
  port,
  async ({ args }) => {
    letGo?.cancel();
    try {
      return await past.call(...(args as Parameters<PastCall>));
    } finally {
      letGo = systemClock.setTimer(keptMs, past.close);
    }
  },
  () => {
    letGo?.cancel();
    past.close();
    db.close();
  },
);
