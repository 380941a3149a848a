/**
 * What the idle gate says, step by step, on random telemetry of fixed seeds, hostile in every way
 * that the generator and `disturb` know: it is what was kept. A change that is meant is kept anew
 * with `vitest -u`; when the digest of the input is another one too, only the generator changed.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EvidenceRules } from '../src/domain/idle-evidence.ts';
import { sha256Hex } from '../src/lib/hash.ts';
import type { IdleSample } from '../src/machines/idle-gate/events.ts';
import { DecisionLog } from '../test/support/idle-decisions.ts';
import {
  evidentStepsArbitrary,
  openGate,
  profile,
  rulesArbitrary,
  toEvidentSamples,
} from './idle-telemetry.ts';

/** Arrays alone stay far below the longest that they may be. */
const longStepsArbitrary = fc
  .array(evidentStepsArbitrary, { minLength: 6, maxLength: 6 })
  .map((parts) => parts.flat());
const seeds = Array.from({ length: 24 }, (_, index) => index + 1);
const gatesPerSeed = 8;
const fixture = join(import.meta.dirname, '../test/fixtures/idle-decisions/random-telemetry.txt');

it('on random telemetry of fixed seeds, it decides what it decided', async () => {
  const lines = seeds.map((seed) => {
    const cases = fc.sample(fc.noBias(fc.tuple(longStepsArbitrary, rulesArbitrary)), {
      seed,
      numRuns: gatesPerSeed,
    });
    const played = cases.map(([steps, evidence], index) => ({
      samples: toEvidentSamples(steps).map((sample, at) => disturb(sample, seed + index + at)),
      evidence: index % 3 === 0 ? undefined : evidence,
    }));
    const input = sha256Hex(JSON.stringify(played)).slice(0, 12);
    const log = new DecisionLog();
    for (const each of played) decide(log, each);
    return log.toLine(`seed ${seed} | ${input}`);
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(fixture);
});

/** Adds what the generator does not: doubtful readings, and samples that come twice. */
function disturb(sample: IdleSample, count: number): IdleSample {
  const change =
    count % 23 === 0
      ? { utilization_pct: 100, compute_pids: [] }
      : { compute_pids: count % 5 === 0 ? [] : [7] };
  return { ...sample, gpus: sample.gpus?.map((gpu) => ({ ...gpu, ...change })) ?? null };
}

function decide(
  log: DecisionLog,
  told: { samples: readonly IdleSample[]; evidence: EvidenceRules | undefined },
): void {
  const { samples, evidence } = told;
  const gate = openGate(45_000, evidence === undefined ? profile : { ...profile, evidence });
  for (const [index, sample] of samples.entries()) {
    if (log.feed(gate, sample)) return;
    const again = { ...sample, processes: { ...sample.processes, alive: 0 } };
    if (index % 7 === 6 && log.feed(gate, again)) return;
    if (index % 11 === 10) {
      gate.tick(sample.at, sample.monotonic_ms + 1900 + 10 * index);
      if (log.note(gate)) return;
    }
  }
}
