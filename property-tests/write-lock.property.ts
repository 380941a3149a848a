/**
 * A rival that takes the write lock at random moments and holds it while turns are committed: each
 * turn is written once, in its order, whether the rival wrote something itself or not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TurnResult } from '../src/actors/journal/port.ts';
import { createStoreJournal } from '../src/store/sqlite/journal.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import { openStore } from '../src/store/sqlite/open-store.ts';
import { verifyJournal } from '../src/store/verify.ts';
import { stateTurn } from '../test/support/store-fixtures.ts';
import { propertyOptions } from './options.ts';

const ids = ['a', 'b', 'c'] as const;
type Step =
  | { readonly do: 'commit'; readonly ids: readonly string[] }
  | { readonly do: 'lock' | 'unlock' | 'write' }
  /** Lets the writer come this far: it has answered so many questions. */
  | { readonly do: 'wait'; readonly probes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      ids: fc.array(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('lock', 'unlock', 'write') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      probes: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

async function play(path: string, steps: readonly Step[]): Promise<void> {
  const store = openStore({ path, synchronous: 'OFF' });
  const rival = openSqlite({ path, synchronous: 'OFF' });
  const rivalJournal = createStoreJournal(rival);
  const versions = new Map<string, number>();
  const commits: Promise<readonly TurnResult[]>[] = [];
  let written = 0;
  const nextOf = (id: string) => {
    versions.set(id, (versions.get(id) ?? 0) + 1);
    written += 1;
    return stateTurn('counter', id, versions.get(id)!, { status: 'open', value: written });
  };
  for (const each of steps) {
    if (each.do === 'commit') commits.push(store.journal.commit(each.ids.map(nextOf)));
    else if (each.do === 'lock' && !rival.inTransaction) rival.exec('BEGIN IMMEDIATE');
    else if (each.do === 'unlock' && rival.inTransaction) rival.exec('COMMIT');
    else if (each.do === 'write' && !rival.inTransaction)
      await rivalJournal.commit([nextOf('rival')]);
    else if (each.do === 'wait')
      for (let probe = 0; probe < each.probes; probe += 1) await store.probeWrites();
  }
  if (rival.inTransaction) rival.exec('COMMIT');
  for (const result of (await Promise.all(commits)).flat()) expect(result.ok).toBe(true);
  for (const [id, version] of versions)
    expect((await store.journal.load('counter', id))?.version).toBe(version);
  expect(await verifyJournal(store.journal)).toMatchObject({ ok: true, events: written });
  await store.journal.close();
  await rivalJournal.close();
}

it('no turn is lost, doubled or overtaken while a rival holds the lock now and then', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'orrery-lock-'));
  let count = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        count += 1;
        await play(join(dir, `${count}.db`), steps);
      }),
      propertyOptions(25),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
