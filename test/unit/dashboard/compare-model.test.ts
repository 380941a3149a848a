/** Two runs side by side: which readings can be held against each other, and which numbers are the same thing. */
import { describe, expect, it } from 'vitest';
import {
  lengthOf,
  readingRows,
  settingRows,
  sharedLanes,
  sharedLine,
} from '../../../src/dashboard/runs/compare-model.ts';
import { resultRows } from '../../../src/dashboard/runs/compare-results.ts';
import { emptySeries, type Reading, type Series } from '../../../src/dashboard/runs/run-series.ts';

const one = (value: number): Reading => ({ min: value, mean: value, max: value });
const of = (fromMs: number, values: readonly Record<string, Reading>[]): Series => ({
  ...emptySeries,
  moments: values.map((each, index) => ({
    fromMs: fromMs + index * 10_000,
    toMs: fromMs + (index + 1) * 10_000,
    values: each,
    state: null,
    problem: null,
  })),
});
const left = of(1_000_000, [
  { cpu: one(10), 'use/a': one(20), 'use/b': one(60), ram: one(4096), free: one(1024) },
  { cpu: one(30), 'use/a': one(20), 'use/b': one(60) },
]);
const right = of(9_000_000, [{ cpu: one(50) }]);

describe('readings of two runs', () => {
  it('are compared by what at least one has, and unknown is not zero', () => {
    expect(sharedLanes(left, right).map(({ id }) => id)).toEqual(['cpu', 'memory', 'gpu']);
    expect(readingRows(left, right)).toContainEqual({
      name: 'CPU, mean',
      left: '20 %',
      right: '50 %',
      difference: '+30 %',
    });
    expect(readingRows(left, right)).toContainEqual({
      name: 'Busiest GPU, highest',
      left: '60 %',
      right: null,
      difference: null,
    });
    expect(readingRows(left, right)).toContainEqual({
      name: 'Memory, mean',
      left: '3 GiB',
      right: null,
      difference: null,
    });
  });

  it('are drawn from the first of each', () => {
    const [lane] = sharedLanes(left, right);
    const lengthMs = lengthOf([left, right]);
    expect(lengthMs).toBe(60_000);
    for (const series of [left, right]) expect(sharedLine(series, lane!, lengthMs)).toMatch(/^M0 /);
    expect(sharedLine(emptySeries, lane!, lengthMs)).toBe('');
  });
});

describe('what two runs were set to', () => {
  it('says what differs, by how much where that is a span, and leaves out what neither has', () => {
    const at = (sec: number): string => new Date(sec * 1000).toISOString();
    const rows = settingRows(
      { state: 'canceled', started_at: at(0), ended_at: at(60), worker_target: 'a' },
      { state: 'canceled', started_at: at(0), ended_at: at(180), worker_target: 'b' },
    );
    expect(rows.find(({ name }) => name === 'Took')?.difference).toMatch(/^\+2 min/);
    expect(rows.find(({ name }) => name === 'Worker')).toMatchObject({ left: 'a', right: 'b' });
    expect(rows.map(({ name }) => name)).not.toContain('Exit code');
  });
});

describe('numbers of two ledgers', () => {
  const claim = (fields: object) => ({
    kind: 'measurement',
    subject: 'warm',
    quantity: 'time',
    unit: 'ms',
    printed: '8.1',
    formula: null,
    sources: [{ file: 'evidence/s.json', pointer: '/ms', state: 'same' as const, value_now: 8.1 }],
    ...fields,
  });
  const other = claim({
    printed: '9.3',
    sources: [
      { file: 'evidence/s.json', pointer: '/ms', state: 'changed' as const, value_now: 9.3 },
    ],
  });

  it('stand side by side where they are of one thing, with file and pointer of each', () => {
    const { rows } = resultRows([claim({})], [other, claim({ subject: 'cold' })]);
    expect(rows[0]).toEqual({
      name: 'warm, time (ms)',
      isSetting: false,
      left: { printed: '8.1', sources: [{ place: 'evidence/s.json#/ms', isSame: true }] },
      right: { printed: '9.3', sources: [{ place: 'evidence/s.json#/ms', isSame: false }] },
      difference: '+1.2',
    });
    expect(rows[1]).toMatchObject({ name: 'cold, time (ms)', left: null, difference: null });
  });

  it('are never matched by guess, and a computed one has no difference', () => {
    const twins = resultRows([claim({}), claim({ printed: '7' })], [other]);
    expect(twins).toMatchObject({ alike: 3, rows: [] });
    expect(resultRows([claim({ formula: 'a/b' })], [other]).rows[0]?.difference).toBeNull();
    expect(resultRows([claim({ unit: 's' })], [other]).rows).toHaveLength(2);
    expect(resultRows([claim({ kind: 'citation' })], []).rows).toEqual([]);
  });
});
