/** Putting an item elsewhere in the queue while the reader goes on. */
import { expect, it, vi } from 'vitest';
import { placeOf } from '../../../src/dashboard/places/places.ts';
import { emptyList } from '../../../src/dashboard/queue/queue-list.ts';
import { createReorderCalls } from '../../../src/dashboard/queue/reorder-calls.ts';
import type { Session } from '../../../src/dashboard/service/asking.ts';
import type { QueueRow } from '../../../src/dashboard/service/wire.ts';
import { createDashboardStore } from '../../../src/dashboard/session/state.ts';
import { listOf, recordedReply, recordedRow } from '../../support/canned-reply.ts';
import { answered, type ClientAnswer, refused } from '../../support/client-answers.ts';

const path = '/control/api/v1/queue';
const row = (id: string, rank: number): QueueRow => {
  const fields = { project_id: id, status: 'queued', dispatch_priority: 0, selection_rank: rank };
  return recordedRow('queue.list', fields);
};

/** Item `b` has been moved before `a`; the list that is read after that waits for `answer`. */
async function moved() {
  const store = createDashboardStore();
  const place = placeOf('#/queue?view=queued');
  const queue = { ...emptyList(place), rows: [row('a', 10), row('b', 20)], next: null };
  store.trigger.noted({ part: { place, queue } });
  let answer = (_: ClientAnswer): void => undefined;
  const get = vi.fn(
    () =>
      new Promise<ClientAnswer>((resolve) => {
        answer = resolve;
      }),
  );
  const edited = answered(`${path}/{project_id}/edit`, recordedReply('queue.edit'), 'POST');
  const post = () => Promise.resolve(edited);
  const [draw, done, reading] = [vi.fn(), vi.fn(), vi.fn((read) => read())];
  const { signal } = new AbortController();
  const session = { api: { get, post }, store, signal, done } as unknown as Session;
  createReorderCalls({ session, undo: { offer: vi.fn() }, queue: { reading }, draw }).step('b', -1);
  await vi.waitFor(() => expect(get).toHaveBeenCalled());
  const settled = reading.mock.results[0]?.value;
  return {
    store,
    draw,
    done,
    answer: (reply: ClientAnswer): Promise<unknown> => {
      answer(reply);
      return settled;
    },
  };
}

const told = () => answered(path, listOf([row('b', 5), row('a', 10)]));

it('draws the list as it is then, with the item that was moved', async () => {
  const { store, draw, answer } = await moved();
  await answer(told());
  expect(draw).toHaveBeenCalledWith('b', expect.any(Function));
  draw.mock.calls[0]?.[1]();
  expect(store.get().context.queue?.rows.map(({ project_id: id }) => id)).toEqual(['b', 'a']);
});

it('leaves who has gone elsewhere with the list of that place', async () => {
  const { store, draw, done, answer } = await moved();
  store.trigger.moved({ place: placeOf('#/queue?view=paused') });
  await answer(told());
  expect(draw).not.toHaveBeenCalled();
  expect(done).not.toHaveBeenCalled();
});

it('asks for the page again where the list was not had', async () => {
  const { draw, done, answer } = await moved();
  await answer(refused(path, 'store_unavailable', 'busy'));
  expect(draw).not.toHaveBeenCalled();
  expect(done).toHaveBeenCalledTimes(1);
});
