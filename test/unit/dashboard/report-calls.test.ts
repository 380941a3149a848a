/** The report since the reader looked: what was asked later is what is shown. */
import { expect, it, vi } from 'vitest';
import type { Session } from '../../../src/dashboard/asking.ts';
import { placeOf } from '../../../src/dashboard/places.ts';
import { createReportCalls } from '../../../src/dashboard/report-calls.ts';
import { createDashboardStore } from '../../../src/dashboard/state.ts';

it('an answer that took longer does not stand in the place of a newer one', async () => {
  const store = createDashboardStore();
  store.trigger.noted({ part: { place: placeOf('#/since'), atMs: 1 } });
  const waiting: ((ran: number) => void)[] = [];
  const get = vi.fn(
    () =>
      new Promise((resolve) => {
        waiting.push((ran) => resolve({ data: { ran }, response: new Response('{}') }));
      }),
  );
  const { signal } = new AbortController();
  const looked = { read: () => '2026-11-23T22:00:00.000Z', keep: vi.fn() };
  const calls = createReportCalls({ api: { get }, store, signal } as unknown as Session, looked);
  const answerAll = async (answers: typeof waiting, ran: number) => {
    for (const answer of answers) answer(ran);
    await new Promise((resolve) => setImmediate(resolve));
  };

  calls.follow();
  const first = waiting.splice(0);
  calls.follow();
  await answerAll(waiting.splice(0), 2);
  await answerAll(first, 1);
  await answerAll(waiting.splice(0), 2);
  expect(get).toHaveBeenCalledTimes(2);
  expect(store.get().context.report?.report).toEqual({ ran: 2 });
});
