/** Replay of recorded telemetry: hostile folders, runs, recorder's facts, comparison. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import { compareReplays, replayProfiles, toReplayJson } from '../../../src/idle-lab/compare.ts';
import { type ReplayOptions, replay } from '../../../src/idle-lab/replay.ts';
import { renderReplays } from '../../../src/idle-lab/replay-text.ts';
import { readTrace } from '../../../src/idle-lab/trace.ts';

let dir: string;
const replayTrace = async (folder: string, options: ReplayOptions = {}) =>
  replay(await readTrace(folder), options);

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

describe('a recording by the recorder', () => {
  const facts = {
    schema_version: 'telemetry_recording.v1',
    started_at: '2026-11-20T22:39:51.000Z',
    interval_sec: 1,
    core_count: 4,
    gpu_program: false,
    runs: { a: 7 },
  };
  const withoutGpu = { query_gpu: undefined, query_compute_apps: undefined };

  it('of a machine without a GPU program needs no word that there is none', async () => {
    writeTrace(30, () => withoutGpu);
    writeFileSync(join(dir, 'recording.json'), JSON.stringify({ ...facts, runs: {} }));
    const trace = await readTrace(dir);
    expect(trace).toMatchObject({ coreCount: 4, gpuProgram: false });
    expect(replay(trace, { sustainSec: 5 }).verdicts[0]!.state).toBe('idle');
    writeFileSync(join(dir, 'recording.json'), JSON.stringify({ ...facts, gpu_program: true }));
    expect((await readTrace(dir)).entries.every(({ sample }) => sample.gpus === null)).toBe(true);
  });

  it('with a malformed fact is refused by its path', async () => {
    writeTrace(3);
    writeFileSync(join(dir, 'recording.json'), JSON.stringify({ ...facts, core_count: 0 }));
    expect(await refusalOf(readTrace(dir))).toMatch(/recording\.json: core_count/);
  });

  it('tells what each run used, a process compared with itself', async () => {
    const busy = (sec: number, start = 5) => ({
      ...live(),
      start,
      utime: 100 + sec * 50,
      stime: sec * 10,
      rchar: 2 ** 20 * sec,
      write_bytes: sec < 4 ? 0 : null,
    });
    // At second 3 another process has the pid: all it has used is new.
    writeTrace(6, (sec) => ({ runs: { a: [busy(sec, sec < 3 ? 5 : 9)] } }));
    const { entries } = await readTrace(dir);
    const usage = entries.map(({ runs }) => runs!.get('a')!);
    expect(usage.map((each) => each.cpu_cores)).toEqual([null, 0.6, 0.6, 2.8, 0.6, 0.6]);
    expect(usage.map((each) => each.read_mib_s)).toEqual([null, 1, 1, 3, 1, 1]);
    expect(usage.map((each) => each.write_mib_s)).toEqual([null, 0, 0, 0, null, null]);
  });

  it('counts the cores from the clock ticks where they were not told', async () => {
    writeTrace(5, (sec) => ({ proc_stat_cpu: `cpu  ${sec * 10} 0 0 ${sec * 790} 0 0 0 0 0 0` }));
    expect((await readTrace(dir)).coreCount).toBe(8);
  });
});

describe('lines that repeat', () => {
  it('are left out when their time is the one before, and said', async () => {
    writeTrace(20, (sec) => ({ t: 1_795_000_000 + (sec === 7 ? 6 : sec) }));
    const trace = await readTrace(dir);
    expect([trace.entries.length, trace.repeatedLines]).toEqual([19, 1]);
  });

  it('are unknown where the GPU output is old or the CPU count stands still', async () => {
    const stuck = `2026/11/20 22:39:51.024, 0, GPU-a, NVIDIA H200, 0, 0, 0, 143771, 78.1, 40, 345`;
    writeTrace(40, (sec) => (sec >= 10 ? { query_gpu: stuck } : {}));
    const [gpu] = (await replayTrace(dir, { sustainSec: 12 })).verdicts;
    expect(gpu!.state).toBe('sensor_unknown');
    const still = { proc_stat_cpu: 'cpu  100 0 0 9900 0 0 0 0 0 0' };
    writeTrace(40, (sec) => (sec >= 10 ? still : {}));
    const [cpu] = (await replayTrace(dir, { sustainSec: 12 })).verdicts;
    expect([cpu!.state, cpu!.reasons]).toEqual(['sensor_unknown', ['CPU use is unknown']]);
  });
});

describe('several profiles', () => {
  it('are compared run by run, with the evidence and without', async () => {
    writeTrace(60, (sec) => ({ proc_stat_cpu: `cpu  ${sec * 25} 0 0 ${sec * 75} 0 0 0 0 0 0` }));
    const trace = await readTrace(dir);
    const replays = replayProfiles(trace, ['training', 'cpu_only', 'training'], {
      sustainSec: 20,
      evidence: 'both',
    });
    const at = new Date((1_795_000_000 + 22) * 1000).toISOString();
    const end = new Date((1_795_000_000 + 59) * 1000).toISOString();
    expect(compareReplays(replays)).toEqual([
      {
        run: 'machine',
        profiles: {
          training: { state: 'idle', at, verdicts: 1 },
          'training, signals alone': { state: 'idle', at, verdicts: 1 },
          cpu_only: { state: 'busy', at: end, verdicts: 0 },
          'cpu_only, signals alone': { state: 'busy', at: end, verdicts: 0 },
        },
      },
    ]);
    const text = renderReplays(replays, false);
    expect(text.split('\n')[0]).toMatch(/^run +training +training, signals alone +cpu_only/);
    const json = JSON.parse(JSON.stringify(toReplayJson(replays, false)));
    expect(json.verdicts.map((each: { profile: string }) => each.profile)).toEqual(
      replays.map(({ name }) => name),
    );
    expect(Object.keys(json.profile)).toEqual(replays.map(({ name }) => name));
  });

  it('do not change the shape of the answer for one', async () => {
    writeTrace(30);
    const replays = replayProfiles(await readTrace(dir), ['training'], {
      sustainSec: 5,
      evidence: 'on',
    });
    const json = JSON.parse(JSON.stringify(toReplayJson(replays, false)));
    expect(json.profile).toMatchObject({ idle_sustain_sec: 5, cpu_idle_threshold_pct: 35 });
    expect(Object.keys(json.verdicts[0])).toEqual(
      expect.arrayContaining(['run', 'state', 'at', 'window', 'margins']),
    );
  });

  it('names the nearest one when it does not know one', async () => {
    writeTrace(3);
    expect(await refusalOf(replayTrace(dir, { profileName: 'trainig' }))).toMatch(
      /did you mean "training"\?$/,
    );
  });
});
