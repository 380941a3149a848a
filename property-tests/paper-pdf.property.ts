/**
 * Whatever kind of experiment was run and whatever it measured, its paper is written, says nothing that its own gates
 * refuse, and has a PDF that reads as its drafts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { artifactProblems } from '../src/papers/gates.ts';
import { typeset } from '../src/papers/pdf/typeset.ts';
import { createSandbox } from '../test/unit/papers/support.ts';
import { propertyOptions } from './options.ts';

/** Of a metric, on the scales that people measure; many are whole, so that axes count as pages do. */
const value = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 12 }),
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.double({ min: -5, max: 100, noNaN: true }),
  fc.double({ min: 0, max: 1e-6, noNaN: true }),
  fc.double({ min: 0, max: 1e12, noNaN: true }),
);
const caseName = fc.constantFrom(
  ...'baseline,routed memory,fifo,adam,sgd+momentum,ResNet-50,método β,量子化,no_cache,accuracy,val_loss,2-bit,v1.2'.split(
    ',',
  ),
);
const metric = fc.constantFrom('accuracy', 'latency_ms', 'loss', 'speedup', 'throughput', 'wer');
const list = <Row>(row: fc.Arbitrary<Row>, maxLength: number): fc.Arbitrary<Row[]> =>
  fc.array(row, { minLength: 2, maxLength });
const numbered =
  <Row extends object>(name: string) =>
  (rows: readonly Row[]): object[] =>
    rows.map((row, at) => ({ [name]: at + 1, ...row }));
const variants = fc.dictionary(
  caseName,
  fc.record({
    accuracy: fc.double({ min: 0, max: 1, noNaN: true }),
    latency_ms: value,
    n: fc.nat(9),
  }),
  { minKeys: 1, maxKeys: 6 },
);
const trials = metric.chain((name) =>
  list(fc.record({ [name]: value, time_ms: value }), 30).map(numbered('trial')),
);
const twoSides = fc
  .record({
    scale: fc.constantFrom(0.001, 0.3, 1, 4, 60, 8000),
    ratio: fc.double({ min: 1.1, max: 40, noNaN: true }),
    parts: list(fc.tuple(fc.nat(999), fc.nat(999)), 30),
  })
  .map(({ scale, ratio, parts }) =>
    parts.map(([left, right], trial) => {
      const fast = scale * (1 + left / 1500);
      const slow = fast * ratio * (1 + right / 1500);
      return { trial, baseline_ms: slow, candidate_ms: fast, speedup: slow / fast };
    }),
  );
const sweep = list(
  fc.record({ lr: fc.double({ min: 1e-5, max: 0.1, noNaN: true }), loss: value }),
  20,
);

/** What a result file may hold, by kind of experiment. */
const results: fc.Arbitrary<object> = fc.oneof(
  fc.record({ ablation: variants }),
  fc.record({ unit: fc.constant('ms'), trials: twoSides }),
  fc.record({ seed: fc.nat(99), trials }),
  fc.record({
    history: list(fc.record({ train_loss: value, accuracy: value }), 60).map(numbered('epoch')),
  }),
  fc.record({
    sweep: sweep.map((rows) => rows.map((row, at) => ({ name: `run ${at}`, ...row }))),
  }),
  fc.record({ sweep }),
  fc.record({ gpus: list(fc.record({ util_pct: value, power_w: value }), 8).map(numbered('gpu')) }),
  fc.dictionary(metric, value, { minKeys: 1 }),
);

describe('the paper of an experiment', () => {
  it('is written and has a PDF, whatever was measured', async () => {
    await fc.assert(
      fc.asyncProperty(results, results, async (one, other) => {
        const sandbox = createSandbox({
          'results/one.json': JSON.stringify(one),
          'results/other.json': JSON.stringify(other),
          'run_notes.md': '# Notes\n\nBoth sides were timed in turn.\n',
        });
        try {
          await sandbox.write({ typeset });
          expect(artifactProblems(sandbox.paperDir)).toEqual([]);
          const manifest = JSON.parse(
            readFileSync(join(sandbox.paperDir, 'paper_manifest.json'), 'utf8'),
          ) as { pdf: { missing: string | null } };
          expect(manifest.pdf.missing).toBeNull();
        } finally {
          sandbox.dispose();
        }
      }),
      propertyOptions(30),
    );
  });
});
