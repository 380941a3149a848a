/** A queue page made of texts is, row for row, the page made of objects. */
import { expect, it } from 'vitest';
import { readQueuePage } from '../../../src/control/reading/queue-page.ts';
import { inList, toQueueRow } from '../../../src/control/reading/rows.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createTestControl } from '../../support/control-context.ts';
import {
  commitAll,
  listQuery,
  openTestStore,
  queueTurn,
  stateTurn,
} from '../../support/store-fixtures.ts';

const verdict = { positive: true, field: 'project_decision', value: 'yes', reason: 'says so' };

it('has the same rows, with papers at every stage and texts that are cut', async () => {
  const { journal, reads } = openTestStore();
  const clock = createManualClock(Date.UTC(2026, 0, 2));
  const context = createTestControl({ reads, clock });
  const done = { status: 'completed', gate_verdict: verdict as never } as const;
  await commitAll(journal, [
    queueTurn('p1'),
    queueTurn('p2', { ...done, current_run_id: 'r2', paper_id: 'imported' }),
    queueTurn('p3', { ...done, paper_id: 'finalized' }),
    queueTurn('p4', { ...done, paper_id: 'drafted' }),
    queueTurn('p5', done),
    queueTurn('p6', { status: 'blocked', manual_review_required: true, next_action_hint: 'Look' }),
    queueTurn('p7', { retry_count: 1, last_error: 'refused "it"', pending_dispatch: 'key' }),
    queueTurn('p8', { last_result_summary: 'long '.repeat(1000) }),
    // Long as JSON writes it, and short as it is.
    queueTurn('p9', { last_result_summary: '\n'.repeat(1500) }),
    queueTurn('a1', { ...done, paper_id: 'rejected' }),
    queueTurn('a2', { ...done, paper_id: 'archived' }),
    queueTurn('a3', { ...done, paper_id: 'looked-at' }),
    ...['imported', 'finalized', 'archived'].map((paper_id) =>
      stateTurn('paper_review', paper_id, 1, { status: 'finalized', paper_id }),
    ),
    stateTurn('paper_review', 'rejected', 1, { status: 'rejected', paper_id: 'rejected' }),
    stateTurn('paper', 'archived', 1, { status: 'archived', paper_id: 'archived' }),
    stateTurn('paper', 'looked-at', 1, { status: 'human_review_required', paper_id: 'looked-at' }),
    stateTurn('corpus_entry', 'imported', 1, { status: 'imported', paper_id: 'imported' }),
  ]);
  const query = listQuery({ pageSize: 11, sort: 'project_id' });
  const objects = await reads.list('queue_item', query);
  const expected = objects.rows.map(async (row) => inList(await toQueueRow(context, row)));
  const page = await readQueuePage(context, query);
  expect(page.rows.map((row) => JSON.parse(row) as unknown)).toEqual(await Promise.all(expected));
  expect(page.nextCursor).toBe(objects.nextCursor);
  const last = await readQueuePage(context, { ...query, cursor: page.nextCursor });
  expect(last.rows).toHaveLength(1);
  expect(last.rows[0]).not.toContain('truncated');
  const shown = page.rows.map((row) => JSON.parse(row) as Record<string, unknown>);
  const lanes = shown.map((row) => row['operator_lane']);
  expect(lanes.slice(4, 8)).toEqual(['published_imported', 'publish_import', 'finalize', 'write']);
  expect(lanes.slice(0, 3)).toEqual(['done_no_paper', 'done_no_paper', 'finalize']);
  const steps = shown.map((row) => String(row['operator_next_step']));
  expect(steps[0]).toContain('rejected');
  expect(steps[1]).toContain('archived');
  expect(steps[2]).toContain('human review');
  await journal.close();
});
