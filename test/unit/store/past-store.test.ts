/** Lists of a moment: what an earlier edition wrote, what is refused, and that it is done in a thread of its own. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import { createPastStore } from '../../../src/store/sqlite/past/past-store.ts';
import { createSqliteReadModels } from '../../../src/store/sqlite/reads/read-models.ts';
import {
  commitAll,
  createTempDir,
  endTurn,
  listQuery,
  openTestStore,
  openThreadedStore,
  queueItem,
  queueTurn,
  someTime,
  stateTurn,
} from '../../support/store-fixtures.ts';

const mark = 'intake:0123456789abcdef';

describe('lists as they were', () => {
  it('have what an earlier edition wrote as it is read today', async () => {
    const { journal, reads } = openTestStore();
    const old = {
      status: 'recorded',
      project_id: 'p1',
      project_name: 'Old',
      tags: ['kept', mark],
      created_at: someTime,
      updated_at: someTime,
    };
    const carried = { kind: 'project', id: 'p1', version: 1, state_version: 1, set: old };
    const turn = stateTurn('project', 'p1', 1, old, {
      event: { payload: canonicalJson({ change: carried }) },
      turn: { next: { version: 1, stateVersion: 1, state: JSON.stringify(old) } },
    });
    await commitAll(journal, [turn, queueTurn('p2')]);
    const tagged = async (tag: string, at: number) =>
      (await reads.asOf(at).list('project', listQuery({ filters: { tag: [[tag]] } }))).rows;
    for (const at of [2, 1]) {
      expect(await tagged(mark, at)).toEqual([]);
      expect(await tagged('kept', at)).toMatchObject([{ tags: ['kept'], intake_batch: mark }]);
    }
  });

  it('refuse a search', async () => {
    const { journal, reads } = openTestStore();
    await commitAll(journal, [queueTurn('p1')]);
    await expect(
      reads.asOf(1).list('queue_item', listQuery({ search: 'word' })),
    ).rejects.toMatchObject({ code: 'invalid_request', details: { errors: [{ path: 'search' }] } });
  });

  it('refuse a store that is too large for a copy, and are there once it is not', async () => {
    const { db, journal } = openTestStore();
    await commitAll(journal, [queueTurn('p1'), queueTurn('p2'), queueTurn('p3')]);
    const past = createPastStore(db, (copy) => createSqliteReadModels(copy), 2);
    let refusal: unknown = null;
    try {
      past.readsAt(2);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('2 entities at most, and here are 3'),
      details: { errors: [{ path: 'at' }] },
    });
    await commitAll(journal, [endTurn('queue_item', 'p3', 1)]);
    const { rows } = await past.readsAt(3).list('queue_item', listQuery());
    expect(rows.map((row) => row['project_id'])).toEqual(['p1', 'p2', 'p3']);
    past.close();
  });

  it('are read in a thread beside the writer, from moment to moment', async () => {
    const dir = createTempDir();
    const { journal, reads } = openThreadedStore(join(dir.path, 'store.db'));
    try {
      for (let version = 1; version <= 6; version += 1)
        await commitAll(journal, [
          stateTurn('queue_item', 'p1', version, queueItem('p1', { selection_rank: version })),
        ]);
      for (const at of [3, 6, 1]) {
        const { rows } = await reads.asOf(at).list('queue_item', listQuery());
        expect(rows).toMatchObject([{ version: at, selection_rank: at }]);
      }
      const [one, other] = await Promise.all([
        reads.asOf(2).list('queue_item', listQuery()),
        reads.asOf(5).listTexts('queue_item', listQuery(), {
          hide: [],
          pick: ['selection_rank'],
          textCharsMax: 100,
        }),
      ]);
      expect(one.rows).toMatchObject([{ selection_rank: 2 }]);
      expect(other.rows).toMatchObject([{ picked: [5] }]);
    } finally {
      await journal.close();
      dir.remove();
    }
  });
});
