/** Items of the queue that change while they, or the list, are asked about. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '../../../src/dashboard/asking.ts';
import { placeOf } from '../../../src/dashboard/places.ts';
import { createQueueCalls } from '../../../src/dashboard/queue-calls.ts';
import { createDashboardStore } from '../../../src/dashboard/state.ts';
import { listOf, recordedRow } from '../../support/canned-reply.ts';
import { answered, refused } from '../../support/client-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const path = '/control/api/v1/queue';
const rowOf = (version: number) =>
  recordedRow('queue.list', { project_id: 'a', status: 'queued', version });

function begin() {
  const store = createDashboardStore();
  const place = placeOf('#/queue');
  const list = (version: number) => ({
    queue: { place, rows: [rowOf(version)], next: null, tagCounts: undefined },
  });
  store.trigger.noted({ part: { place, ...list(1) } });
  const asked = vi.fn(() => Promise.resolve(answered(path, listOf([rowOf(2)]))));
  const reread = vi.fn();
  const session = {
    api: { get: asked },
    store,
    signal: new AbortController().signal,
  } as unknown as Session;
  const shown = () => store.get().context.queue?.rows.map(({ version }) => version);
  return { calls: createQueueCalls(session, reread), asked, reread, shown, store, list };
}

it('are not put back by a list that is older than their change', async () => {
  const { calls, asked, shown, store, list } = begin();
  const read = calls.reading(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    store.trigger.noted({ part: list(1) });
  });
  calls.changed('a');
  await read;
  expect(shown()).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toEqual([2]);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('are asked for with the list where they were not told', async () => {
  const { calls, asked, reread, shown } = begin();
  asked.mockResolvedValueOnce(refused(path, 'store_unavailable', 'busy'));
  calls.changed('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toEqual([1]);
  expect(reread).toHaveBeenCalledTimes(1);
});
