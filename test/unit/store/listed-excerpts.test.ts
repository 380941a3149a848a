/** Lists carry excerpts of long texts, made where they are read; one entity by itself is whole. */
import { expect, it } from 'vitest';
import { readQueueHealth } from '../../../src/control/operations/queue-health.ts';
import { limits } from '../../../src/domain/limits.ts';
import { excerptCharsMax } from '../../../src/lib/excerpt.ts';
import { createTestControl } from '../../support/control-context.ts';
import { storeOfEachTest } from '../../support/each-test.ts';
import { commitAll, listQuery, queueTurn, stateTurn } from '../../support/store-fixtures.ts';

const store = storeOfEachTest();

const long = 'r'.repeat(1_000_000);
const short = `${'r'.repeat(excerptCharsMax)}…`;
const query = {
  before: null,
  limit: 100,
  entityType: '',
  entityId: '',
  eventType: '',
  search: '',
};

async function commitCallbacks(count: number): Promise<void> {
  const payload = JSON.stringify({ applied: true, reason: long, run_id: 'run-1' });
  const turns = Array.from({ length: count }, (_, index) =>
    stateTurn(
      'counter',
      `c-${index}`,
      1,
      { n: index },
      { event: { event_type: 'worker_callback.wake_ready', entity_id: 'p-1', payload } },
    ),
  );
  await commitAll(store().journal, turns);
}

it('cuts the payloads of events and says how large they are', async () => {
  await commitCallbacks(3);
  const { reads } = store();
  const pages = [
    await reads.events(query),
    (await reads.eventsByPayload(query, [{ path: ['applied'], value: 'true' }])).rows,
    (await reads.eventsByPage({ ...query, page: 1, pageSize: 10 })).rows,
  ];
  for (const rows of pages) {
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row.payload).toMatchObject({ reason: short, run_id: 'run-1' });
      expect(row.payload_bytes).toBeGreaterThan(long.length);
    }
  }
  expect((await reads.event(1))?.payload['reason']).toBe(long);
});

it('cuts the texts of rows that are only shown, and leaves the entity whole', async () => {
  await commitAll(store().journal, [queueTurn('p1', { last_error: long })]);
  const { reads } = store();
  const numbered = await reads.listByPage('queue_item', { ...listQuery(), page: 1 });
  expect(numbered.rows[0]?.['last_error']).toBe(short);
  const shape = { hide: [], pick: [], textCharsMax: excerptCharsMax };
  const [row] = (await reads.listTexts('queue_item', listQuery(), shape)).rows;
  expect(row?.isLong).toBe(true);
  expect(row?.text.length).toBeLessThan(2 * short.length);
  expect((await reads.get('queue_item', 'p1'))?.['last_error']).toBe(long);
});

it('keeps the health of the queue small, whatever reasons are stored', async () => {
  await commitCallbacks(limits.queueHealthCallbacksMax);
  const context = createTestControl({ reads: store().reads, actors: {} as never });
  const health = await readQueueHealth(context, { refreshWorker: false });
  expect(health.recent_callbacks).toHaveLength(limits.queueHealthCallbacksMax);
  expect(health.recent_callbacks[0]).toMatchObject({ reason: short });
  expect(health.recent_callbacks[0]?.payload_bytes).toBeGreaterThan(long.length);
  expect(JSON.stringify(health).length).toBeLessThan(200_000);
});
