/** Reads that are remembered answer what the store says, as long as nothing that they rest on was committed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import { RememberedReads } from '../../../src/simulation/remembered-reads.ts';
import { openStore, type Store } from '../../../src/store/sqlite/open-store.ts';
import {
  commitAll,
  endTurn,
  listQuery,
  queueItem,
  type State,
  stateTurn,
} from '../../support/store-fixtures.ts';

let store: Store;
let journal: Journal;
let reads: Store['reads'];
let different: string[];
const asked = vi.fn();

beforeEach(() => {
  store = openStore({ path: ':memory:' });
  different = [];
  asked.mockClear();
  const remembered = new RememberedReads((sentence) => different.push(sentence));
  journal = remembered.watch(store.journal);
  reads = remembered.over({
    ...store.reads,
    get: (kind, id) => {
      asked(`${kind}/${id}`);
      return store.reads.get(kind, id);
    },
  });
});
afterEach(() => store.journal.close());

const write = (kind: string, id: string, version: number, state: object) =>
  commitAll(journal, [stateTurn(kind, id, version, state as State)]);

describe('reads that are remembered', () => {
  it('ask the store once for as long as nothing else is committed of what they name', async () => {
    await write('control', 'main', 1, { status: 'running' });
    const first = await reads.get('control', 'main');
    await write('control', 'other', 1, { status: 'paused' });
    await write('pump', 'main', 1, { status: 'off' });
    expect(await reads.get('control', 'main')).toBe(first);
    expect(asked.mock.calls).toEqual([['control/main']]);
    await write('control', 'main', 2, { status: 'paused' });
    expect(await reads.get('control', 'main')).toMatchObject({ status: 'paused', version: 2 });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('know of what a commit ended, and of events by their type', async () => {
    await write('control', 'main', 1, { status: 'running' });
    const newest = () => reads.newestEvents('control.updated', 1);
    expect([await reads.get('control', 'main'), await newest()]).toMatchObject([{}, [{}]]);
    await commitAll(journal, [endTurn('control', 'main', 1)]);
    expect(await reads.get('control', 'main')).toBeUndefined();
    await write('control', 'next', 1, { status: 'running' });
    expect(await newest()).toEqual(await store.reads.newestEvents('control.updated', 1));
  });

  it('say after any commit what the store says', async () => {
    const look = async (from: Store['reads']) => ({
      counts: await from.countByStatus('queue_item'),
      queued: await from.count('queue_item', { status: 'queued' }),
      page: await from.list('queue_item', listQuery({})),
      lane: await from.list('queue_item', listQuery({ filters: { operator_lane: 'attention' } })),
      active: await from.activeItems(10),
      held: await from.activeItemOf('lane-1'),
      candidates: await from.dispatchCandidates(10),
      open: await from.finalizedNotImported(10),
    });
    const steps: readonly (readonly [kind: string, version: number, state: object])[] = [
      ['queue_item', 1, queueItem('a', { status: 'queued' })],
      ['queue_item', 2, queueItem('a', { status: 'dispatching', lane: 'lane-1' })],
      ['paper_review', 1, { status: 'finalized' }],
      ['corpus_entry', 1, { status: 'imported' }],
      ['queue_item', 3, queueItem('a', { status: 'needs_review' })],
    ];
    for (const [kind, version, state] of steps) {
      await look(reads);
      await write(kind, 'a', version, state);
      expect(await look(reads)).toEqual(await look(store.reads));
    }
  });

  it('are held against the store now and then', async () => {
    await write('control', 'main', 1, { status: 'running' });
    await reads.get('control', 'main');
    // Past the journal that is watched.
    await commitAll(store.journal, [stateTurn('control', 'main', 2, { status: 'paused' })]);
    for (let read = 0; read < 200; read += 1) await reads.get('control', 'main');
    expect(different[0]).toMatch(/get \["control","main"\] is not what the store says/);
  });
});
