/**
 * Records this machine's telemetry into a folder that `readTrace` reads. Every line is written whole
 * before the next sample begins, so that a recording which was cut short is a shorter recording.
 */
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../domain/errors.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { makeFolder } from '../lib/make-folder.ts';
import type { ProcessSource } from '../sensing/process-list.ts';
import { type MachineRecorderOptions, readGpuText, readProcText } from './recorder-machine.ts';
import { createRunRecorder, type RunRecorder } from './recorder-runs.ts';
import type { RawSample, RecordingFacts } from './trace-format.ts';

/**
 * What is recorded, where to and for how long. `intervalMs` is from the start of one sample to that
 * of the next.
 */
export interface RecordOptions extends Omit<MachineRecorderOptions, 'clock'> {
  readonly clock: Clock;
  /** Made when it is not there. */
  readonly dir: string;
  readonly intervalMs: number;
  /** Ends after this time; null: only when stopped. */
  readonly durationMs: number | null;
  /** Root process of each run by name. */
  readonly runs: Readonly<Record<string, number>>;
  readonly processSource: ProcessSource;
  readonly observerPid: number;
  readonly coreCount: number;
  /** Ends the recording after the sample under way. */
  readonly stopped: Promise<unknown>;
  readonly onBegin?: (facts: RecordingFacts) => void;
}

interface Recorded {
  readonly samples: number;
  /** False: there was no program that tells of GPUs. */
  readonly gpuProgram: boolean;
}

/**
 * Resolves when the recording has ended. Throws `invalid_request` when the folder holds one already
 * or a run's process does not live.
 */
export async function recordTelemetry(options: RecordOptions): Promise<Recorded> {
  const { clock, dir } = options;
  const runs = await openRuns(options);
  const gpuProgram = (await readGpuText(options)) !== undefined;
  const facts: RecordingFacts = {
    schema_version: 'telemetry_recording.v1',
    started_at: toIsoTime(clock.now()),
    interval_sec: options.intervalMs / 1000,
    core_count: options.coreCount,
    gpu_program: gpuProgram,
    runs: options.runs,
  };
  makeFolder(dir);
  const file = await createFile(join(dir, 'samples.jsonl'));
  try {
    await writeFile(join(dir, 'recording.json'), `${JSON.stringify(facts, null, 2)}\n`, {
      flag: 'wx',
    }).catch(refuseExisting(dir));
    options.onBegin?.(facts);
    return { samples: await sampleUntilEnd(options, { file, runs, gpuProgram }), gpuProgram };
  } finally {
    await file.close();
  }
}

async function openRuns(options: RecordOptions): Promise<RunRecorder | null> {
  if (Object.keys(options.runs).length === 0) return null;
  const runs = await createRunRecorder({ ...options, pids: options.runs });
  if ('read' in runs) return runs;
  const named = runs.missing.map((name) => `${name} (pid ${options.runs[name]})`);
  throw new ServiceError('invalid_request', `no process lives for the run ${named.join(', ')}`);
}

function createFile(path: string): Promise<FileHandle> {
  return open(path, 'wx').catch(refuseExisting(path));
}

function refuseExisting(path: string): (error: unknown) => never {
  return (error) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
    const detail = `${path} holds a recording already; name a new folder`;
    throw new ServiceError('invalid_request', detail, {}, { cause: error });
  };
}

interface Recording {
  readonly file: FileHandle;
  readonly runs: RunRecorder | null;
  readonly gpuProgram: boolean;
}

async function sampleUntilEnd(options: RecordOptions, recording: Recording): Promise<number> {
  const { clock, intervalMs, durationMs } = options;
  let isStopped = false;
  const stopped = options.stopped.then(() => {
    isStopped = true;
  });
  const startMs = clock.monotonic();
  let samples = 0;
  for (let slot = 0; !isStopped; ) {
    const sample = await takeSample(options, recording);
    await recording.file.appendFile(`${JSON.stringify(sample)}\n`);
    samples += 1;
    const passedMs = clock.monotonic() - startMs;
    // A sample that took longer than an interval leaves slots out instead of crowding them.
    slot = Math.max(slot + 1, Math.ceil(passedMs / intervalMs));
    const nextMs = slot * intervalMs;
    if (durationMs !== null && nextMs > durationMs) return samples;
    await Promise.race([stopped, waitFor(clock, nextMs - passedMs)]);
  }
  return samples;
}

function waitFor(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(Math.max(0, delayMs), resolve));
}

async function takeSample(options: RecordOptions, recording: Recording): Promise<RawSample> {
  const { clock } = options;
  const atMs = clock.now();
  const startMs = clock.monotonic();
  const [gpu, proc, runs] = await Promise.all([
    recording.gpuProgram ? readGpuText(options) : undefined,
    readProcText(options.readFile),
    recording.runs?.read(),
  ]);
  return {
    t: atMs / 1000,
    ...(recording.gpuProgram ? { query_gpu: null, query_compute_apps: null, ...gpu } : {}),
    ...proc,
    cost_s: Math.round(clock.monotonic() - startMs) / 1000,
    ...(recording.runs === null ? {} : { runs: runs ?? null }),
  };
}
