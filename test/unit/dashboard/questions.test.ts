/** What a page is told while part of it takes long, or is not had. */
import { expect, it } from 'vitest';
import { placeOf } from '../../../src/dashboard/places/places.ts';
import type { Session } from '../../../src/dashboard/service/asking.ts';
import { isUnsure } from '../../../src/dashboard/session/connection-words.ts';
import { askPage } from '../../../src/dashboard/session/questions.ts';
import { createDashboardStore } from '../../../src/dashboard/session/state.ts';
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
  // The list alone was not had: what the figures say is so.
  expect(isUnsure(state())).toBe(false);
});

it('what was told before is not said to be so while the figures are not had', async () => {
  const store = createDashboardStore();
  const overview = recordedReply('overview');
  store.trigger.noted({ part: { overview, atMs: 1, feed: { state: 'live' } } });
  const path = '/control/api/v1/overview';
  const replies = [refused(path, 'store_unavailable', 'busy'), answered(path, overview)];
  const session = {
    api: { get: () => Promise.resolve(replies.shift()) },
    store,
    signal: new AbortController().signal,
  } as unknown as Session;
  const isSure = () => !isUnsure(store.get().context);

  expect(isSure()).toBe(true);
  expect(await askPage(session, { list: false })).toBe('lost');
  expect(isSure()).toBe(false);
  expect(await askPage(session, { list: false })).toBe('heard');
  expect(isSure()).toBe(true);
});
