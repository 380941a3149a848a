/** Run as a process of its own by the crash test: commits without end until it is killed. */
import type { TurnRecord } from '../../src/store/ports/journal.ts';
import { createSqliteJournal } from '../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { createSqliteReadModels } from '../../src/store/sqlite/read-models.ts';
import { queueItem, stateTurn } from './store-fixtures.ts';

const actors = 40;
const db = openSqlite({ path: process.argv[2]! });
const journal = createSqliteJournal(db);
const reads = createSqliteReadModels(db);
const versions = new Map<string, number>();
for (const { kind, id } of await journal.addresses(null, 1000)) {
  versions.set(id, (await journal.load(kind, id))!.version);
}

for (let batch = 0; ; batch += 1) {
  const turns: TurnRecord[] = [];
  for (let index = 0; index < actors; index += 1) {
    const id = `p${(batch * 7 + index) % (actors * 3)}`;
    const version = (versions.get(id) ?? 0) + 1;
    versions.set(id, version);
    const state = queueItem(id, { fencing: version });
    turns.push(stateTurn('queue_item', id, version, state));
  }
  const result = await journal.commit(turns);
  if (!result.ok) throw new Error(`not committed: ${JSON.stringify(result.failure)}`);
  if (batch % 3 === 0) await reads.indexPending(50);
  // The parent may count on everything up to here.
  process.stdout.write(`${result.turns.at(-1)?.eventIds.at(-1)}\n`);
  await new Promise(setImmediate);
}
