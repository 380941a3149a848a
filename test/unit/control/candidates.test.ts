/** Which item goes next, and what is said when none does. */
import { describe, expect, it } from 'vitest';
import { selectNext } from '../../../src/control/dispatch/candidates.ts';
import { createWorkerDirectory } from '../../../src/control/fleet/workers.ts';
import type { EntityRow, ReadModels } from '../../../src/store/ports/read-models.ts';
import { createTestControl, testTarget } from '../../support/control-context.ts';
import { openTestStore, queueItem } from '../../support/store-fixtures.ts';

const busyLane = 'http://127.0.0.1:2';
const targets = [testTarget(), testTarget('busy', busyLane)];

/** A queue of so many items that name the busy worker, and behind them one that the free one would take. */
function select(before: number) {
  const rows = Array.from({ length: before }, (_, index) =>
    queueItem(`p${index}`, { machine_target: 'busy' }),
  );
  const queue = [...rows, queueItem('free')] as unknown as readonly EntityRow[];
  const reads: ReadModels = Object.assign(openTestStore().reads, {
    dispatchCandidates: async (limit: number) => queue.slice(0, limit),
  });
  return selectNext(createTestControl({ reads, targets }), new Set([busyLane]));
}

describe('the item that goes next', () => {
  it('is found behind many that wait for another worker', async () => {
    expect(await select(2_000)).toMatchObject({ found: { item: { project_id: 'free' } } });
  });

  it('is not said not to exist where the queue was not looked at to its end', async () => {
    const selection = await select(10_000);
    expect(selection).toMatchObject({
      found: null,
      reason: expect.stringMatching(
        /^None of the first 10000 queued items can go, and no more are looked at: p0 waits for its lane/,
      ),
    });
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
