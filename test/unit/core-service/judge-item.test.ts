/** What a snapshot may ask of an item: what is refused, and which verbs make the rest good. */
import { describe, expect, it } from 'vitest';
import { judgeItem, whyMissing } from '../../../src/core-service/judge-item.ts';
import { readQueueRow } from '../../../src/core-service/rows.ts';
import type { QueueItem } from '../../../src/domain/records.ts';
import { queueItem } from '../../support/store-fixtures.ts';

function judge(live: Partial<QueueItem>, wanted: object, workers = ['gpu-1']) {
  const fields = Object.keys(wanted);
  const row = readQueueRow({ project_id: 'a', ...wanted })!;
  const { steps, verdicts } = judgeItem(queueItem('a', live), row, { fields, workers });
  return { events: steps.map(({ event }) => event), steps, verdicts };
}
const running = { status: 'running', current_run_id: 'a-1', lane: 'http://one' } as const;

describe('a difference that no operator could make good', () => {
  it.each<[string, Partial<QueueItem>, object, string]>([
    ['a run begun elsewhere', {}, { status: 'running' }, 'No operator verb does that'],
    ['an end reached elsewhere', running, { status: 'completed' }, 'status cannot be edited'],
    ['a pause of an active item', running, { status: 'paused' }, 'cancel it to stop the run'],
    ['a retry of an active item', running, { status: 'queued' }, 'a is running on a worker'],
    ['a completed item queued again', { status: 'completed' }, { status: 'queued' }, 'completed'],
    ['another run', running, { current_run_id: 'a-2' }, 'current_run_id cannot be edited'],
    ['a flag by itself', {}, { manual_review_required: true }, 'manual_review_required cannot'],
    ['a worker that is not there', {}, { machine_target: 'moon' }, 'configured: gpu-1'],
    [
      'a priority out of range',
      {},
      { dispatch_priority: -1 },
      'cannot set dispatch_priority to -1',
    ],
  ])('%s is refused with the reason', (_, live, wanted, words) => {
    const { events, verdicts } = judge(live, wanted);
    expect(events).toEqual([]);
    const [verdict] = verdicts.values();
    expect(verdict).toMatchObject({ would_apply: false, message: expect.stringContaining(words) });
  });

  it('is refused by itself where another of the same item is made good', () => {
    const { events, verdicts } = judge({}, { machine_target: 'moon', dispatch_priority: 7 });
    expect(events).toEqual([{ type: 'EDIT', fields: { dispatch_priority: 7 }, note: null }]);
    expect([...verdicts].map(([field, { would_apply }]) => [field, would_apply])).toEqual([
      ['machine_target', false],
      ['dispatch_priority', true],
    ]);
  });

  it('is said of what the queue does not have', () => {
    expect(whyMissing('z')).toBe('z is not in the queue.');
  });
});

describe('a difference that an operator could make good', () => {
  it.each<[Partial<QueueItem>, object, string[]]>([
    [{}, { status: 'paused' }, ['PAUSE']],
    [{ status: 'paused' }, { status: 'queued' }, ['RESUME']],
    [{ status: 'needs_review' }, { status: 'queued' }, ['RETRY']],
    [{ status: 'canceled' }, { status: 'queued' }, ['RETRY']],
    [running, { status: 'canceled' }, ['CANCEL']],
    [{}, { status: 'paused', machine_target: 'gpu-1', dispatch_priority: 3 }, ['EDIT', 'PAUSE']],
  ])('from %j to %j is %j', (live, wanted, verbs) => {
    const { events, verdicts } = judge(live, wanted);
    expect(events.map(({ type }) => type)).toEqual(verbs);
    for (const verdict of verdicts.values()) expect(verdict.would_apply).toBe(true);
  });

  it('takes the flag with the verb that clears it', () => {
    const { steps } = judge(
      { status: 'blocked', manual_review_required: true },
      { status: 'queued', manual_review_required: false },
    );
    expect(steps).toMatchObject([{ fields: ['status', 'manual_review_required'] }]);
  });
});
