/** What a page is told while part of it takes long, or is not had. */
import { expect, it } from 'vitest';
import type { Session } from '../../../src/dashboard/asking.ts';
import { placeOf } from '../../../src/dashboard/places.ts';
import { askPage } from '../../../src/dashboard/questions.ts';
import { createDashboardStore } from '../../../src/dashboard/state.ts';
import { recordedReply } from '../../support/canned-reply.ts';
import { answered, type ClientAnswer, refused } from '../../support/client-answers.ts';

it('the figures are shown before the list, and without it; freshness waits for both', async () => {
  const store = createDashboardStore();
  const part = { place: placeOf('#/runs'), overview: { log_epoch: 'e' }, atMs: 1 };
  store.trigger.noted({ part });
  let refuse = (_: ClientAnswer): void => undefined;
  const list = new Promise<ClientAnswer>((resolve) => {
    refuse = resolve;
  });
  const overview = { ...recordedReply('overview'), log_epoch: 'e' };
  const told = Promise.resolve(answered('/control/api/v1/overview', overview));
  const session = {
    api: { get: (path: string) => (path.endsWith('/overview') ? told : list) },
    store,
    signal: new AbortController().signal,
  } as unknown as Session;
  const state = () => store.get().context;

  const asked = askPage(session, { list: true });
  await new Promise(setImmediate);
  expect(state().overview).toEqual(overview);
  expect(state().atMs).toBe(1);
  refuse(refused('/control/api/v1/runs', 'store_unavailable', 'busy'));
  expect(await asked).toBe('lost');
  expect(state()).toMatchObject({ overview, atMs: 1, lost: '503: busy' });
});
