/** What the report says of time: no more than the log knows. */
import { expect, it } from 'vitest';
import { readReport } from '../../../src/control/operations/report.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createTestControl } from '../../support/control-context.ts';
import { storeOfEachTest } from '../../support/each-test.ts';
import { commitAll, queueTurn } from '../../support/store-fixtures.ts';

const store = storeOfEachTest();

it('counts no hour as rest of a worker in which there was no service yet', async () => {
  await commitAll(store().journal, [queueTurn('p1')]);
  const begunMs = Date.parse((await store().reads.event(1))!.created_at);
  const nowMs = begunMs + 1_800_000;
  const { reads } = store();
  const context = createTestControl({ reads, clock: createManualClock(nowMs) });
  const idleSince = async (hours: number) =>
    (await readReport(context, nowMs - hours * 3_600_000)).workers[0]?.idle_hours;
  expect(await idleSince(8)).toBe(0.5);
  expect(await idleSince(0.25)).toBe(0.25);
});
