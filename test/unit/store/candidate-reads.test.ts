/** The first candidates of the queue: each as it is now, read again only where it changed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import type { QueueItem } from '../../../src/domain/records.ts';
import {
  commitAll,
  openTestStore,
  queueItem,
  queueTurn,
  stateTurn,
} from '../../support/store-fixtures.ts';

const next = (id: string, version: number, change: Partial<QueueItem>) =>
  stateTurn('queue_item', id, version, queueItem(id, change));

describe('candidates that are listed again', () => {
  it('are the same objects while they are as they were, and others once they are not', async () => {
    const { journal, reads } = openTestStore();
    const long = { last_error: 'x'.repeat(10_000) };
    await commitAll(journal, [queueTurn('a'), queueTurn('b'), queueTurn('c', long)]);
    const first = await reads.dispatchCandidates(10);
    const again = await reads.dispatchCandidates(10);
    expect(first.map(({ project_id: id }) => id)).toEqual(['a', 'b', 'c']);
    expect(again[0]).toBe(first[0]);
    // One that is long is not kept.
    expect(again[2]).not.toBe(first[2]);
    expect(again).toEqual(first);
    await commitAll(journal, [
      next('a', 2, { status: 'paused' }),
      next('b', 2, { dispatch_priority: 90 }),
    ]);
    const changed = await reads.dispatchCandidates(10);
    expect(changed.map(({ project_id: id, version }) => [id, version])).toEqual([
      ['c', 1],
      ['b', 2],
    ]);
    await commitAll(journal, [next('a', 3, { retry_count: 1 })]);
    expect((await reads.dispatchCandidates(10))[0]).toMatchObject({
      project_id: 'a',
      version: 3,
      retry_count: 1,
    });
    await journal.close();
  });

  it('are read again now and then, a few at a time, so that what the file was made to say is told', async () => {
    const { db, journal, reads } = openTestStore();
    const ids = Array.from({ length: 150 }, (_, place) => `p${String(place).padStart(3, '0')}`);
    await commitAll(
      journal,
      ids.map((id) => queueTurn(id)),
    );
    const isOld = ({ retry_count: count }: Readonly<Record<string, unknown>>) => count === 0;
    expect((await reads.dispatchCandidates(200)).filter(isOld)).toHaveLength(150);
    // Past the journal, so that each has the version that it had.
    db.exec(`UPDATE actors SET state = json_set(state, '$.retry_count', 7)`);
    const old: number[] = [];
    for (let look = 0; look < 199; look += 1)
      old.push((await reads.dispatchCandidates(200)).filter(isOld).length);
    expect(old.slice(0, 99)).toEqual(Array.from({ length: 99 }, () => 150));
    expect(old.at(-1)).toBe(0);
    const readAgain = old.map((count, look) => (old[look - 1] ?? 150) - count);
    expect(Math.max(...readAgain)).toBe(2);
    await journal.close();
  });

  it('are those that a store says which has never listed any, whatever was committed between', async () => {
    const change = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      status: fc.constantFrom('queued', 'queued', 'paused', 'running'),
      manual_review_required: fc.boolean(),
      dispatch_priority: fc.constantFrom(10, 50),
      retry_count: fc.nat(3),
      looks: fc.constantFrom(0, 2, 10),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const { journal, reads } = openTestStore();
        const now = new Map<string, { version: number; item: QueueItem }>();
        for (const { id, looks, ...members } of changes) {
          const version = (now.get(id)?.version ?? 0) + 1;
          const lane = members.status === 'running' ? { lane: id } : {};
          const item = queueItem(id, { ...members, ...lane });
          await commitAll(journal, [stateTurn('queue_item', id, version, item)]);
          now.set(id, { version, item });
          if (looks === 0) continue;
          const expected = [...now.values()]
            .filter(({ item: one }) => one.status === 'queued' && !one.manual_review_required)
            .sort(
              ({ item: one }, { item: other }) =>
                one.dispatch_priority - other.dispatch_priority ||
                (one.project_id < other.project_id ? -1 : 1),
            )
            .slice(0, looks)
            .map(({ version: of, item: one }) => ({ ...one, version: of }));
          expect(await reads.dispatchCandidates(looks)).toEqual(expected);
        }
        await journal.close();
      }),
      propertyOptions(60),
    );
  });
});
