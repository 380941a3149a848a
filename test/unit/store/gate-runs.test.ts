/** The runs of a worker that its gate asks for again and again: those that occupy it, and the last of a project. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gateRunStatuses, liveGateRunStatuses } from '../../../src/domain/statuses.ts';
import type { EntityRow } from '../../../src/store/ports/read-models.ts';
import {
  commitAll,
  openTestStore,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

let store: TestStore;
beforeEach(() => {
  store = openTestStore();
});
afterEach(() => store.journal.close());

/** A run whose id is its status unless told, last changed in that second. */
const run = (status: string, second: number, change: { id?: string; project?: string } = {}) =>
  stateTurn('gate_run', change.id ?? status, 1, {
    status,
    run_id: change.id ?? status,
    project_id: change.project ?? 'p1',
    updated_at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
  });

const idsOf = (rows: readonly EntityRow[]): unknown[] => rows.map((row) => row.run_id);

it('are those that occupy it, in each status that does, the last changed first', async () => {
  expect(await store.reads.liveGateRuns(10)).toEqual([]);
  await commitAll(
    store.journal,
    gateRunStatuses.map((status, at) => run(status, at)),
  );
  const live = gateRunStatuses.filter((status) =>
    (liveGateRunStatuses as readonly string[]).includes(status),
  );
  expect(idsOf(await store.reads.liveGateRuns(10))).toEqual(live.toReversed());
  expect(idsOf(await store.reads.liveGateRuns(2))).toEqual(live.toReversed().slice(0, 2));
});

it('are of a project the one that was changed last, whatever became of it', async () => {
  await commitAll(store.journal, [
    run('running', 1, { id: 'r1' }),
    run('stopped', 3, { id: 'r2' }),
    run('running', 2, { id: 'r3' }),
    run('running', 9, { id: 'r4', project: 'p2' }),
  ]);
  expect(await store.reads.lastGateRunOf('p1')).toMatchObject({ run_id: 'r2', version: 1 });
  expect(await store.reads.lastGateRunOf('p3')).toBeUndefined();
});
