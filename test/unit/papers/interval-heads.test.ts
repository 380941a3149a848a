/** A table that has the ends of its intervals under each other's heads is named; one that has them right is not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { createSandbox, sampleFiles } from './support.ts';

const series = (from: number): number[] =>
  [3, 9, 1, 7, 4, 8, 2, 6, 5, 0, 11, 10].map((n) => from + n / 8);
const trials = JSON.stringify({ plain_ms: series(10), routed_ms: series(8) });

it('holds the ends of an interval to the heads that they stand under', async () => {
  const sandbox = createSandbox({ ...sampleFiles, 'results/trials.json': trials });
  try {
    await sandbox.write();
    expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
    const path = join(sandbox.paperDir, 'paper.md');
    const text = readFileSync(path, 'utf8');
    const heads = / Interval from \| Interval to /;
    expect(text).toMatch(heads);
    writeFileSync(path, text.replace(heads, ' Interval to | Interval from '));
    const said = verifyPaper(sandbox.paperDir).problems.map(({ message }) => message);
    for (const end of ['lower', 'upper'])
      expect(said).toContainEqual(
        expect.stringContaining(`is the ${end} end of an interval and stands under the other`),
      );
  } finally {
    sandbox.dispose();
  }
});
