/** What a page is told while part of it takes long, or is not had. */
import { expect, it } from 'vitest';
import type { Session } from '../../../src/dashboard/asking.ts';
import { placeOf } from '../../../src/dashboard/places.ts';
import { askPage } from '../../../src/dashboard/questions.ts';
import { createDashboardStore } from '../../../src/dashboard/state.ts';

interface Reply {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

it('the figures are shown before the list, and without it; freshness waits for both', async () => {
  const store = createDashboardStore();
  const part = { place: placeOf('#/runs'), overview: { log_epoch: 'e' }, atMs: 1 };
  store.trigger.noted({ part });
  let refuse = (_: Reply): void => undefined;
  const list = new Promise<Reply>((resolve) => {
    refuse = resolve;
  });
  const overview = { log_epoch: 'e', operator_counts: { queued: 3 } };
  const answered = Promise.resolve({ data: overview, response: new Response('{}') });
  const session = {
    api: { get: (path: string) => (path.endsWith('/overview') ? answered : list) },
    store,
    signal: new AbortController().signal,
  } as unknown as Session;
  const state = () => store.get().context;

  const asked = askPage(session, { list: true });
  await new Promise(setImmediate);
  expect(state().overview).toEqual(overview);
  expect(state().atMs).toBe(1);
  refuse({ error: {}, response: new Response('{}', { status: 503 }) });
  expect(await asked).toBe('lost');
  expect(state()).toMatchObject({ overview, atMs: 1, lost: 'the answer was 503' });
});
