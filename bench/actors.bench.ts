/** Memory per active and per passivated actor at 100,000, and the time to activate a cold one. */
import { join } from 'node:path';
import { createStoreJournal } from '../src/store/sqlite/journal.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import { jobEvents } from './support/job-actor.ts';
import { inFolder, printResults, startJobHost } from './support/measure.ts';

const actorCount = 100_000;
const coldCount = 5000;

function heapBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

await inFolder(async (dir) => {
  const db = openSqlite({ path: join(dir, 'actors.db') });
  const host = await startJobHost(createStoreJournal(db));
  const beforeBytes = heapBytes();
  for (let start = 0; start < actorCount; start += 1000) {
    const asks = Array.from({ length: 1000 }, (_, index) =>
      host.ask({ kind: 'job', id: `job-${start + index}` }, jobEvents[0]!),
    );
    await Promise.all(asks);
  }
  const activeBytes = heapBytes();
  await host.drain(5000);
  db.close();

  // A second host on the same store starts with no actor in memory.
  const coldDb = openSqlite({ path: join(dir, 'actors.db') });
  const coldHost = await startJobHost(createStoreJournal(coldDb));
  const times: number[] = [];
  for (let index = 0; index < coldCount; index += 1) {
    const startMs = performance.now();
    // An event the job refuses: the actor is read and decides, and nothing is written.
    await coldHost.ask(
      { kind: 'job', id: `job-${(index * 7919) % actorCount}` },
      { type: 'COMPLETE' },
    );
    times.push(performance.now() - startMs);
  }
  times.sort((left, right) => left - right);
  const micros = (rank: number): number =>
    Math.round(times[Math.floor(times.length * rank)]! * 1000);
  const coldActive = coldHost.stats().active;
  await coldHost.drain(1000);
  coldDb.close();

  const passiveDb = openSqlite({ path: join(dir, 'actors.db') });
  const passiveHost = await startJobHost(createStoreJournal(passiveDb));
  const emptyBytes = heapBytes();
  for (let index = 0; index < coldCount; index += 1) {
    await passiveHost.ask({ kind: 'job', id: `job-${index}` }, { type: 'COMPLETE' });
  }
  const dropped = passiveHost.passivateIdle({ quietForMs: 0 });
  const afterBytes = heapBytes();
  await passiveHost.drain(1000);
  passiveDb.close();

  const perActor = (activeBytes - beforeBytes) / actorCount;
  printResults([
    {
      name: 'memory per active actor',
      value: Math.round(perActor),
      unit: 'bytes',
      goal: 'under 6144',
      met: perActor < 6144,
      note: `${actorCount} actors`,
    },
    {
      name: 'actors left in memory after passivation',
      value: passiveHost.stats().active,
      unit: 'actors',
      goal: '0',
      met: passiveHost.stats().active === 0,
      note: `${dropped} dropped; heap ${Math.round((afterBytes - emptyBytes) / 1024)} KiB above the start for all together`,
    },
    {
      name: 'activation of a cold actor, median',
      value: micros(0.5),
      unit: 'µs',
      goal: 'under 150',
      met: micros(0.5) < 150,
      note: `${coldActive} activated out of ${actorCount} stored`,
    },
    {
      name: 'activation of a cold actor, p99',
      value: micros(0.99),
      unit: 'µs',
      goal: 'under 1000',
      met: micros(0.99) < 1000,
    },
  ]);
});
