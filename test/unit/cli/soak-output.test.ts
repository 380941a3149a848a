/** What a soak prints: few lines while it lasts, and an end that is short and says last what is wrong. */
import { describe, expect, it } from 'vitest';
import { createPrinter } from '../../../src/cli/output/print.ts';
import { createSoakProgress } from '../../../src/cli/output/soak-progress.ts';
import { printSoak } from '../../../src/cli/output/soak-report.ts';
import { callClasses, type Minute } from '../../../src/soak/meters.ts';
import type { Progress, SoakReport } from '../../../src/soak/soak.ts';

describe('progress', () => {
  const told: readonly (readonly [Progress['stage'], number])[] = [
    ['load', 0],
    ['load', 5],
    ['load', 59],
    ['load', 61],
    ['load', 66],
    ['rest', 70],
    ['rest', 75],
    ['compare', 80],
  ];
  const linesOf = (isTerminal: boolean): readonly string[] => {
    const lines: string[] = [];
    const tell = createSoakProgress((line) => lines.push(line), { isTerminal });
    for (const [stage, seconds] of told)
      tell({ stage, seconds, counts: new Map([['fault: flood', 2]]), wrongs: 0 });
    return lines;
  };

  it('is a line a minute and one at each stage where nobody watches', () => {
    expect(linesOf(false).map((line) => line.split(':')[0])).toEqual([
      'soak 0 s, load',
      'soak 61 s, load',
      'soak 70 s, comes to rest',
      'soak 80 s, compares',
    ]);
    expect(linesOf(false)[0]).toContain('2 faults');
  });
  it('is every line on a terminal', () => {
    expect(linesOf(true)).toHaveLength(told.length);
  });
});

describe('the report', () => {
  const minute = (number: number): Minute => ({
    minute: number,
    calls: Object.fromEntries(
      callClasses.map((name) => [
        name,
        { count: 12_345, p50_ms: 1234.5, p99_ms: 12_345.6, max_ms: 99_999.9 },
      ]),
    ) as unknown as Minute['calls'],
    stretches: Object.fromEntries(
      callClasses.map((name) => [name, null]),
    ) as unknown as Minute['stretches'],
    disturbed: 100,
    loop_max_ms: 1234.5,
    loop_max_sec: 61.5,
    rss_mib: 1234.5,
    wal_mib: 123.4,
    disk_mib: 1234.5,
    starved_pct: 12.3,
    neighbour: { p99_ms: 123.4, loop_max_ms: 123.4 },
    faults: 12,
  });
  const many = (count: number, name: (index: number) => string): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), index]));
  const report: SoakReport = {
    seed: 345_094_296,
    workers: 3,
    pace: 25,
    minutes: 5,
    wrongs: Array.from({ length: 60 }, (_, index) => `wrong ${index}: ${'x'.repeat(500)}`),
    slow: ['slow 1'],
    judged: { read: 2, list: 2, search: 2, write: 0, loop: 2, memory: 6 },
    by_minute: Array.from({ length: 6 }, (_, index) => minute(index + 1)),
    counts: {
      ...many(40, (index) => `fault: a kind of fault with a long name ${index}`),
      ...many(200, (index) => `kind ${index}: a count`),
      answers: 7777,
      'wrong: something': 60,
    },
    totals: { projects: 4321 },
    faults: [{ second: 12, name: 'kill -9 of a worker' }],
    kept_folder: '/tmp/orrery-soak-kept',
  };
  const print = (changes: Partial<SoakReport> = {}): string => {
    const lines: string[] = [];
    const io = { out: (line: string) => lines.push(line), env: {} };
    printSoak(createPrinter({ io: io as never }), { ...report, ...changes });
    return lines.join('\n');
  };

  it('is short however much there is, and ends with what is wrong', () => {
    const text = print();
    expect(text.length).toBeLessThanOrEqual(5_000);
    const lines = text.split('\n');
    expect(lines.at(-1)).toBe('✗ and 53 more; --report has all');
    expect(lines.at(-2)).toMatch(/^✗ wrong 7: /);
    expect(text).toContain('projects 4321');
    expect(text).toContain('fault: a kind of fault with a long name 39 39');
    expect(text).toContain('--pace 25');
    expect(text).not.toContain('something');
  });
  it('says of which minutes each figure was judged, and of which not', () => {
    expect(print()).toContain(
      'judged, of 6 minutes: read 2, list 2, search 2, write 0, loop 2, memory 6',
    );
    expect(print()).toContain('not judged: minutes in which');
    const untimed = print({ judged: null, slow: [] });
    expect(untimed).toContain('neither memory nor the log of the store grew');
    expect(untimed).toContain('times were not judged: --correctness-only');
  });
  it('of a soak without a fault says so and nothing after it is bad', () => {
    const text = print({ wrongs: [], slow: [], kept_folder: null });
    expect(text).not.toContain('✗');
    expect(text).toContain('✓ nothing acknowledged is lost');
    expect(text).toContain('✓ every figure that was judged is in its goal');
  });
});
