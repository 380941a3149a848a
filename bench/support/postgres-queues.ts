/** Job queues on PostgreSQL as peers, on the same server and with its full durability, each in the way that suits it best. */
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import PgBoss from 'pg-boss';

const payload = { to: 'somebody', subject: 'a job of ordinary size' };
/** Jobs added in one statement. */
const addedAtOnce = 256;

/** Resolves when `count` jobs were done. */
function countdown(count: number) {
  let left = count;
  let resolve = (): void => {};
  const done = new Promise<void>((settle) => {
    resolve = settle;
  });
  return {
    done,
    tick(by: number): void {
      left -= by;
      if (left <= 0) resolve();
    },
  };
}

async function addAll(count: number, add: (size: number) => Promise<unknown>): Promise<void> {
  for (let left = count; left > 0; left -= addedAtOnce) await add(Math.min(addedAtOnce, left));
}

/** Whole jobs a second, added in bulk and taken through its local queue, whose ends are written in batches. */
export async function measureGraphile(connectionString: string, count: number): Promise<number> {
  const { done, tick } = countdown(count);
  const logger = new Logger(() => () => {});
  const worker = await run({
    connectionString,
    taskList: { job: async () => tick(1) },
    noHandleSignals: true,
    logger,
    preset: {
      worker: {
        maxPoolSize: 10,
        concurrentJobs: 64,
        localQueue: { size: 500 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        pollInterval: 100,
      },
    },
  });
  const adder = await makeWorkerUtils({ connectionString, logger });
  const startMs = performance.now();
  await addAll(count, (size) =>
    adder.addJobs(Array.from({ length: size }, () => ({ identifier: 'job', payload }))),
  );
  await done;
  // Ends with the last of them written.
  await worker.stop();
  const seconds = (performance.now() - startMs) / 1000;
  await adder.release();
  return count / seconds;
}

/** Whole jobs a second, added in bulk and taken in batches; `queue` is a name that is new. */
export async function measurePgBoss(
  connectionString: string,
  queue: string,
  count: number,
): Promise<number> {
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false });
  boss.on('error', (error) => {
    throw error;
  });
  await boss.start();
  await boss.createQueue(queue);
  const { done, tick } = countdown(count);
  const startMs = performance.now();
  await addAll(count, (size) =>
    boss.insert(Array.from({ length: size }, () => ({ name: queue, data: payload }))),
  );
  for (let worker = 0; worker < 4; worker += 1) {
    const options = { batchSize: 500, pollingIntervalSeconds: 0.5 };
    await boss.work(queue, options, async (jobs) => tick(jobs.length));
  }
  await done;
  // Ends with the last of them written.
  await boss.stop({ graceful: true, wait: true });
  return count / ((performance.now() - startMs) / 1000);
}
