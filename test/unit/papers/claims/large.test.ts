/** Large result files are drafted and checked in a time that nobody waits for. */
import { describe, expect, it, vi } from 'vitest';
import { verifyPaper } from '../../../../src/papers/verifier.ts';
import { createSandbox, sampleFiles } from '../support.ts';
import { check, draft } from './support.ts';

/**
 * Processor time to read, draft and check, in milliseconds. On an idle machine it is well under a
 * second each, and beside busy neighbours some of them; what looked at the rest again for each number
 * would take minutes.
 */
const costMax = 30_000;

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ step: at, loss_value: 1 / (at + 1), ms: at % 97 }));

describe('a result file of four megabytes', () => {
  it.each([
    ['a table', () => rows(66_000)],
    ['trials', () => ({ latency: { trials: rows(66_000), unit: 'ms' } })],
    ['a list', () => ({ latency_ms: Array.from({ length: 400_000 }, (_, at) => at * 1.25) })],
    [
      'members',
      () => Object.fromEntries(Array.from({ length: 160_000 }, (_, at) => [`metric_${at}_ms`, at])),
    ],
    [
      'records of records',
      () => ({ variants: Object.fromEntries(rows(56_000).map((row, at) => [`v${at}`, row])) }),
    ],
    [
      'short samples',
      () => ({
        cells: Array.from({ length: 60_000 }, (_, at) => ({
          k: `k${at}`,
          trials_ms: [at, at + 1.5, 3],
        })),
      }),
    ],
  ])('of %s', (_, make) => {
    const result = make();
    const size = JSON.stringify(result).length;
    expect(size).toBeGreaterThan(2_500_000);
    expect(size).toBeLessThan(4 * 1024 * 1024);
    const before = process.cpuUsage();
    const { built, ledger } = draft(result);
    expect(check(built, ledger.claims)).toEqual([]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(costMax);
  });
});

describe('a paper on a result file of four megabytes', () => {
  /** How often a text of that size is parsed by `work`. */
  async function parsedIn(work: () => unknown): Promise<number> {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      await work();
      return parse.mock.calls.filter(([text]) => text.length > 2_500_000).length;
    } finally {
      parse.mockRestore();
    }
  }

  it('is written, checked and checked again with the file parsed once each at most', async () => {
    const table = JSON.stringify(rows(66_000));
    const sandbox = createSandbox({ ...sampleFiles, 'results/steps.json': table });
    try {
      // The run's file, and the copy that the paper carries.
      expect(await parsedIn(() => sandbox.write())).toBeLessThanOrEqual(2);
      let ok = false;
      expect(
        await parsedIn(() => {
          ok = verifyPaper(sandbox.paperDir).ok;
        }),
      ).toBeLessThanOrEqual(1);
      expect(ok).toBe(true);
    } finally {
      sandbox.dispose();
    }
  });
});
