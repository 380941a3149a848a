/** The recordings with known truth: what the gate decides on them, sample by sample, in exact tables. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { replayProfiles } from '../../../src/idle-lab/compare.ts';
import { replay } from '../../../src/idle-lab/replay.ts';
import { drawReplay } from '../../../src/idle-lab/replay-picture.ts';
import { renderReplay, renderReplays } from '../../../src/idle-lab/replay-text.ts';
import { readTrace, type Trace } from '../../../src/idle-lab/trace.ts';
import { sampleSchema } from '../../../src/sensing/sample.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
const h200 = join(fixtures, 'gpu-trace-h200');
let trace: Trace;
let sparse: Trace;
beforeAll(async () => {
  trace = await readTrace(h200);
  sparse = await readTrace(h200, { every: 5 });
});

/** False verdicts by phase, missed phases, and seconds to the first verdict of each quiet phase. */
type Row = readonly [falseIn: readonly string[], missed: number, delays: readonly number[]];

function scoreOf(recording: Trace, run: string, sustainSec: number, evidence: 'on' | 'off'): Row {
  const options = { run, sustainSec, evidence, rearm: true };
  const [score] = replayProfiles(recording, [], options)[0]!.scores;
  const { false_idle: wrong, missed, delays } = score!;
  return [
    wrong.map(({ phase }) => phase.split(/[ :]/)[0]!),
    missed.length,
    delays.map((each) => each.delay_sec),
  ];
}

describe('with evidence, on the recording of an H200', () => {
  const table: [run: string, sustainSec: number, delays: number[]][] = [
    ['baseline', 10, [11]],
    ['baseline', 20, [21]],
    ['training', 45, [47]],
    ['training', 50, [52]],
    ['inference_eval', 10, [11, 12]],
    ['inference_eval', 15, [17]],
    ['inference_eval', 20, [22]],
    ['inference_eval', 30, [32]],
    ['cpu_only', 15, [17]],
    ['cpu_only', 20, [22]],
    ['cpu_only', 30, [32]],
  ];

  it.each(table)('%s with %i s has no false verdict, and each true one in time', (...row) => {
    const [run, sustainSec, delays] = row;
    expect(scoreOf(trace, run, sustainSec, 'on')).toEqual([[], 0, delays]);
    for (const delay of delays) expect(delay).toBeLessThanOrEqual(sustainSec + 2);
  });

  it.each<[string, number, number[]]>([
    ['baseline', 10, [15]],
    ['training', 45, [50]],
    ['inference_eval', 10, [20]],
    ['inference_eval', 20, [30]],
    ['cpu_only', 15, [25]],
    ['cpu_only', 20, [30]],
  ])('nor %s with %i s and every fifth sample only', (run, sustainSec, delays) => {
    expect(scoreOf(sparse, run, sustainSec, 'on')).toEqual([[], 0, delays]);
    for (const delay of delays) expect(delay).toBeLessThanOrEqual(sustainSec + 2 * 5);
  });

  it('is deceived by a checkpoint pause as long as the sustain time, as anything must be', () => {
    expect(scoreOf(trace, 'training', 35, 'on')[0]).toEqual(['checkpoint']);
    expect(scoreOf(trace, 'training', 40, 'on')[0]).toEqual([]);
  });

  it('reaches back into CPU work that its delay did not outlast', () => {
    // Two cores for 30 s are over before three times 10 s are: right, but 2 s after their end.
    expect(scoreOf(trace, 'cpu_only', 10, 'on')).toEqual([[], 0, [2]]);
  });
});

describe('with the five signals alone, on the same recording', () => {
  it.each<[string, number, Row]>([
    ['training', 45, [[], 0, [46]]],
    ['inference_eval', 10, [['light', 'light', 'light'], 0, [11, 12]]],
    ['inference_eval', 30, [['light'], 0, [32]]],
    ['cpu_only', 10, [['2', '2'], 0, [6]]],
    ['cpu_only', 20, [['2'], 0, [14]]],
    ['cpu_only', 30, [[], 0, [2]]],
  ])('%s with %i s', (run, sustainSec, row) => {
    expect(scoreOf(trace, run, sustainSec, 'off')).toEqual(row);
  });

  it('misses bursts between samples that are far apart', () => {
    expect(scoreOf(sparse, 'inference_eval', 10, 'off')[0]).toEqual([
      'bursts',
      'bursts',
      'light',
      'light',
    ]);
  });
});

describe('the recording of an H200', () => {
  it('becomes samples that fit the schema, complete but for the first CPU figure', () => {
    expect(trace.entries).toHaveLength(547);
    expect(trace).toMatchObject({ sampleIntervalMs: 1000, coreCount: 16, repeatedLines: 0 });
    for (const { sample } of trace.entries) sampleSchema.parse(sample);
    expect(trace.entries.filter(({ sample }) => sample.health !== 'ok')).toHaveLength(1);
  });

  it('comes to no verdict at the configured sustain times, since no quiet phase lasts so long', () => {
    const { verdicts } = replay(trace);
    expect(verdicts.map(({ state }) => state)).toEqual(Array(4).fill('quiet_candidate'));
  });

  it('is shown as text with verdict, window, margins and evidence', () => {
    const text = renderReplay(replay(trace, { run: 'training', sustainSec: 45 }));
    expect(text).toContain(
      'training: idle at 2026-11-20T22:44:00.004Z (quiet 45 s, 46 samples from 2026-11-20T22:43:15.004Z)',
    );
    expect(text).toContain(
      'margins: no_live_process –, cpu_mean_pct 34.72, gpu_mean_pct 10, gpu_peak_pct 20, vram_delta_mib 1024',
    );
    expect(text).toMatch(/evidence: .*gpu_power 122\.03 of 150\.78/);
    expect(text).toContain('processes were not recorded');
    expect(renderReplay(replay(trace))).toContain(
      'profile of cpu_only: sustain 300 s, CPU below 20 %',
    );
  });

  it('is scored in words, the false verdicts by name', () => {
    const options = {
      run: 'inference_eval',
      sustainSec: 10,
      rearm: true,
      evidence: 'off',
    } as const;
    const text = renderReplays(replayProfiles(trace, [], options), true);
    expect(text).toMatch(/inference_eval +10 s +12 s +3 +0 +11 s in "idle before"/);
    expect(text).toContain(
      'false: inference_eval at 2026-11-20T22:45:43.004Z in "light: 50 ms busy, 450 ms gap"',
    );
  });
});

describe('the picture', () => {
  const options = { sustainSec: 20, rearm: true, evidence: 'both' } as const;

  it('shows every reading, phase, threshold, profile and verdict, and says so in words', () => {
    const replays = replayProfiles(trace, ['training', 'inference_eval'], options);
    const svg = drawReplay(trace, replays, 'h200');
    expect(svg).toMatch(/^<svg [^>]*role="img"/);
    expect(svg).toContain('<title>Idle gate replay: h200</title>');
    for (const words of ['CPU of the machine', 'GPU use', 'GPU power', 'GPU memory', 'true phases'])
      expect(svg).toContain(`>${words}</text>`);
    for (const name of replays.map((each) => each.name)) expect(svg).toContain(`>${name}</text>`);
    for (const { phase } of trace.phases) expect(svg).toContain(phase);
    expect(svg).toContain('>mean below 35 %</text>');
    const idle = replays.flatMap(({ result }) => result.verdicts).filter((v) => v.state === 'idle');
    for (const { run, at } of idle) expect(svg).toContain(`${run}: idle at ${at}`);
    const wrong = replays.flatMap(({ scores }) => scores).flatMap((score) => score.false_idle);
    // One more in the key.
    expect(svg.split('class="mark wrong"')).toHaveLength(wrong.length + 2);
    expect(wrong.length).toBeGreaterThan(0);
  });

  it('holds no script, nothing from elsewhere, and is the same for the same input', () => {
    const draw = () => drawReplay(trace, replayProfiles(trace, [], options), 'a <b> & "c"');
    const svg = draw();
    expect(svg).not.toMatch(/<script|href=|url\((?!#)|@import|on\w+=/);
    expect(svg).toContain('a &lt;b&gt; &amp; &quot;c&quot;');
    expect(draw()).toBe(svg);
  });
});

describe('the recording of a shared machine without a GPU', () => {
  const profiles = ['training', 'cpu_only', 'agent_harness', 'unknown'];
  it.each(profiles.flatMap((name) => [[name, 'on'] as const, [name, 'off'] as const]))(
    'is never idle for %s while a process of the run lives, and in time once the machine is quiet (evidence %s)',
    async (profileName, evidence) => {
      const shared = await readTrace(join(fixtures, 'cpu-trace-shared'));
      expect(shared).toMatchObject({ coreCount: 2, gpuProgram: false, recordedRuns: ['job'] });
      const options = { sustainSec: 10, rearm: true, evidence } as const;
      const [score] = replayProfiles(shared, [profileName], options)[0]!.scores;
      expect(score!.false_idle).toEqual([]);
      expect(score!.delays.map((each) => [each.phase, Math.round(each.delay_sec)])).toEqual([
        ['over, and the machine is quiet', 12],
      ]);
      // The CPU signal is the whole machine's: what the neighbours use cannot be told from the run's.
      expect(score!.missed.map((each) => each.phase)).toEqual([
        'over, while others use most of the CPU',
      ]);
    },
  );
});
