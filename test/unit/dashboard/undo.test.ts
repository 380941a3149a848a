/** For how long what was done can be taken back, and that what came of it is told. */
import { expect, it } from 'vitest';
import type { Session } from '../../../src/dashboard/asking.ts';
import { note, stateOf } from '../../../src/dashboard/asking.ts';
import { createDashboardStore } from '../../../src/dashboard/state.ts';
import { createUndoCalls } from '../../../src/dashboard/undo-calls.ts';

/** A session whose posts wait for `answer`. */
function sessionWith() {
  const posted: string[] = [];
  let answer = (_status: number): void => {};
  const post = (path: string) => {
    posted.push(path);
    return new Promise((resolve) => {
      answer = (status) => resolve({ data: {}, response: new Response(null, { status }) });
    });
  };
  let isDone = (): void => {};
  const done = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  const session = {
    api: { post },
    store: createDashboardStore(),
    signal: new AbortController().signal,
    refused() {},
    done: isDone,
  } as unknown as Session;
  const calls = createUndoCalls(session);
  const tick = (times: number): void => {
    for (let count = 0; count < times; count += 1) calls.tick();
  };
  return { session, calls, posted, done, tick, answer: (status: number) => answer(status) };
}

const pump = [{ verb: 'pump', on: true }] as const;

it('is offered for ten ticks, however late they come, and then not any more', () => {
  const { session, calls, posted, tick } = sessionWith();
  calls.offer('The pump is off.', pump);
  tick(9);
  expect(stateOf(session).undo).toMatchObject({ phase: 'offered', leftSec: 1 });
  tick(1);
  expect(stateOf(session).undo).toBeNull();
  calls.take();
  expect(posted).toEqual([]);
});

it('is told in the end where the service takes long to answer', async () => {
  const { session, calls, posted, done, tick, answer } = sessionWith();
  calls.offer('The pump is off.', pump);
  note(session, { nowMs: Date.now() + 3_600_000 });
  calls.take();
  expect(posted).toEqual(['/control/api/v1/pump/on']);
  tick(60);
  expect(stateOf(session).undo).toMatchObject({ phase: 'sending' });
  answer(200);
  await done;
  expect(stateOf(session).undo).toMatchObject({ phase: 'done', words: 'It was taken back.' });
  tick(5);
  expect(stateOf(session).undo).toBeNull();
});

it('says what the service refused', async () => {
  const { session, calls, done, answer } = sessionWith();
  calls.offer('The pump is off.', pump);
  calls.take();
  answer(409);
  await done;
  expect(stateOf(session).undo).toMatchObject({
    phase: 'failed',
    words: 'It was not taken back: the answer was 409.',
  });
});
