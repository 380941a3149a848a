/** A long history is told a page at a time, and a moment of it by the fold up to there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readActorHistory, readActorState } from '../../../src/control/operations/index.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import type { EventQuery, ReadModels } from '../../../src/store/ports/read-models.ts';
import {
  commitAll,
  openTestStore,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

const eventsMax = 5_000;
const pageSize = 500;
const address = { kind: 'queue_item', id: 'a' } as const;

describe('the history of an actor with thousands of events', () => {
  let store: TestStore;
  const asked: EventQuery[] = [];
  beforeAll(async () => {
    store = openTestStore();
    const turns = Array.from({ length: eventsMax }, (_, index) =>
      stateTurn('queue_item', 'a', index + 1, {
        project_id: 'a',
        status: index % 2 === 0 ? 'queued' : 'paused',
        selection_rank: index,
      }),
    );
    await commitAll(store.journal, turns);
  });
  afterAll(() => store.journal.close());
  const context = () => {
    const reads: ReadModels = {
      ...store.reads,
      events(query) {
        asked.push(query);
        return store.reads.events(query);
      },
    };
    return { reads, clock: createManualClock() };
  };

  it('comes in pages without a gap, each read once and no further than it goes', async () => {
    const ids: number[] = [];
    let before: number | null = null;
    do {
      const page = await readActorHistory(context(), address, { before, page_size: pageSize });
      ids.push(...page.rows.map((row) => row.event_id));
      before = page.next_before;
    } while (before !== null);
    expect(ids).toEqual(Array.from({ length: eventsMax }, (_, index) => eventsMax - index));
    expect(asked).toHaveLength(eventsMax / pageSize);
    expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([pageSize + 1]));
  });

  it('is shown at any moment with what the event of that moment changed', async () => {
    const then = await readActorState(context(), address, '2500');
    expect(then).toMatchObject({
      status: 'paused',
      version: 2_500,
      state: { selection_rank: 2_499 },
      as_of: { event_id: 2_500 },
    });
    expect(then.changed).toEqual([
      { member: 'selection_rank', before: 2_498, after: 2_499 },
      { member: 'status', before: 'queued', after: 'paused' },
    ]);
    await expect(readActorState(context(), { ...address, id: 'b' }, '2500')).rejects.toMatchObject({
      code: 'actor_not_found',
    });
  });
});
