/** The report since the reader looked: what was asked later is what is shown. */
import { expect, it, vi } from 'vitest';
import { createReportCalls } from '../../../src/dashboard/operations/report-calls.ts';
import { placeOf } from '../../../src/dashboard/places/places.ts';
import type { Session } from '../../../src/dashboard/service/asking.ts';
import { createDashboardStore } from '../../../src/dashboard/session/state.ts';
import { refused } from '../../support/client-answers.ts';

it('an answer that took longer does not stand in the place of a newer one', async () => {
  const store = createDashboardStore();
  store.trigger.noted({ part: { place: placeOf('#/since'), atMs: 1 } });
  const waiting: ((words: string) => void)[] = [];
  const get = vi.fn(
    () =>
      new Promise((resolve) => {
        waiting.push((words) =>
          resolve(refused('/control/api/v1/report', 'store_unavailable', words)),
        );
      }),
  );
  const { signal } = new AbortController();
  const looked = { read: () => '2026-11-23T22:00:00.000Z', keep: vi.fn() };
  const calls = createReportCalls({ api: { get }, store, signal } as unknown as Session, looked);
  const answerAll = async (answers: typeof waiting, words: string) => {
    for (const answer of answers) answer(words);
    await new Promise((resolve) => setImmediate(resolve));
  };

  calls.follow();
  const first = waiting.splice(0);
  calls.follow();
  await answerAll(waiting.splice(0), 'the newer');
  await answerAll(first, 'the older');
  await answerAll(waiting.splice(0), 'the newer');
  expect(get).toHaveBeenCalledTimes(2);
  expect(store.get().context.report?.problem).toContain('the newer');
});
