/** What a language model used for papers counts beside what runs spent: by project, by time, and what is unknown. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { spentByAll, spentSince } from '../../../src/domain/spending.ts';
import { addUses } from '../../../src/domain/writer-use.ts';
import {
  commitAll,
  openTestStore,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

const early = '2026-01-01T00:00:00.000Z';
const late = '2026-01-02T12:00:00.000Z';
const nowMs = Date.parse('2026-01-02T13:00:00.000Z');
const use = (at: string, tokens: number, cost_usd: number | null, unknown_requests = 0) => ({
  at,
  tokens,
  cost_usd,
  unknown_requests,
});

let store: TestStore;
beforeEach(async () => {
  store = openTestStore();
  await commitAll(store.journal, [
    stateTurn('paper', 'a', 1, {
      status: 'publication_draft',
      project_id: 'p',
      updated_at: late,
      writer_uses: [use(early, 100, 0.5), use(late, 10, 0.25)],
    }),
    stateTurn('paper', 'b', 1, {
      status: 'draft_review',
      project_id: 'p',
      updated_at: late,
      writer_uses: [use(late, 7, null, 1), use(late, 0, 0, 1)],
    }),
    stateTurn('paper', 'c', 1, { status: 'draft_review', project_id: 'p', updated_at: late }),
    stateTurn('paper', 'd', 1, {
      status: 'draft_review',
      project_id: 'q',
      updated_at: early,
      writer_uses: [use(early, 1000, 9)],
    }),
  ]);
});
afterEach(() => store.journal.close());

it('of a project: what is known is summed, what is not is counted, and no wall time is', async () => {
  const rows = await store.reads.spendingOfProject('p', 100);
  expect(spentByAll(rows, 'tokens', nowMs)).toEqual({ spent: 117, unknown_runs: 2 });
  expect(spentByAll(rows, 'cost_usd', nowMs)).toEqual({ spent: 0.75, unknown_runs: 3 });
  expect(spentByAll(rows, 'wall_sec', nowMs)).toEqual({ spent: 0, unknown_runs: 0 });
  expect(await store.reads.spendingOfProject('p', 2)).toHaveLength(2);
});

it('of the last day: what ended in it alone', async () => {
  const sinceMs = nowMs - 86_400_000;
  const rows = await store.reads.spendingSince(new Date(sinceMs).toISOString(), 100);
  expect(spentSince(rows, 'tokens', { sinceMs, nowMs })).toEqual({ spent: 17, unknown_runs: 2 });
});

it('the oldest are added up without making anything known', () => {
  const sum = addUses(use(early, 1, 0.5), use(late, 2, null, 1));
  expect(sum).toEqual({ tokens: 3, cost_usd: 0.5, unknown_requests: 2 });
  expect(addUses(use(early, 1, null), use(late, 2, null)).cost_usd).toBeNull();
});
