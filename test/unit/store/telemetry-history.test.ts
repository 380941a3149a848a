/** Telemetry history in SQLite: what comes back of what was written, whole, thinned and deleted. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryPoint, RetentionLimits } from '../../../src/store/ports/telemetry-history.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { createSqliteTelemetryHistory } from '../../../src/store/sqlite/reads/telemetry-history.ts';
import { createTempDir } from '../../support/store-fixtures.ts';

const startMs = Date.UTC(2026, 0, 1);

let db: Database;
const open = () => {
  db = openSqlite({ path: ':memory:', synchronous: 'OFF' });
  return createSqliteTelemetryHistory(db);
};
afterEach(() => void (db.open && db.close()));

const point = (offsetSec: number, values: HistoryPoint['values'], subject = ''): HistoryPoint => ({
  subject,
  atMs: startMs + offsetSec * 1000,
  values,
});
const buckets = (widthSec: number, count: number, subjects = ['']) => ({
  subjects,
  startMs,
  widthMs: widthSec * 1000,
  count,
});
/** Bounds that nothing goes beyond, but for those given. */
const bounds = (limits: Partial<RetentionLimits>): RetentionLimits => ({
  pointRowsMax: 1e6,
  minuteRowsMax: 1e6,
  liveSubjects: [],
  rowsMax: 100,
  ...limits,
});
const retainAll = async (history: ReturnType<typeof open>, limits: RetentionLimits) => {
  let pieces = 1;
  while ((await history.retain(limits)).more) pieces += 1;
  return pieces;
};

describe('buckets', () => {
  it('leave unknown readings out of every mean, and say how many points knew them', async () => {
    const history = open();
    await history.append([
      point(0, { cpu_pct: 10 }),
      point(5, { cpu_pct: null }),
      point(10, { cpu_pct: 20 }),
      point(60, { cpu_pct: null }),
    ]);
    const { points, readings } = (await history.read(buckets(60, 3))).get('')!;
    expect(points).toEqual([3, 1, 0]);
    expect(readings).toEqual({
      cpu_pct: {
        known: [2, 0, 0],
        min: [10, null, null],
        mean: [15, null, null],
        max: [20, null, null],
      },
    });
  });

  it('tell the last code of a state, and no mean of codes', async () => {
    const history = open();
    await history.append([
      point(0, { idle_state: 5 }, 'r1'),
      point(5, { idle_state: 1 }, 'r1'),
      point(10, { idle_state: null }, 'r1'),
    ]);
    const { readings } = (await history.read(buckets(60, 1, ['r1']))).get('r1')!;
    expect(readings['idle_state']).toEqual({ known: [2], min: [1], mean: [1], max: [1] });
  });

  it('keep subjects apart and put a subject with changing readings together', async () => {
    const history = open();
    await history.append([
      point(0, { cpu_pct: 1, 'gpu/a/power_w': 100.5 }),
      point(5, { cpu_pct: 3 }),
      point(0, { cpu_pct: 50 }, 'r1'),
    ]);
    const found = await history.read(buckets(60, 1, ['', 'r1', 'r2']));
    expect(found.get('')).toMatchObject({
      points: [2],
      readings: { cpu_pct: { mean: [2] }, 'gpu/a/power_w': { known: [1], mean: [100.5] } },
    });
    expect(found.get('r1')!.readings['cpu_pct']!.mean).toEqual([50]);
    expect(found.get('r2')).toEqual({ points: [0], readings: {} });
  });

  it('take in only what lies in the stretch, and count one moment once', async () => {
    const history = open();
    await history.append([point(-1, { a: 1 }), point(0, { a: 2 }), point(120, { a: 3 })]);
    await history.append([point(0, { a: 99 })]);
    const { points, readings } = (await history.read(buckets(60, 2))).get('')!;
    expect(points).toEqual([1, 0]);
    expect(readings['a']!.mean).toEqual([2, null]);
  });

  it('are the same over more rows than one slice holds', async () => {
    const history = open();
    const points = Array.from({ length: 4500 }, (_, index) => point(index, { a: index % 7 }));
    await history.append(points);
    const { points: counts, readings } = (await history.read(buckets(4500, 1))).get('')!;
    expect(counts).toEqual([4500]);
    expect(readings['a']!.mean[0]).toBeCloseTo(
      points.reduce((sum, { values }) => sum + values['a']!, 0) / 4500,
      5,
    );
  });
});

describe('retention', () => {
  it('works in bounded pieces and changes no bucket of whole minutes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }), {
          minLength: 1,
          maxLength: 120,
        }),
        fc.integer({ min: 1, max: 40 }),
        async (values, rowsMax) => {
          const history = open();
          await history.append(
            values.flatMap((value, index) => [
              point(index * 5, { cpu_pct: value, idle_state: value }),
              point(index * 5, { alive: value }, 'r1'),
            ]),
          );
          const query = buckets(120, 6, ['', 'r1']);
          const before = await history.read(query);
          const limits = bounds({ pointRowsMax: 0, rowsMax });
          const pieces = await retainAll(history, limits);
          expect(pieces).toBeGreaterThanOrEqual(Math.floor((values.length * 2) / rowsMax));
          const stats = await history.stats();
          expect(stats.pointRows).toBe(0);
          expect(stats.minuteRows).toBe(2 * Math.ceil(values.length / 12));
          const after = await history.read(query);
          for (const subject of ['', 'r1']) {
            expect(after.get(subject)!.points).toEqual(before.get(subject)!.points);
            for (const [name, was] of Object.entries(before.get(subject)!.readings)) {
              const is = after.get(subject)!.readings[name]!;
              expect(is.known).toEqual(was.known);
              expect(is.min).toEqual(was.min);
              expect(is.max).toEqual(was.max);
              for (const [index, mean] of was.mean.entries()) {
                if (mean === null) expect(is.mean[index]).toBeNull();
                else expect(is.mean[index]).toBeCloseTo(mean, 3);
              }
            }
          }
          db.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('keeps the newest whole, thins what is beyond the bound, and deletes the oldest minutes', async () => {
    const history = open();
    expect(await history.stats()).toEqual({ pointRows: 0, minuteRows: 0 });
    await history.append([0, 5, 70, 200].map((second) => point(second, { a: second })));
    const limits = bounds({ pointRowsMax: 1 });
    expect(await history.retain(limits)).toEqual({ thinned: 3, deleted: 0, more: false });
    expect(await history.stats()).toEqual({ pointRows: 1, minuteRows: 2 });
    expect(await history.retain(limits)).toEqual({ thinned: 0, deleted: 0, more: false });
    const fewer = { ...limits, minuteRowsMax: 1 };
    expect(await history.retain(fewer)).toEqual({ thinned: 0, deleted: 1, more: false });
    const { points } = (await history.read(buckets(60, 4))).get('')!;
    expect(points).toEqual([0, 1, 0, 1]);
  });

  it('deletes nothing within its bounds, however far ahead the newest rows are dated', async () => {
    const history = open();
    const aYearSec = 366 * 24 * 3600;
    await history.append([point(0, { a: 1 }), point(aYearSec, { a: 2 })]);
    expect(await history.retain(bounds({ pointRowsMax: 2 }))).toEqual({
      thinned: 0,
      deleted: 0,
      more: false,
    });
    expect(await history.stats()).toEqual({ pointRows: 2, minuteRows: 0 });
  });

  it('thins runs that are over before one that goes on, though its points are older', async () => {
    const history = open();
    await history.append([
      point(0, { a: 1 }, 'live'),
      point(5, { a: 2 }, 'live'),
      point(60, { a: 3 }, 'over'),
      point(65, { a: 4 }, 'over'),
    ]);
    const live = { liveSubjects: ['live'] };
    const wholeOf = () =>
      db
        .prepare(
          'SELECT DISTINCT subject FROM telemetry_points JOIN telemetry_series USING (series_id)',
        )
        .pluck()
        .all();
    await history.retain(bounds({ ...live, pointRowsMax: 2 }));
    expect(wholeOf()).toEqual(['live']);
    // Where that is not enough, the oldest of the live one go, too: the bound holds.
    await history.retain(bounds({ ...live, pointRowsMax: 1 }));
    expect(await history.stats()).toEqual({ pointRows: 1, minuteRows: 2 });
  });

  it('says of a stretch whether some of it is kept as minutes', async () => {
    const history = open();
    await history.append([point(0, { a: 1 }), point(300, { a: 2 }), point(300, { a: 2 }, 'r1')]);
    await history.retain(bounds({ pointRowsMax: 2 }));
    const stretch = (fromSec: number, subjects = ['']) => ({
      subjects,
      startMs: startMs + fromSec * 1000,
      endMs: startMs + 600_000,
    });
    expect(await history.isThinned(stretch(30))).toBe(true);
    expect(await history.isThinned(stretch(60))).toBe(false);
    expect(await history.isThinned(stretch(0, ['r1']))).toBe(false);
  });

  it('forgets a run of which nothing is left', async () => {
    const history = open();
    await history.append([point(0, { a: 1 }, 'r1'), point(200, { a: 1 }, 'r2')]);
    await retainAll(history, bounds({ pointRowsMax: 1, minuteRowsMax: 0 }));
    expect(db.prepare('SELECT subject FROM telemetry_series').pluck().all()).toEqual(['r2']);
  });
});

describe('on disk', () => {
  let dir: ReturnType<typeof createTempDir>;
  beforeEach(() => {
    dir = createTempDir();
  });
  afterEach(() => dir.remove());

  it('is there after a restart, with a gap where nothing was recorded', async () => {
    const path = join(dir.path, 'gate.db');
    const first = openSqlite({ path, synchronous: 'OFF' });
    await createSqliteTelemetryHistory(first).append([point(0, { a: 1 })]);
    first.close();
    db = openSqlite({ path, synchronous: 'OFF' });
    const history = createSqliteTelemetryHistory(db);
    await history.append([point(180, { a: 4 })]);
    const { points, readings } = (await history.read(buckets(60, 4))).get('')!;
    expect(points).toEqual([1, 0, 0, 1]);
    expect(readings['a']!.mean).toEqual([1, null, null, 4]);
  });
});
