/** Tags in the addresses of the dashboard, and in what it reads of replies. */
import { expect, it } from 'vitest';
import { readItemFacts } from '../../../src/dashboard/detail-model.ts';
import { readPaperRow, readQueueRow } from '../../../src/dashboard/model.ts';
import { listAddress, queueAddress, runsAddress } from '../../../src/dashboard/places.ts';
import { readRunRow } from '../../../src/dashboard/run-model.ts';
import { emptyStore, narrowTo } from '../../../src/dashboard/store.ts';

it('stand in the address of a list beside what else it says', () => {
  expect(listAddress('papers', {})).toBe('#/papers');
  expect(listAddress('papers', { tags: ['two words', 'a&b'] })).toBe(
    '#/papers?tag=two+words&tag=a%26b',
  );
  expect(queueAddress('a/b', ['gpu'])).toBe('#/queue/a%2Fb?tag=gpu');
  expect(queueAddress(null)).toBe('#/queue');
  expect(runsAddress('r', { tags: ['gpu'], span: '1h' })).toBe('#/runs/r?tag=gpu&span=1h');
  expect(runsAddress('r')).toBe('#/runs/r');
});

it('are read where they are told, and unknown where not', () => {
  const tags = ['gpu', 'fast'];
  for (const read of [readQueueRow, readRunRow, readPaperRow]) {
    expect(read({ tags }).tags).toEqual(tags);
    expect(read({}).tags).toBeNull();
  }
  expect(readItemFacts({ queue_item: { tags }, project: { tags: [] } }).tags).toEqual(tags);
  // An item from before items had tags: those of its project are what an edit begins with.
  expect(readItemFacts({ queue_item: {}, project: { tags } }).tags).toEqual(tags);
});

it('that change make lists forget their rows, and the same again does not', () => {
  const page = { rows: [], hasMore: false, nextCursor: null };
  const store = { ...emptyStore(), queue: page, runs: page, papers: page };
  narrowTo(store, []);
  expect(store.queue).toBe(page);
  narrowTo(store, ['gpu']);
  expect([store.queue, store.runs, store.papers, store.tags]).toEqual([null, null, null, ['gpu']]);
});
