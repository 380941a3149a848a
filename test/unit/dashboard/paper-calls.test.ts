/** The paper beside the list: what was asked later is what is shown. */
import { expect, it, vi } from 'vitest';
import { createPaperCalls } from '../../../src/dashboard/papers/paper-calls.ts';
import { placeOf } from '../../../src/dashboard/places/places.ts';
import type { Session } from '../../../src/dashboard/service/asking.ts';
import { createDashboardStore } from '../../../src/dashboard/session/state.ts';
import { recordedReply } from '../../support/canned-reply.ts';
import { answered, refused } from '../../support/client-answers.ts';

const kept = recordedReply('papers.get');
const answerOf = (path: string, version: number) =>
  path.endsWith('/trace')
    ? refused(path, 'store_unavailable', 'busy')
    : answered(path, { ...kept, paper: { ...(kept['paper'] as object), version } });

it('an answer that took longer does not stand in the place of a newer one', async () => {
  const store = createDashboardStore();
  store.trigger.noted({ part: { place: placeOf('#/papers/p') } });
  const waiting: ((version: number) => void)[] = [];
  const get = vi.fn(
    (path: string) =>
      new Promise((resolve) => {
        waiting.push((version) => resolve(answerOf(path, version)));
      }),
  );
  const { signal } = new AbortController();
  const calls = createPaperCalls({ api: { get }, store, signal } as unknown as Session);
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  const answerAll = async (answers: typeof waiting, version: number) => {
    for (const answer of answers) answer(version);
    await settle();
  };
  calls.follow();
  const first = waiting.splice(0);
  calls.follow();
  await answerAll(waiting.splice(0), 2);
  await answerAll(first, 1);
  await answerAll(waiting.splice(0), 2);
  expect(get).toHaveBeenCalledTimes(4);
  expect(store.get().context.paper?.facts).toMatchObject({ paper: { version: 2 } });
});
