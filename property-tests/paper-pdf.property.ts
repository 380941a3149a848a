/** Whatever was measured, in however many trials and on whatever scale, the paper has a PDF that reads as its drafts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typeset } from '../src/papers/typeset.ts';
import { createSandbox } from '../test/unit/papers/support.ts';
import { propertyOptions } from './seed.ts';

/** Trials of two cases, whose axes may count as pages do. */
const trials = fc
  .record({
    scale: fc.constantFrom(0.001, 0.3, 1, 4, 60, 8000),
    ratio: fc.double({ min: 1.1, max: 40, noNaN: true }),
    spread: fc.constantFrom(0, 0.1, 0.6, 3),
    parts: fc.array(fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999 })), {
      minLength: 3,
      maxLength: 30,
    }),
  })
  .map(({ scale, ratio, spread, parts }) =>
    parts.map(([left, right], trial) => {
      const fast = scale * (1 + (spread * left) / 1000);
      const slow = fast * ratio * (1 + (spread * right) / 1000);
      return { trial, baseline_ms: slow, candidate_ms: fast, speedup: slow / fast };
    }),
  );

describe('the PDF of a paper', () => {
  it('is there, whatever the numbers are', async () => {
    await fc.assert(
      fc.asyncProperty(trials, async (rows) => {
        const sandbox = createSandbox({
          'results/trials.json': JSON.stringify({
            experiment: 'sorting',
            unit: 'ms',
            trials: rows,
          }),
          'run_notes.md': '# Sorting\n\nBoth sides were timed in turn.\n',
        });
        try {
          await sandbox.write({ typeset });
          const manifest = JSON.parse(
            readFileSync(join(sandbox.paperDir, 'paper_manifest.json'), 'utf8'),
          ) as { pdf: { missing: string | null } };
          expect(manifest.pdf.missing).toBeNull();
        } finally {
          sandbox.dispose();
        }
      }),
      propertyOptions(12),
    );
  });
});
