/** The recorder: what it refuses, what it writes, and that replay reads it back. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import { type RecordOptions, recordTelemetry } from '../../../src/idle-lab/recorder.ts';
import { createRunRecorder } from '../../../src/idle-lab/recorder-runs.ts';
import { readTrace } from '../../../src/idle-lab/trace.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import type { ListedProcess, ProcessList } from '../../../src/sensing/process-list.ts';
import type { CommandResult } from '../../../src/sensing/run-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recording-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const gpuLine = (uuid: string, index = 0): string =>
  `2026/11/20 22:39:51.024, ${index}, ${uuid}, NVIDIA H200, 3, 0, 717, 143771, 120.5, 40, 1980`;
const exited = (stdout: string, exitCode = 0): CommandResult => ({
  kind: 'exited',
  exitCode,
  stdout,
  stderr: '',
});

function listed(pid: number, parentPid: number, more: Partial<ListedProcess> = {}): ListedProcess {
  return {
    pid,
    name: 'x',
    state: 'S',
    parentPid,
    groupId: pid,
    sessionId: pid,
    terminal: 0,
    cpuTicks: 3,
    startTicks: pid * 10,
    rssPages: 5,
    workingDir: '/',
    runId: null,
    commandLine: 'x',
    ...more,
  };
}

function listOf(processes: readonly ListedProcess[]): ProcessList {
  const units = { pageBytes: 4096, ticksPerSecond: 100 };
  return { monotonicMs: 0, bootId: 'boot', units, processes };
}

/** Files of a machine with one core; the count of ticks grows with each reading. */
function createFiles() {
  let reads = 0;
  return (path: string): Promise<string> => {
    if (path === '/proc/stat') {
      reads += 1;
      return Promise.resolve(`cpu  ${reads} 0 0 ${reads * 99} 0 0 0 0 0 0\ncpu0 1 0 0 99\n`);
    }
    if (path === '/proc/loadavg') return Promise.resolve('0.08 0.02 0.01 1/203 408\n');
    if (path === '/proc/meminfo')
      return Promise.resolve('MemTotal: 100 kB\nMemFree: 5 kB\nMemAvailable: 50 kB\n');
    if (path === '/proc/pressure/io')
      return Promise.resolve('some avg10=1.50 avg60=0 avg300=0 total=9\nfull avg10=0\n');
    return Promise.reject(new Error('ENOENT'));
  };
}

/** Records with a clock that jumps to whatever is waited for. */
async function record(changes: Partial<RecordOptions> = {}) {
  const clock = createManualClock();
  const stopped = changes.stopped ?? new Promise(() => {});
  const recording = recordTelemetry({
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      setTimer(delayMs, callback) {
        queueMicrotask(() => {
          clock.advance(delayMs);
          callback();
        });
        return { cancel() {} };
      },
    },
    dir: join(folder, 'new'),
    intervalMs: 1000,
    durationMs: 4000,
    runs: {},
    run: () => Promise.resolve<CommandResult>({ kind: 'missing' }),
    readFile: createFiles(),
    processSource: {
      list: () => Promise.reject(new Error('not asked for')),
      readStat: () => Promise.resolve(undefined),
    },
    observerPid: 1,
    coreCount: 1,
    stopped,
    ...changes,
  });
  return recording;
}

const linesIn = (dir: string): Record<string, unknown>[] =>
  readFileSync(join(dir, 'samples.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a recording', () => {
  it('is never written over another one', async () => {
    writeFileSync(join(folder, 'samples.jsonl'), 'mine');
    const error = await record({ dir: folder }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as Error).message).toMatch(
      /samples\.jsonl holds a recording already; name a new/,
    );
    expect(readFileSync(join(folder, 'samples.jsonl'), 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['samples.jsonl']);
  });

  it('of a run whose process does not live is not begun', async () => {
    const processSource = {
      list: () => Promise.resolve(listOf([listed(1, 0), listed(50, 1, { state: 'Z' })])),
      readStat: () => Promise.resolve(undefined),
    };
    await expect(record({ runs: { job: 50, other: 51 }, processSource })).rejects.toThrow(
      'no process lives for the run job (pid 50), other (pid 51)',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has a whole line a second, and replay reads it without being told of the missing GPU', async () => {
    expect(await record()).toEqual({ samples: 5, gpuProgram: false });
    const dir = join(folder, 'new');
    const lines = linesIn(dir);
    expect(lines.map((line) => Number(line['t']) - Number(lines[0]!['t']))).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect(lines[1]).toEqual({
      t: expect.any(Number),
      proc_stat_cpu: 'cpu  2 0 0 198 0 0 0 0 0 0',
      loadavg: '0.08 0.02 0.01 1/203 408',
      meminfo_kib: { MemTotal: 100, MemAvailable: 50 },
      pressure: { cpu: null, io: 'some avg10=1.50 avg60=0 avg300=0 total=9', memory: null },
      cost_s: 0,
    });
    const trace = await readTrace(dir);
    expect(trace).toMatchObject({ gpuProgram: false, coreCount: 1, sampleIntervalMs: 1000 });
    expect(trace.entries[3]!.sample).toMatchObject({ cpu_pct: 1, gpus: [] });
  });

  it('ends with the sample under way when it is stopped', async () => {
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const readFile = createFiles();
    let reads = 0;
    const recorded = await record({
      durationMs: null,
      stopped,
      readFile(path) {
        if (path === '/proc/stat') reads += 1;
        if (reads === 3) stop();
        return readFile(path);
      },
    });
    expect(linesIn(join(folder, 'new'))).toHaveLength(recorded.samples);
    expect(recorded.samples).toBeGreaterThanOrEqual(3);
    expect(recorded.samples).toBeLessThanOrEqual(4);
  });

  it('keeps what the driver says, and leaves out whose GPU it is where there is one', async () => {
    const answers = (gpus: string, apps: string): RecordOptions['run'] => {
      return ({ args }) =>
        Promise.resolve(exited(args[0]!.startsWith('--query-gpu') ? gpus : apps));
    };
    const one = join(folder, 'one');
    const app = 'GPU-a, 399, 708, python3';
    await record({ dir: one, run: answers(`${gpuLine('GPU-a')}\n`, `${app}\n`) });
    expect(linesIn(one)[0]).toMatchObject({
      query_gpu: gpuLine('GPU-a'),
      query_compute_apps: '399, 708, python3',
    });
    const two = join(folder, 'two');
    await record({
      dir: two,
      run: answers(`${gpuLine('GPU-a')}\n${gpuLine('GPU-b', 1)}\n`, `${app}\n`),
    });
    const first = (await readTrace(two)).entries[0]!.sample;
    expect(first.gpus!.map((gpu) => gpu.compute_pids)).toEqual([[399], []]);
  });

  it('has unknown GPUs, and not none, where the program fails', async () => {
    await record({ run: () => Promise.resolve(exited('NVML: driver mismatch', 18)) });
    const trace = await readTrace(join(folder, 'new'));
    expect(trace.gpuProgram).toBe(true);
    expect(trace.entries.every(({ sample }) => sample.gpus === null)).toBe(true);
  });
});

describe('processes of a recorded run', () => {
  const root = listed(100, 1);

  it('stay its own after they left its session and lost their parent, and as long as they live', async () => {
    const child = listed(101, 100, { groupId: 100, sessionId: 100 });
    const daemon = listed(102, 1);
    const grandchild = listed(103, 102);
    const lists = [
      [root],
      [root, child, listed(102, 101)],
      [daemon, grandchild, listed(9, 1)],
      [{ ...daemon, startTicks: 77 }, grandchild],
      [{ ...daemon, startTicks: 77 }],
    ].map(listOf);
    const processSource = {
      list: () => Promise.resolve(lists.shift()!),
      readStat: () => Promise.resolve(undefined),
    };
    for (const { pid } of [root, child, daemon, grandchild]) writeStat(pid);
    const recorder = await createRunRecorder({
      processSource,
      pids: { job: 100 },
      observerPid: 1,
      procRoot: folder,
    });
    if ('missing' in recorder) throw new Error('the root lives');
    const seen: number[][] = [];
    for (let read = 0; read < 4; read += 1) {
      const runs = await recorder.read();
      seen.push(runs!['job']!.map(({ pid }) => pid));
    }
    expect(seen).toEqual([[100, 101, 102], [102, 103], [103], []]);
    expect(await recorder.read()).toBeNull();
  });

  it('are told with their times and bytes, and null for what may not be read', async () => {
    writeStat(100);
    const processSource = {
      list: () => Promise.resolve(listOf([root])),
      readStat: () => Promise.resolve(undefined),
    };
    const recorder = await createRunRecorder({
      processSource,
      pids: { job: 100 },
      observerPid: 1,
      procRoot: folder,
    });
    if ('missing' in recorder) throw new Error('the root lives');
    const shared = { pid: 100, state: 'S', utime: 11, stime: 12, start: 1000, rss_pages: 5 };
    expect(await recorder.read()).toEqual({ job: [{ ...shared, write_bytes: 7, rchar: 40 }] });
    rmSync(join(folder, '100', 'io'));
    expect(await recorder.read()).toEqual({ job: [{ ...shared, write_bytes: null, rchar: null }] });
  });

  function writeStat(pid: number): void {
    mkdirSync(join(folder, String(pid)), { recursive: true });
    writeFileSync(
      join(folder, String(pid), 'stat'),
      `${pid} (a) b) S 1 1 1 0 -1 0 0 0 0 0 11 12 0 0`,
    );
    writeFileSync(join(folder, String(pid), 'io'), 'rchar: 40\nwchar: 9\nwrite_bytes: 7\n');
  }
});
