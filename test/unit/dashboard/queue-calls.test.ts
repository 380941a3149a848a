/** Items of the queue that change while they, or the list, are asked about. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { placeOf } from '../../../src/dashboard/places/places.ts';
import { createQueueCalls, readQueue } from '../../../src/dashboard/queue/queue-calls.ts';
import { emptyList } from '../../../src/dashboard/queue/queue-list.ts';
import type { Session } from '../../../src/dashboard/service/asking.ts';
import { createDashboardStore } from '../../../src/dashboard/session/state.ts';
import { listOf, recordedRow } from '../../support/canned-reply.ts';
import { answered, refused } from '../../support/client-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const path = '/control/api/v1/queue';
const rowOf = (version: number) =>
  recordedRow('queue.list', { project_id: 'a', status: 'queued', version });

function beginSession() {
  const store = createDashboardStore();
  const asked = vi.fn(() => Promise.resolve(answered(path, listOf([rowOf(2)]))));
  const session = {
    api: { get: asked },
    store,
    signal: new AbortController().signal,
  } as unknown as Session & { api: { get: unknown } };
  return { store, session, asked };
}

function begin() {
  const { store, session, asked } = beginSession();
  const place = placeOf('#/queue');
  const list = (version: number) => ({
    queue: { ...emptyList(place), rows: [rowOf(version)], next: null },
  });
  store.trigger.noted({ part: { place, ...list(1) } });
  const reread = vi.fn();
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

/** A queue of as many items, of which the first hundred are held; what is asked of the service, and its answers. */
function beginLong(count: number) {
  const { store, session } = beginSession();
  const place = placeOf('#/queue?view=queued');
  const row = (at: number) =>
    recordedRow('queue.list', { project_id: `item-${at}`, status: 'queued', selection_rank: at });
  const held = Array.from({ length: 100 }, (_, at) => row(at));
  const overview = { operator_detail_counts: { queue: { queued: count }, queue_total: count } };
  const next = { status: 'queued', cursor: '99' } as const;
  store.trigger.noted({
    part: { place, overview, queue: { ...emptyList(place), rows: held, next } },
  });
  const asked: Record<string, unknown>[] = [];
  session.api.get = vi.fn(
    (_: string, { params: { query } }: { params: { query: Record<string, unknown> } }) => {
      asked.push(query);
      const back = query['sort'] === '-dispatch_priority';
      const {
        cursor = '',
        skip = 0,
        page_size: size,
      } = query as { cursor?: string; skip?: number; page_size: number };
      const behind = cursor === '' ? (back ? count : -1) : Number(cursor);
      const places = Array.from({ length: size }, (_, at) =>
        back ? behind - 1 - skip - at : behind + 1 + skip + at,
      ).filter((at) => at >= 0 && at < count);
      const last = places.at(-1);
      const isEnd = last === undefined || last === (back ? 0 : count - 1);
      return Promise.resolve(answered(path, listOf(places.map(row), isEnd ? false : String(last))));
    },
  ) as never;
  const shown = () => {
    const { queue } = store.get().context;
    return {
      first: queue?.first,
      last: (queue?.first ?? 0) + (queue?.rows.length ?? 0) - 1,
      ids: queue?.rows.map(({ project_id: id }) => id),
    };
  };
  /** Resolves once all rows between these places are held. */
  const covers = (from: number, to: number) =>
    vi.waitFor(() => {
      const { first = 0, last } = shown();
      expect([first <= from, last >= to]).toEqual([true, true]);
    });
  const calls = createQueueCalls(session, vi.fn());
  return { calls, store, session, asked, shown, covers, place };
}

it('are read where somebody looks, from the nearer end, and in both directions from there', async () => {
  const { calls, asked, shown, covers } = beginLong(1_000_000);
  calls.look({ from: 0, to: 20 });
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toEqual([]);
  calls.look({ from: 700_000, to: 700_020 });
  await covers(699_950, 700_070);
  expect(asked[0]).toMatchObject({ sort: '-dispatch_priority', skip: 299_989, page_size: 1 });
  const { first = 0, last, ids } = shown();
  expect(last).toBeGreaterThan(700_020);
  expect(ids).toEqual(Array.from({ length: last - first + 1 }, (_, at) => `item-${first + at}`));
  const before = asked.length;
  calls.look({ from: 999_980, to: 1_000_000 });
  await vi.waitFor(() => expect(shown().last).toBe(999_999));
  expect(asked[before]).toMatchObject({ skip: 9, page_size: 1 });
});

it('are read again from a row before those that somebody looks at', async () => {
  const { calls, asked, covers, store, session, place } = beginLong(1_000_000);
  calls.look({ from: 700_000, to: 700_020 });
  await covers(699_950, 700_070);
  for (const from of [700_200, 700_500]) {
    calls.look({ from, to: from + 20 });
    await covers(from, from + 70);
  }
  asked.length = 0;
  const answer = await readQueue(session, place);
  if (answer.kind !== 'ok' || answer.told === null) throw new Error('the list was not told');
  const { first, rows } = answer.told;
  expect([first <= 700_440, first + rows.length >= 700_580]).toEqual([true, true]);
  expect(rows.map(({ project_id: id }) => id)).toEqual(rows.map((_, at) => `item-${first + at}`));
  // The row that it goes on from is asked for itself, by its id.
  expect(asked[0]).toEqual({ project_id: `item-${first}`, page_size: 1 });
  expect(asked.every((query) => query['skip'] === undefined)).toBe(true);
  expect(store.get().context.look).toEqual({ from: 700_500, to: 700_520 });
});

it('are read again no further than some pieces, when somebody has just gone far away', async () => {
  const { asked, store, session, place } = beginLong(1_000_000);
  store.trigger.noted({ part: { look: { from: 700_000, to: 700_020 } } });
  const answer = await readQueue(session, place);
  expect(answer.kind).toBe('ok');
  expect(asked.length).toBeLessThanOrEqual(5);
});

it('are read again without a row that is no more', async () => {
  const { calls, asked, covers, session, place } = beginLong(1_000_000);
  calls.look({ from: 700_000, to: 700_020 });
  await covers(699_950, 700_070);
  asked.length = 0;
  const get = session.api.get as unknown as (path: string, options: unknown) => Promise<unknown>;
  session.api.get = ((at: string, options: { params: { query: { project_id?: string } } }) =>
    options.params.query.project_id === undefined
      ? get(at, options)
      : Promise.resolve(answered(path, listOf([])))) as never;
  const answer = await readQueue(session, place);
  if (answer.kind !== 'ok' || answer.told === null) throw new Error('the list was not told');
  const { rows, first, before, next } = answer.told;
  expect([before, next].map((edge) => edge?.status)).toEqual(['queued', 'queued']);
  const [behind] = asked as { cursor: string }[];
  expect(rows[0]?.project_id).toBe(`item-${Number(behind?.cursor) + 1}`);
  expect(first).toBe(Number(behind?.cursor));
});
