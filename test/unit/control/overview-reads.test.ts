/** Overviews of ever other shapes, asked for at once: they share what they read, so that none is refused for the others. */
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { readOverview } from '../../../src/control/operations/overview.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import type { PoolAnswer, PoolCall } from '../../../src/lib/work-pool.ts';
import type { Thread } from '../../../src/lib/worker-thread.ts';
import { createHeavyReads } from '../../../src/store/sqlite/reads/heavy-reads.ts';
import { createSqliteReadModels } from '../../../src/store/sqlite/reads/read-models.ts';
import { createPooledReads, readErrors } from '../../../src/store/sqlite/threads/pooled-reads.ts';
import { createReadPool } from '../../../src/store/sqlite/threads/read-pool.ts';
import { createTestControl } from '../../support/control-context.ts';
import { commitAll, openTestStore, queueTurn } from '../../support/store-fixtures.ts';

it('asks few reads for 64 overviews, and none of them is refused by the others', async () => {
  const { db, journal } = openTestStore();
  await commitAll(journal, [
    queueTurn('a'),
    queueTurn('b', { status: 'blocked' }),
    queueTurn('c', { manual_review_required: true }),
  ]);
  const heavy = createHeavyReads(db) as unknown as Record<
    string,
    (...args: readonly unknown[]) => Promise<unknown>
  >;
  const calls: string[] = [];
  const start = (onMessage: (message: unknown) => void): Thread => {
    const { port1: port } = new MessageChannel();
    let end = (_: null): void => {};
    const ended = new Promise<null>((resolve) => {
      end = resolve;
    });
    port.postMessage = (message: unknown) => {
      if (message === 'close') return end(null);
      const { method, args } = message as PoolCall;
      calls.push(method);
      const answer = (value: unknown): void => onMessage({ ok: true, value } satisfies PoolAnswer);
      // Not before everybody has asked.
      setImmediate(() => void heavy[method]?.(...args).then(answer));
    };
    return { port, hold() {}, ended, async terminate() {} };
  };
  const clock = createManualClock(0);
  const pool = createReadPool({
    start,
    setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
    membersMax: 2,
    waitingMax: 192,
    timeoutMs: 1_000,
    errors: readErrors,
  });
  const reads = createSqliteReadModels(db, undefined, createPooledReads(pool));
  const context = createTestControl({ reads });
  const shapes = Array.from({ length: 64 }, (_, place) => place + 1);
  const overviews = await Promise.all(
    shapes.map((size) => readOverview(context, { activeLimit: size, eventLimit: size })),
  );
  expect(overviews.map(({ operator_counts: { attention } }) => attention)).toEqual(
    shapes.map(() => 2),
  );
  // Two for each shape, its items and its events, and a few that all of them share.
  expect(calls.length).toBeLessThan(3 * shapes.length);
  await pool.close();
  await journal.close();
});
