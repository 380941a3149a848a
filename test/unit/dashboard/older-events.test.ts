/** Asking for older events: what becomes of what is said of the connection. */
import { expect, it, vi } from 'vitest';
import { placeOf } from '../../../src/dashboard/places/places.ts';
import type { Session } from '../../../src/dashboard/service/asking.ts';
import { askOlder } from '../../../src/dashboard/session/questions.ts';
import { createDashboardStore } from '../../../src/dashboard/session/state.ts';
import { listOf } from '../../support/canned-reply.ts';
import { answered, type ClientAnswer, refused } from '../../support/client-answers.ts';

const path = '/control/api/v1/events';
const nothingOlder = answered(path, listOf([]));
const busy = refused(path, 'store_unavailable', 'busy');

function begin(lost: string | null, reply: ClientAnswer) {
  const store = createDashboardStore();
  const events = { rows: [], hasMore: true, nextCursor: 'c' };
  store.trigger.noted({ part: { place: placeOf('#/events'), events, lost } });
  const done = vi.fn();
  const api = { get: () => Promise.resolve(reply) };
  const signal = new AbortController().signal;
  const session = { api, store, signal, done } as unknown as Session;
  return { session, done, lostNow: () => store.get().context.lost };
}

it('the page is asked for again after a failure, since its words say so', async () => {
  const { session, done, lostNow } = begin(null, busy);
  expect(await askOlder(session)).toBe('lost');
  expect(lostNow()).toBe('503: busy');
  expect(done).toHaveBeenCalledTimes(1);
});

it('an answer does not make live what has had none', async () => {
  const { session, done, lostNow } = begin('503: busy', nothingOlder);
  expect(await askOlder(session)).toBe('heard');
  expect(lostNow()).toBe('503: busy');
  expect(done).not.toHaveBeenCalled();
});
