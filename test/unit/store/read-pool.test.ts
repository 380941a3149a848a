/** The pool of readers: bounded in number and time, and a dead thread takes only its own call. */

import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import type { PoolAnswer } from '../../../src/lib/work-pool.ts';
import { startThread, type Thread } from '../../../src/lib/worker-thread.ts';
import {
  createReadPool,
  type ReadPool,
  type ReadPoolOptions,
} from '../../../src/store/sqlite/threads/read-pool.ts';
import {
  commitAll,
  createTempDir,
  openTestStore,
  queueTurn,
} from '../../support/store-fixtures.ts';

const clock = createManualClock(0);
let pool: ReadPool;

/** A thread that answers when the test says so. */
interface FakeThread extends Thread {
  answer(answer: PoolAnswer): void;
  die(error: Error | null): void;
  readonly heard: unknown[];
  isTerminated: boolean;
}

function createFakeThread(onMessage: (message: unknown) => void): FakeThread {
  const { port1: port } = new MessageChannel();
  let die: FakeThread['die'] = () => {};
  const ended = new Promise<Error | null>((resolve) => {
    die = resolve;
  });
  const heard: unknown[] = [];
  port.postMessage = (message: unknown) => {
    heard.push(message);
    if (message === 'close') die(null);
  };
  const thread: FakeThread = {
    port,
    hold() {},
    ended,
    async terminate() {
      thread.isTerminated = true;
      die(null);
    },
    answer: onMessage,
    die,
    heard,
    isTerminated: false,
  };
  return thread;
}

function openPool(
  membersMax = 1,
  start = createFakeThread,
  patience?: ReadPoolOptions['patience'],
) {
  const threads: FakeThread[] = [];
  pool = createReadPool({
    start(onMessage) {
      threads.push(start(onMessage));
      return threads.at(-1)!;
    },
    setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
    membersMax,
    ...(patience === undefined ? {} : { patience }),
    waitingMax: 2,
    timeoutMs: 1000,
    errors: {},
  });
  return threads;
}
const reasonOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

afterEach(() => pool.close());

describe('what is refused', () => {
  it('refuses a call where as many wait as may', async () => {
    const threads = openPool();
    const calls = ['a', 'b', 'c'].map((method) => pool.call(method, []));
    expect(await reasonOf(pool.call('d', []))).toMatchObject({ code: 'overloaded', status: 503 });
    for (const _ of calls) threads[0]?.answer({ ok: true, value: 1 });
    expect(await Promise.all(calls)).toEqual([1, 1, 1]);
    expect(threads).toHaveLength(1);
  });
  it('gives up a call that takes too long, with its thread, and one that waits too long', async () => {
    const threads = openPool();
    const running = reasonOf(pool.call('long', []));
    const waiting = reasonOf(pool.call('late', []));
    clock.advance(1000);
    expect(await running).toMatchObject({ code: 'overloaded' });
    expect(await waiting).toMatchObject({ code: 'overloaded' });
    expect(threads[0]?.isTerminated).toBe(true);
    const next = pool.call('next', []);
    await threads[0]?.ended;
    threads[1]?.answer({ ok: true, value: 'read' });
    expect(await next).toBe('read');
    expect(threads.flatMap(({ heard }) => heard)).toMatchObject([
      { method: 'long' },
      { method: 'next' },
    ]);
  });
  it('refuses calls once it closes, and ends what it started', async () => {
    const threads = openPool();
    const call = pool.call('a', []);
    const closed = pool.close();
    await expect(pool.call('b', [])).rejects.toThrow('closed');
    threads[0]?.answer({ ok: true, value: 1 });
    expect(await call).toBe(1);
    await closed;
    expect(threads[0]?.heard.at(-1)).toBe('close');
  });
});

describe('calls for the same', () => {
  it('are one while they wait, and another once it was begun or given up', async () => {
    const threads = openPool();
    const first = pool.call('a', [1]);
    const [again, same, other] = [[1], [1], [2]].map((args) => pool.call('a', args));
    threads[0]!.answer({ ok: true, value: 'old' });
    // Begun, so what is committed now may not be in it.
    const late = pool.call('a', [1]);
    for (const value of ['new', 'other', 'newest']) threads[0]!.answer({ ok: true, value });
    expect(await Promise.all([first, again, same, other, late])).toEqual([
      'old',
      'new',
      'new',
      'other',
      'newest',
    ]);
    expect(threads[0]!.heard).toHaveLength(4);
    const busy = reasonOf(pool.call('b', []));
    const [one, two] = [1, 2].map(() => reasonOf(pool.call('c', [])));
    clock.advance(1000);
    expect(await Promise.all([busy, one, two])).toMatchObject(
      [1, 2, 3].map(() => ({ code: 'overloaded' })),
    );
    await threads[0]!.ended;
    const next = pool.call('c', []);
    threads[1]!.answer({ ok: true, value: 'read' });
    expect(await next).toBe('read');
  });
});

describe('threads', () => {
  it('start when they are needed, and take one call at a time', async () => {
    const threads = openPool(2);
    expect(threads).toHaveLength(0);
    const calls = ['a', 'b', 'c'].map((method) => pool.call(method, [method]));
    expect(threads.map(({ heard }) => heard.length)).toEqual([1, 1]);
    threads[1]?.answer({ ok: true, value: 'b' });
    expect(threads[1]?.heard.at(-1)).toEqual({ method: 'c', args: ['c'] });
    threads[1]?.answer({ ok: true, value: 'c' });
    threads[0]?.answer({ ok: true, value: 'a' });
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c']);
  });
  it('are one more only for a call that has waited for those there are', async () => {
    const threads = openPool(2, createFakeThread, { busyMs: 20, startingMs: 200 });
    const calls = ['a', 'b'].map((method) => pool.call(method, []));
    clock.advance(199);
    threads[0]!.answer({ ok: true, value: 1 });
    threads[0]!.answer({ ok: true, value: 2 });
    expect(await Promise.all(calls)).toEqual([1, 2]);
    const late = ['c', 'd', 'e'].map((method) => pool.call(method, []));
    clock.advance(19);
    expect(threads).toHaveLength(1);
    clock.advance(1);
    expect(threads).toHaveLength(2);
    expect(threads[1]!.heard).toEqual([{ method: 'd', args: [] }]);
    for (const value of [4, 5]) threads[1]!.answer({ ok: true, value });
    threads[0]!.answer({ ok: true, value: 3 });
    expect(await Promise.all(late)).toEqual([3, 4, 5]);
  });

  it('that die are replaced; whoever waited for one may try again', async () => {
    const threads = openPool();
    const lost = reasonOf(pool.call('a', []));
    const next = pool.call('b', []);
    threads[0]?.die(new Error('out of memory'));
    expect(await lost).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('out of memory'),
    });
    threads[1]?.answer({ ok: true, value: 'read' });
    expect(await next).toBe('read');
  });
  it.each(['dies before it answers anything', 'cannot be started'])(
    'leave a call to those there are where one more %s',
    async (what) => {
      const threads = openPool(
        2,
        (onMessage) => {
          if (threads.length > 0 && what === 'cannot be started') throw new Error('EMFILE');
          return createFakeThread(onMessage);
        },
        { busyMs: 20, startingMs: 100 },
      );
      const first = pool.call('a', []);
      threads[0]!.answer({ ok: true, value: 1 });
      const calls = [first, pool.call('b', []), pool.call('c', [])];
      clock.advance(20);
      threads[1]?.die(new Error('EMFILE'));
      await threads[1]?.ended;
      expect(threads[0]!.heard).toMatchObject([{ method: 'a' }, { method: 'b' }]);
      for (const value of [2, 3]) threads[0]!.answer({ ok: true, value });
      expect(await Promise.all(calls)).toEqual([1, 2, 3]);
    },
  );
  it('that cannot be started leave nobody waiting', async () => {
    openPool(1, () => {
      throw new Error('the program is not built');
    });
    expect(await reasonOf(pool.call('a', []))).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('not built'),
    });
  });
  it('read the store, before and after one of them was killed', async () => {
    const dir = createTempDir();
    const path = join(dir.path, 'store.db');
    const { journal } = openTestStore(path);
    await commitAll(journal, [queueTurn('p1')]);
    const threads: Thread[] = [];
    pool = createReadPool({
      start(onMessage) {
        threads.push(startThread('store-reader', path, onMessage));
        return threads.at(-1)!;
      },
      setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
      membersMax: 1,
      waitingMax: 2,
      timeoutMs: 1000,
      errors: {},
    });
    expect(await pool.call('recount', ['queue_item'])).toEqual({ kept: 1, rows: 1 });
    await threads[0]?.terminate();
    await threads[0]?.ended;
    await commitAll(journal, [queueTurn('p2')]);
    expect(await pool.call('recount', ['queue_item'])).toEqual({ kept: 2, rows: 2 });
    expect(threads).toHaveLength(2);
    await pool.close();
    await journal.close();
    dir.remove();
  });
});
