/** Where the store contradicts itself about active items, and where it only seems to. */
import { describe, expect, it } from 'vitest';
import { readStatus } from '../../../src/control/operations/dispatch-safety.ts';
import { findConflicts } from '../../../src/control/operations/findings.ts';
import type { QueueItem, Run } from '../../../src/domain/records.ts';
import { initialRun } from '../../../src/machines/run/machine.ts';
import { createTestControl, healthyWorker, testLane } from '../../support/control-context.ts';
import {
  commitAll,
  openTestStore,
  queueItem,
  queueTurn,
  someTime,
  stateTurn,
} from '../../support/store-fixtures.ts';

const active = (id: string, change: Partial<QueueItem> = {}): QueueItem =>
  queueItem(id, { status: 'running', lane: `lane-${id}`, current_run_id: `${id}-1`, ...change });
const runOf = (id: string, change: Partial<Run> = {}): Run => ({
  ...initialRun(`${id}-1`),
  project_id: id,
  status: 'running',
  ...change,
});
const conflicts = (items: readonly QueueItem[], runs: readonly Run[], settling = false) =>
  findConflicts({
    items,
    runs: new Map(runs.map((run) => [run.run_id, run])),
    disagreements: [],
    settling,
    now: someTime,
  });

describe('conflicts', () => {
  it('are found when two items claim one run or one lane', () => {
    const both = [active('a', { lane: 'l' }), active('b', { lane: 'l', current_run_id: 'a-1' })];
    const found = conflicts(both, [runOf('a')]);
    expect(
      found.filter(({ severity }) => severity === 'critical').map(({ message }) => message),
    ).toEqual([
      'a and b claim the same run a-1',
      'a and b hold the same lane l',
      'b is running with run a-1, which belongs to a',
    ]);
  });

  it.each([
    ['is over', [runOf('a', { status: 'canceled' })], {}, 'its run a-1 is canceled'],
    [
      'has ended',
      [runOf('a', { status: 'wake_ready' })],
      {},
      'its run a-1 is over, workload at rest',
    ],
    ['is not stored', [], {}, 'which is not stored'],
    ['is not named', [], { current_run_id: null }, 'without a run'],
  ])('are found when the run of an active item %s', (_words, runs, change, message) => {
    const [found] = conflicts([active('a', change)], runs);
    expect(found).toMatchObject({
      severity: 'critical',
      message: expect.stringContaining(message),
    });
    expect(conflicts([active('a', change)], runs, true)[0]?.severity).toBe('warn');
  });

  it('are none for a busy lane, nor while evidence of an ended run is read', () => {
    expect(conflicts([active('a')], [runOf('a')])).toEqual([]);
    const waiting = active('a', { status: 'wake_received' });
    expect(conflicts([waiting], [runOf('a', { status: 'wake_ready' })])).toEqual([]);
  });

  it('make dispatching unsafe, and a healthy busy lane does not', async () => {
    const read = async (run: Run) => {
      const { journal, reads } = openTestStore();
      await commitAll(journal, [
        stateTurn('worker_target', 'default', 1, healthyWorker(someTime)),
        queueTurn('a', active('a', { lane: testLane })),
        stateTurn('run', 'a-1', 1, run),
      ]);
      const status = await readStatus(createTestControl({ reads }), { refreshWorker: false });
      await journal.close();
      return status;
    };
    expect(await read(runOf('a'))).toMatchObject({ dispatch_safe: true, conflicts: [] });
    expect(await read(runOf('a', { status: 'canceled' }))).toMatchObject({
      dispatch_safe: false,
      dispatch_blockers: [],
      conflicts: [{ severity: 'critical' }],
    });
  });
});
