/** What the report says of time: no more than the log knows. */
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../src/control/operations/report.ts';
import { blank } from '../../../src/domain/blank.ts';
import { limits } from '../../../src/domain/limits.ts';
import { type Run, runSchema } from '../../../src/domain/records.ts';
import { createManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import type { EntityRow } from '../../../src/store/ports/read-models.ts';
import { createTestControl } from '../../support/control-context.ts';
import { storeOfEachTest } from '../../support/each-test.ts';
import { commitAll, queueTurn } from '../../support/store-fixtures.ts';

const store = storeOfEachTest();

it('counts no hour as rest of a worker in which there was no service yet', async () => {
  await commitAll(store().journal, [queueTurn('p1')]);
  const begunMs = Date.parse((await store().reads.event(1))!.created_at);
  const nowMs = begunMs + 1_800_000;
  const { reads } = store();
  const context = createTestControl({ reads, clock: createManualClock(nowMs) });
  const idleSince = async (hours: number) =>
    (await readReport(context, nowMs - hours * 3_600_000)).workers[0]?.idle_hours;
  expect(await idleSince(8)).toBe(0.5);
  expect(await idleSince(0.25)).toBe(0.25);
});

it('says nothing of a time before its log, and of one before its process only what the log holds', async () => {
  await commitAll(store().journal, [queueTurn('p1')]);
  const begunAt = (await store().reads.event(1))!.created_at;
  const begunMs = Date.parse(begunAt);
  const { reads } = store();
  const told = (sinceMs: number, startedMs: number) =>
    readReport(
      createTestControl({
        reads,
        clock: createManualClock(begunMs + 60_000),
        vitals: { startedAt: toIsoTime(startedMs) },
      }),
      sinceMs,
    );
  // The service and its log are a minute old.
  expect(await told(begunMs - 43_200_000, begunMs)).toMatchObject({
    log_begins_at: begunAt,
    running_since: begunAt,
    sentence: 'Nothing happened.',
  });
  expect(await told(begunMs, begunMs + 30_000)).toMatchObject({
    running_since: toIsoTime(begunMs + 30_000),
    sentence: 'Nothing is in the log.',
  });
});

describe('hours of a worker', () => {
  const nowMs = Date.parse('2026-01-02T00:00:00.000Z');
  const hourMs = 3_600_000;
  /** As many runs, one after the other up to now, a page for each time that is asked. */
  const readWorker = async (runCount: number, eachMs = 60_000, change: Partial<Run> = {}) => {
    const { reads } = store();
    const context = createTestControl({ reads, clock: createManualClock(nowMs) });
    const { name } = context.workers.targets[0]!;
    const runs = Array.from({ length: runCount }, (_, place) => ({
      ...blank(runSchema, { worker_target: name, status: 'reconciled' }),
      run_id: `r${place}`,
      started_at: toIsoTime(nowMs - (place + 1) * eachMs),
      ended_at: toIsoTime(nowMs - place * eachMs),
      updated_at: toIsoTime(nowMs - place * eachMs),
      ...change,
    }));
    const list: typeof reads.list = (kind, query) => {
      if (kind !== 'run') return reads.list(kind, query);
      const from = Number(query.cursor ?? 0);
      const to = from + query.pageSize;
      const rows = runs.slice(from, to) as unknown as EntityRow[];
      return Promise.resolve({ rows, nextCursor: to < runCount ? String(to) : null });
    };
    const report = await readReport({ ...context, reads: { ...reads, list } }, nowMs - 10 * hourMs);
    return report.workers[0];
  };

  it('are those of all its runs of that time, however many pages', async () => {
    expect(await readWorker(580)).toMatchObject({ runs: 580, used_hours: 9.6667 });
    // Those before it are no part of it.
    expect(await readWorker(1_200)).toMatchObject({ runs: 600, used_hours: 10 });
  });

  it('end for a run that asks when it asked, as its worker is free then', async () => {
    const asked = toIsoTime(nowMs - 2 * hourMs);
    expect(
      await readWorker(1, 3 * hourMs, {
        status: 'question_pending',
        ended_at: null,
        last_callback_at: asked,
      }),
    ).toMatchObject({ runs: 1, used_hours: 1 });
  });

  it('are unknown where more ran than is looked at', async () => {
    const unknown = { runs: null, used_hours: null, idle_hours: null };
    expect(await readWorker(limits.reportRunsMax + 1, 1_000)).toMatchObject(unknown);
    expect(await readWorker(limits.reportRunsMax, 1_000)).toMatchObject({
      runs: limits.reportRunsMax,
    });
  });
});
