/** Paging while a writer is at work: a row that does not change is shown exactly once. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QueueItem } from '../../../src/domain/records.ts';
import {
  commitAll,
  openTestStore,
  queueItem,
  queueTurn,
  readAllPages,
  stateTurn,
} from '../../support/store-fixtures.ts';

const stableCount = 12;
const movingCount = 6;

const change = fc.record({
  dispatch_priority: fc.integer({ min: 0, max: 3 }),
  selection_rank: fc.integer({ min: 0, max: 2 }),
  status: fc.constantFrom('queued' as const, 'paused' as const, 'blocked' as const),
  manual_review_required: fc.boolean(),
  updated_at: fc.integer({ min: 0, max: 9 }).map((ms) => new Date(ms).toISOString()),
});
const write = fc.record({ item: fc.nat({ max: movingCount - 1 }), change });
const query = fc.record({
  pageSize: fc.integer({ min: 1, max: 5 }),
  sort: fc
    .constantFrom('dispatch_priority', 'updated_at', 'created_at', 'project_id')
    .chain((sort) => fc.constantFrom(sort, `-${sort}`)),
  filters: fc.constantFrom<Record<string, string | string[]>>(
    {},
    { status: 'queued' },
    { status: ['paused', 'blocked'] },
    { queue_group: 'blocked' },
  ),
  search: fc.constantFrom('', 'project'),
});

function isSelected(
  item: QueueItem,
  filters: Readonly<Record<string, string | string[]>>,
): boolean {
  const { status, queue_group } = filters;
  if (status !== undefined) return [status].flat().includes(item.status);
  return queue_group === undefined || item.status === 'blocked' || item.manual_review_required;
}

it('neither skips nor repeats rows that stay as they are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: stableCount, maxLength: stableCount }),
      query,
      fc.array(fc.array(write, { maxLength: 4 }), { maxLength: 12 }),
      async (stable, wanted, writes) => {
        const { journal, reads } = openTestStore();
        const items = stable.map((state, index) => queueItem(`stable-${index}`, state));
        await commitAll(journal, [
          ...items.map((item) => queueTurn(item.project_id, item)),
          ...Array.from({ length: movingCount }, (_, index) => queueTurn(`moving-${index}`)),
        ]);
        const versions = new Map<number, number>();
        const rounds = [...writes];
        const rows = await readAllPages(reads, 'queue_item', wanted, async () => {
          const turns = (rounds.shift() ?? []).map(({ item, change: state }) => {
            const version = (versions.get(item) ?? 1) + 1;
            versions.set(item, version);
            const id = `moving-${item}`;
            return stateTurn('queue_item', id, version, queueItem(id, state));
          });
          await commitAll(journal, turns);
        });
        await journal.close();
        const seen = rows
          .map((row) => row.project_id as string)
          .filter((id) => id.startsWith('stable-'));
        const expected = items
          .filter((item) => isSelected(item, wanted.filters))
          .map((item) => item.project_id);
        expect(seen.toSorted()).toEqual(expected.toSorted());
      },
    ),
    { numRuns: 60 },
  );
});
