/** When a worker's list of its runs makes the control plane ask about the one that it waits for. */
import { describe, expect, it } from 'vitest';
import { noticeMissingRun } from '../../../src/control/workers/missing-run.ts';
import { initialQueueItem } from '../../../src/machines/queue-item/context.ts';

type Given = Parameters<typeof noticeMissingRun>;

const listedAt = '2026-01-01T00:10:00.000Z';
const ended = (at: string) => ({ run_id: 'r1', live: false, status: 'stopped', ended_at: at });

/** What the item is told by a look that finds `list`; `found` is the answer about the run itself. */
async function toldBy(list: object, found: object = { kind: 'ok' }): Promise<unknown[]> {
  const told: unknown[] = [];
  const item = { ...initialQueueItem('p'), status: 'running', current_run_id: 'r1' };
  const context = {
    reads: { activeItemOf: () => Promise.resolve(item) },
    actors: {
      ask: (_address: unknown, event: unknown) => {
        told.push(event);
        return Promise.resolve({ ok: true, outcome: { accepted: true } });
      },
    },
  } as unknown as Given[0];
  const target = {
    lane: 'http://w',
    client: { findRun: () => Promise.resolve(found) },
  } as unknown as Given[1];
  const value = { runs: [], live_count: 0, timestamp: listedAt, ...list };
  const answers = { runs: { kind: 'ok', value } } as unknown as Given[2];
  await noticeMissingRun(context, target, answers, new AbortController().signal);
  return told;
}

describe('a run that its worker lists as over', () => {
  const nothingWaits = { callbacks: { waiting: 0, parked: 0, oldest_at: null } };

  it('is asked about when no callback of it is on its way', async () => {
    const list = { runs: [ended('2026-01-01T00:09:00.000Z')], ...nothingWaits };
    expect(await toldBy(list)).toEqual([{ type: 'RUN_MISSING', run_id: 'r1', over: true }]);
  });

  it.each<[string, object]>([
    ['it ended a moment ago', { runs: [ended('2026-01-01T00:09:00.001Z')], ...nothingWaits }],
    [
      'a callback waits',
      { runs: [ended('2026-01-01T00:01:00.000Z')], callbacks: { waiting: 1, parked: 0 } },
    ],
    ['the gate does not say what waits', { runs: [ended('2026-01-01T00:01:00.000Z')] }],
    [
      'it lives',
      {
        runs: [{ ...ended('2026-01-01T00:01:00.000Z'), live: true, ended_at: null }],
        ...nothingWaits,
      },
    ],
  ])('is waited for while %s', async (_, list) => {
    expect(await toldBy(list)).toEqual([]);
  });
});

describe('a run that its worker does not list', () => {
  it('is asked about when the worker does not know it', async () => {
    const unknown = { kind: 'refused', code: 'run_not_found' };
    expect(await toldBy({}, unknown)).toEqual([{ type: 'RUN_MISSING', run_id: 'r1' }]);
    expect(await toldBy({})).toEqual([]);
  });
});
