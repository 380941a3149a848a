/** Replay of recorded telemetry: hostile folders, the real recording, and its known truth. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import { replay, replayTrace } from '../../../src/telemetry/replay.ts';
import { scoreReplay } from '../../../src/telemetry/replay-score.ts';
import { renderReplay } from '../../../src/telemetry/replay-text.ts';
import { sampleSchema } from '../../../src/telemetry/sample.ts';
import { readTrace, type Trace } from '../../../src/telemetry/trace.ts';

const fixture = join(import.meta.dirname, '../../fixtures/gpu-trace-h200');
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'trace-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

interface RawChange {
  readonly [member: string]: unknown;
}

/** Quiet raw samples, one a second; `change` may replace members of the sample at that second. */
function writeTrace(seconds: number, change: (sec: number) => RawChange = () => ({})): void {
  mkdirSync(dir, { recursive: true });
  const lines = Array.from({ length: seconds }, (_, sec) =>
    JSON.stringify({
      t: 1_795_000_000 + sec,
      query_gpu: `2026/11/20 22:39:51.024, 0, GPU-a, NVIDIA H200, 0, 0, 0, 143771, ${78 + (sec % 5) / 100}, 40, 345`,
      query_compute_apps: '',
      proc_stat_cpu: `cpu  ${sec} 0 0 ${sec * 99} 0 0 0 0 0 0`,
      loadavg: '0.08 0.02 0.01 1/203 408',
      meminfo_kib: { MemTotal: 131980916, MemAvailable: 131460000 },
      cost_s: 0.05,
      ...change(sec),
    }),
  );
  writeFileSync(join(dir, 'samples.jsonl'), `${lines.join('\n')}\n`);
}

const live = (state = 'S') => ({
  pid: 7,
  state,
  utime: 1,
  stime: 1,
  start: 5,
  rss_pages: 256,
  write_bytes: 0,
  rchar: 0,
});

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return (error as ServiceError).message;
}

describe('what is no trace', () => {
  it.each<[string, string, RegExp]>([
    ['is empty', '\n', /holds no sample/],
    ['is not JSON', '{"t": 1}\n{oops', /samples\.jsonl line 2 is not JSON/],
    ['has no time', '{"t": "now"}', /samples\.jsonl line 1: t: /],
    [
      'has a malformed process',
      '{"t": 1, "runs": {"a": [{"pid": -1}]}}',
      /line 1: runs\.a\.0\.pid/,
    ],
  ])('a file that %s', async (_, text, message) => {
    writeFileSync(join(dir, 'samples.jsonl'), text);
    expect(await refusalOf(replayTrace(dir))).toMatch(message);
  });

  it('a folder without the file, or with malformed phases', async () => {
    expect(await refusalOf(replayTrace(dir))).toMatch(
      /cannot be read; a trace is a folder with samples\.jsonl/,
    );
    writeTrace(3);
    writeFileSync(join(dir, 'phases.json'), '[{"run": "a"}]');
    expect(await refusalOf(replayTrace(dir))).toMatch(/phases\.json: 0\.phase/);
  });

  it('unknown runs, profiles and sustain times', async () => {
    writeTrace(3);
    expect(await refusalOf(replayTrace(dir, { run: 'x' }))).toMatch(/no run "x", only machine/);
    expect(await refusalOf(replayTrace(dir, { profileName: 'x' }))).toMatch(
      /profile "x" is not one of unknown, cpu_only/,
    );
    expect(await refusalOf(replayTrace(dir, { sustainSec: 0 }))).toMatch(/positive number, not 0/);
  });
});

describe('one run', () => {
  it('is idle a sample after its sustain time, counted from its first complete sample', async () => {
    writeTrace(60);
    const { verdicts, processes_recorded, profile } = await replayTrace(dir, { sustainSec: 20 });
    expect(processes_recorded).toBe(false);
    expect(profile).toMatchObject({ idle_sustain_sec: 20, cpu_idle_threshold_pct: 35 });
    // The first sample has no CPU figure: 1 s, then 20 s, then the confirming sample.
    expect(verdicts).toMatchObject([
      {
        run: 'machine',
        state: 'idle',
        at: new Date((1_795_000_000 + 22) * 1000).toISOString(),
        window: { duration_ms: 20_000, samples: 21 },
      },
    ]);
    expect(verdicts[0]!.margins).toEqual({
      no_live_process: null,
      cpu_mean_pct: 34,
      gpu_mean_pct: 10,
      gpu_peak_pct: 20,
      vram_delta_mib: 1024,
    });
  });

  it.each<[string, RawChange]>([
    ['GPU output', { query_gpu: '' }],
    [
      'GPU use',
      {
        query_gpu:
          '2026/11/20 22:39:51.024, 0, GPU-a, NVIDIA H200, [N/A], 0, 0, 143771, 78, 40, 345',
      },
    ],
    ['CPU counters', { proc_stat_cpu: null }],
  ])('is never idle without %s', async (_, change) => {
    writeTrace(60, () => change);
    const { verdicts } = await replayTrace(dir, { sustainSec: 5 });
    expect(verdicts).toMatchObject([
      { state: 'sensor_unknown', window: null, margins: { cpu_mean_pct: null } },
    ]);
  });

  it('may be told that the machine has no GPU', async () => {
    writeTrace(60, () => ({ query_gpu: null, query_compute_apps: null }));
    expect((await replayTrace(dir, { sustainSec: 5, noGpu: true })).verdicts[0]!.state).toBe(
      'idle',
    );
  });

  it('is not idle while its processes live, zombies aside, or while they are unknown', async () => {
    const runs = (sec: number): RawChange => ({
      runs: { a: sec < 20 ? [live()] : sec < 40 ? [live('Z')] : [], b: [live()] },
    });
    writeTrace(60, runs);
    const both = await replayTrace(dir, { sustainSec: 10 });
    expect(both.verdicts.map(({ run, state }) => [run, state])).toEqual([
      ['a', 'idle'],
      ['b', 'busy'],
    ]);
    expect(both.verdicts[0]!.at).toBe(new Date((1_795_000_000 + 31) * 1000).toISOString());
    writeTrace(60, (sec) => (sec === 25 ? { runs: null } : runs(sec)));
    const [broken] = (await replayTrace(dir, { sustainSec: 10, run: 'a' })).verdicts;
    expect(broken!.at).toBe(new Date((1_795_000_000 + 37) * 1000).toISOString());
  });

  it('begins when its processes first show, and has none once it is not mentioned', async () => {
    writeTrace(60, (sec) => ({ runs: sec < 30 ? {} : sec < 32 ? { late: [live()] } : {} }));
    const [verdict] = (await replayTrace(dir, { sustainSec: 10 })).verdicts;
    expect(verdict).toMatchObject({
      run: 'late',
      state: 'idle',
      at: new Date((1_795_000_000 + 43) * 1000).toISOString(),
    });
  });

  it('starts its window anew after a gap in the recording', async () => {
    writeTrace(40, (sec) => ({ t: 1_795_000_000 + sec + (sec >= 20 ? 30 : 0) }));
    const [verdict] = (await replayTrace(dir, { sustainSec: 25 })).verdicts;
    expect(verdict).toMatchObject({ state: 'quiet_candidate', window: { duration_ms: 19_000 } });
  });

  it('reads pressure by the same parser', async () => {
    writeTrace(2, () => ({
      pressure: { cpu: 'some avg10=2.50 avg60=0 avg300=0 total=0', io: 'x', memory: null },
    }));
    const { sample } = (await readTrace(dir)).entries[1]!;
    expect(sample.pressure).toEqual({ cpu: 2.5, io: null, memory: null });
    expect(sample.problems).toEqual([
      'pressure.io: has no line "some"',
      'pressure.memory: is missing',
    ]);
  });
});

describe('the recording of an H200', () => {
  let trace: Trace;
  beforeAll(async () => {
    trace = await readTrace(fixture);
  });

  const score = (profileName: string, sustainSec: number) => {
    const { verdicts } = replay(trace, { profileName, sustainSec, rearm: true });
    return scoreReplay(verdicts, trace.phases, sustainSec + 2);
  };

  it('becomes samples that fit the schema, complete but for the first CPU figure', () => {
    expect(trace.entries).toHaveLength(547);
    expect(trace.sampleIntervalMs).toBe(1000);
    for (const { sample } of trace.entries) sampleSchema.parse(sample);
    expect(trace.entries.filter(({ sample }) => sample.health !== 'ok')).toHaveLength(1);
  });

  it.each(['training', 'inference_eval'])(
    'with 45 s has no false verdict for %s and finds every quiet phase',
    (profileName) => {
      expect(score(profileName, 45)).toMatchObject({ false_idle: [], missed: [] });
      expect(score(profileName, 45).true_idle).toHaveLength(3);
    },
  );

  it('with 30 s is deceived by the checkpoint pause and by light work, as thresholds must be', () => {
    for (const profileName of ['training', 'inference_eval']) {
      expect(score(profileName, 30).false_idle.map((each) => each.phase)).toEqual([
        'checkpoint pause (VRAM held, GPU quiet)',
        'light: 50 ms busy, 450 ms gap',
      ]);
    }
  });

  it('tells the profiles apart on start-up work of the CPU', () => {
    const startUps = (profileName: string) =>
      score(profileName, 20).false_idle.filter((each) => each.phase.startsWith('start-up')).length;
    expect([startUps('training'), startUps('inference_eval')]).toEqual([1, 0]);
  });

  it('comes to no verdict at the configured sustain times, since no quiet phase lasts so long', () => {
    const { verdicts } = replay(trace);
    expect(verdicts.map(({ state }) => state)).toEqual(Array(4).fill('quiet_candidate'));
  });

  it('is shown as text with verdict, window and margins', () => {
    const text = renderReplay(replay(trace, { run: 'training', sustainSec: 45 }));
    expect(text).toContain(
      'training: idle at 2026-11-20T22:43:59.004Z (quiet 45 s, 46 samples from 2026-11-20T22:43:14.004Z)',
    );
    expect(text).toContain(
      'margins: no_live_process –, cpu_mean_pct 34.71, gpu_mean_pct 10, gpu_peak_pct 20, vram_delta_mib 1024',
    );
    expect(text).toContain('processes were not recorded');
    const all = renderReplay(replay(trace));
    expect(all).toContain('profile of cpu_only: sustain 300 s, CPU below 20 %');
  });
});
