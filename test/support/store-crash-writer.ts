/**
 * Run as a process of its own by the crash test: commits without end, two batches at a time, until
 * it is killed from outside or at the place of its writer that the rig names.
 */
import type { WriterRig } from '../../src/actors/journal/sqlite/thread/writer-rig.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { queueItem, stateTurn } from './store-fixtures.ts';

const actors = 40;
const [, , path = '', rig = '{}'] = process.argv;
const { journal, reads } = openStore({ path, rig: JSON.parse(rig) as WriterRig });
const versions = new Map<string, number>();
for (const { kind, id } of await journal.addresses(null, 1000)) {
  versions.set(id, (await journal.load(kind, id))!.version);
}

/** One version of each of its own actors: the batches of two lanes do not wait for each other. */
async function commitBatch(lane: number, batch: number): Promise<void> {
  const turns = Array.from({ length: actors }, (_, index) => {
    const id = `p${lane}-${(batch * 7 + index) % (actors * 3)}`;
    const version = (versions.get(id) ?? 0) + 1;
    versions.set(id, version);
    return stateTurn('queue_item', id, version, queueItem(id, { fencing: version }));
  });
  const results = await journal.commit(turns);
  const last = results.at(-1);
  if (last?.ok !== true) throw new Error(`not committed: ${JSON.stringify(results)}`);
  if (batch % 3 === 0) await reads.indexPending(50);
  // The parent may count on everything up to here.
  process.stdout.write(`${last.eventIds.at(-1)}\n`);
}

async function commitWithoutEnd(lane: number): Promise<never> {
  for (let batch = 0; ; batch += 1) await commitBatch(lane, batch);
}

await Promise.all([commitWithoutEnd(0), commitWithoutEnd(1)]);
