/**
 * Whole jobs a second (enqueue, claim, complete; each turn durable) with 256 in flight, and enqueues
 * a second with 64 in flight. Beside BullMQ on Redis with `appendfsync always` in the same run where
 * both are installed.
 */
import { join } from 'node:path';
import { createStoreJournal } from '../src/store/sqlite/journal.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import { measureBullmq } from './support/bullmq.ts';
import { jobEvents } from './support/job-actor.ts';
import {
  compared,
  inFolder,
  perSecond,
  printResults,
  type Result,
  startJobHost,
} from './support/measure.ts';

const durationMs = 4000;

const own = await inFolder(async (dir) => {
  const jobsDb = openSqlite({ path: join(dir, 'jobs.db') });
  const jobsHost = await startJobHost(createStoreJournal(jobsDb));
  let sequence = 0;
  const nextJob = () => {
    sequence += 1;
    return { kind: 'job', id: `job-${sequence}` };
  };
  const jobs = await perSecond(256, durationMs, async () => {
    const to = nextJob();
    for (const event of jobEvents) await jobsHost.ask(to, event);
  });
  await jobsHost.drain(1000);
  jobsDb.close();
  const enqueueDb = openSqlite({ path: join(dir, 'enqueue.db') });
  const enqueueHost = await startJobHost(createStoreJournal(enqueueDb));
  const enqueues = await perSecond(64, durationMs, () => enqueueHost.ask(nextJob(), jobEvents[0]!));
  await enqueueHost.drain(1000);
  enqueueDb.close();
  return { jobs, enqueues };
});
const peer = await measureBullmq(durationMs);
const name = 'BullMQ, Redis appendfsync always';
const results: Result[] =
  peer === null
    ? [
        {
          name: 'whole jobs, 256 in flight',
          value: Math.round(own.jobs),
          unit: 'jobs/s',
          note: 'Redis or BullMQ is not installed: no peer in this run',
        },
        { name: 'enqueues, 64 in flight', value: Math.round(own.enqueues), unit: 'enqueues/s' },
      ]
    : [
        compared('whole jobs, 256 in flight', own.jobs, 'jobs/s', { name, value: peer.jobs }, 1),
        compared(
          'enqueues, 64 in flight',
          own.enqueues,
          'enqueues/s',
          { name, value: peer.enqueues },
          1,
        ),
      ];
printResults(results);
