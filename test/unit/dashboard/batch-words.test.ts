/** What the dashboard says of rewrite batches: no number that was not told, and none that is long over. */
import { expect, it } from 'vitest';
import { batchSentence, shownBatches } from '../../../src/dashboard/papers/batch-words.ts';
import type { BatchRow } from '../../../src/dashboard/service/wire.ts';

const progress = { total: 10, rewritten: 3, skipped: 0, failed: 1, left: 6 };

it.each<[BatchRow, string, string, boolean]>([
  [{ status: 'running', progress }, 'running', 'Under way: 4 of 10, failed 1', true],
  [
    { status: 'canceling', progress },
    'paused',
    'Ends with the paper under way: 4 of 10, failed 1',
    false,
  ],
  [
    { status: 'canceled', progress: { ...progress, skipped: 2 } },
    'paused',
    'Canceled: 4 of 10, failed 1, passed over 2; 6 left as they were',
    false,
  ],
  [
    { status: 'done', progress: { ...progress, left: 0 } },
    'failed',
    'Done: 10 of 10, failed 1',
    false,
  ],
  [
    { status: 'done', progress: { ...progress, left: 0, failed: 0 } },
    'done',
    'Done: 10 of 10, failed 0',
    false,
  ],
  [{ status: 'done' }, 'unknown', 'Done: unknown of unknown, failed unknown', false],
  [{}, 'unknown', 'Unknown: unknown of unknown, failed unknown', false],
])('says of %j what is known', (batch, mark, now, canCancel) => {
  expect(batchSentence(batch)).toEqual({ mark, now, canCancel });
});

it('shows what goes on, and what ended within a day', () => {
  const at = (ended_at: string | null): BatchRow => ({ ended_at });
  const rows = [at(null), at('2026-11-20T13:00:00.000Z'), at('2026-11-20T11:00:00.000Z')];
  expect(shownBatches(rows, Date.UTC(2026, 10, 21, 12))).toEqual(rows.slice(0, 2));
});
