/**
 * Everything that the idle gate says about the recordings, sample by sample, under every profile:
 * states, windows, signals, evidence, reasons and receipts are those that were kept. A change that
 * is meant is kept anew with `vitest -u`, and its difference read.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workloadClasses } from '../../../src/domain/statuses.ts';
import { profileOf } from '../../../src/idle-lab/replay.ts';
import { selectTracks, type Track } from '../../../src/idle-lab/replay-tracks.ts';
import { readTrace, type Trace } from '../../../src/idle-lab/trace.ts';
import { createIdleGate } from '../../../src/machines/idle-gate/gate.ts';
import type { IdleProfile } from '../../../src/machines/idle-gate/profile.ts';
import { learnRest } from '../../../src/machines/idle-gate/rest.ts';
import { DecisionLog } from '../../support/idle-decisions.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
/** Undefined: the profile's own. */
const sustainTimes = [undefined, 10, 45];

it.each([
  ['gpu-trace-h200', 1],
  ['gpu-trace-h200', 5],
  ['cpu-trace-shared', 1],
] as const)('on %s, every sample of %i, it decides what it decided', async (name, every) => {
  const trace = await readTrace(join(fixtures, name), { every });
  const lines = selectTracks(trace, {}).flatMap((track) =>
    [...profilesFor(track.run)].map(([json, title]) =>
      decide(trace, track, JSON.parse(json) as IdleProfile).toLine(`${track.run} ${title}`),
    ),
  );
  const path = join(fixtures, 'idle-decisions', `${name}-${every}.txt`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(path);
});

/** Every different profile as JSON, with the classes that have it. */
function profilesFor(run: string): Map<string, string> {
  const titles = new Map<string, string>();
  for (const sustainSec of sustainTimes) {
    for (const evidence of [true, false]) {
      for (const profileName of workloadClasses) {
        const chosen = sustainSec === undefined ? {} : { sustainSec };
        const profile = profileOf(run, { profileName, evidence, ...chosen });
        const json = JSON.stringify(profile);
        const known = titles.get(json);
        const title = `${profile.idle_sustain_sec} s ${evidence ? 'with' : 'without'} evidence`;
        titles.set(
          json,
          known === undefined ? `${title}: ${profileName}` : `${known}, ${profileName}`,
        );
      }
    }
  }
  return titles;
}

/** The whole track, with a new gate after every verdict. */
function decide(trace: Trace, { samples, rest: known }: Track, profile: IdleProfile): DecisionLog {
  const log = new DecisionLog();
  let rest = known;
  const openGate = (startedMonotonicMs: number) =>
    createIdleGate({
      profile,
      sampleIntervalMs: trace.sampleIntervalMs,
      maxWaitMs: 300_000,
      startedMonotonicMs,
      requireNoProcess: trace.recordedRuns.length > 0,
      coreCount: trace.coreCount,
      rest,
    });
  let gate = openGate(samples[0]!.monotonic_ms);
  for (const sample of samples) {
    const isOver = log.feed(gate, sample);
    rest = learnRest(rest, sample, trace.coreCount);
    if (isOver) gate = openGate(sample.monotonic_ms);
  }
  return log;
}
