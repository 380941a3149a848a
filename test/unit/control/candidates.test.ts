/** Which item goes next, and what is said when none does. */
import { describe, expect, it } from 'vitest';
import { selectNext } from '../../../src/control/dispatch/candidates.ts';
import { readLanes } from '../../../src/control/dispatch/lanes.ts';
import { createWorkerDirectory } from '../../../src/control/fleet/workers.ts';
import type { QueueItem } from '../../../src/domain/entities/queue-item.ts';
import { limits } from '../../../src/domain/limits.ts';
import { createTestControl, testTarget } from '../../support/control-context.ts';
import { addManyItems } from '../../support/many-items.ts';
import { commitAll, openTestStore, queueItem, queueTurn } from '../../support/store-fixtures.ts';

const busyLane = 'http://127.0.0.1:2';
const busy = new Set([busyLane]);
const targets = [testTarget(), testTarget('busy', busyLane)];

/** A service whose queue begins with so many items that name the busy worker, and goes on with those given. */
async function withQueue(before: number, others: readonly Partial<QueueItem>[]) {
  const { db, journal, reads } = openTestStore();
  const variants = [{ machine_target: 'busy' }];
  if (before > 0) addManyItems(db, { count: before, variants, variantOf: '0' });
  await commitAll(
    journal,
    others.map((other, at) => queueTurn(`z${at}`, other)),
  );
  return createTestControl({ reads, targets });
}

describe('the item that goes next', () => {
  it('is found behind any number that wait for another worker', async () => {
    const control = await withQueue(20_000, [{ machine_target: 'busy' }, {}]);
    expect(await selectNext(control, busy)).toMatchObject({
      found: { item: { project_id: 'z1' } },
    });
  });

  it('is the first of all ways that are open', async () => {
    const control = await withQueue(0, [
      { workload_class: 'cpu_only' },
      { machine_target: 'busy', dispatch_priority: 1 },
      { dispatch_priority: 20, selection_rank: 7 },
      { workload_class: 'cpu_only', dispatch_priority: 20, selection_rank: 6 },
    ]);
    expect(await selectNext(control, busy)).toMatchObject({
      found: { item: { project_id: 'z3' } },
    });
  });

  it('is found whatever those behind it are', async () => {
    const odd = { workload_class: 'odd' as QueueItem['workload_class'], dispatch_priority: 90 };
    const control = await withQueue(0, [odd, {}]);
    expect(await selectNext(control, busy)).toMatchObject({
      found: { item: { project_id: 'z1' } },
    });
  });

  it('is none where all wait, and the first says why', async () => {
    const control = await withQueue(3, []);
    expect(await selectNext(control, busy)).toEqual({
      found: null,
      reason: expect.stringMatching(/^No queued item can go: p0000000 waits for its lane/),
    });
  });

  it('is shown in its lane, however many wait for another', async () => {
    const control = await withQueue(limits.laneCandidatesMax, [{}]);
    const { lanes } = await readLanes(control);
    expect(lanes.map(({ names, waiting, next }) => [names, waiting, next?.project_id])).toEqual([
      [['default'], { count: 1, at_least: true }, 'z0'],
      [['busy'], { count: limits.laneCandidatesMax, at_least: true }, 'p0000000'],
    ]);
  });

  it('says of a default worker that it is one, and what would name another', () => {
    const directory = createWorkerDirectory([testTarget()], { cpu_only: 'default' } as never, []);
    expect(directory.route(queueItem('p', { workload_class: 'cpu_only' }))).toMatchObject({
      ok: true,
      reason:
        'default is the default worker; workload_machine_targets can name another for class cpu_only',
    });
  });
});
