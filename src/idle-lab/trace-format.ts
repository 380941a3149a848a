/**
 * What the files of a recording look like. `samples.jsonl`: one raw reading a line. `phases.json`:
 * what was true. `recording.json`: what the recorder knew of the machine; older ones have none.
 */
import * as z from 'zod';

const count = z.number().int().nonnegative();
const rawProcessSchema = z.object({
  pid: count,
  state: z.string(),
  /** Clock ticks of 10 ms. */
  utime: count,
  stime: count,
  start: count,
  rss_pages: count,
  /** Bytes since the process began; absent or null where they may not be read. */
  write_bytes: count.nullish(),
  rchar: count.nullish(),
});
/** A process of a run at one sample, from `/proc`. Its times are clock ticks; `start` counts from boot. */
export type RawProcess = z.infer<typeof rawProcessSchema>;

/**
 * One line of `samples.jsonl`, for the most part text as the kernel and nvidia-smi gave it. Null or
 * absent: it could not be read.
 */
export const rawSampleSchema = z.object({
  /** Unix time, seconds. */
  t: z.number().positive(),
  query_gpu: z.string().nullish(),
  query_compute_apps: z.string().nullish(),
  proc_stat_cpu: z.string().nullish(),
  loadavg: z.string().nullish(),
  meminfo_kib: z.record(z.string(), z.number()).nullish(),
  /** What taking the sample took, seconds. */
  cost_s: z.number().nullish(),
  pressure: z.record(z.string(), z.string().nullable()).nullish(),
  runs: z.record(z.string(), z.array(rawProcessSchema)).nullish(),
});
/** One reading of the machine and of every run; `runs` is null where the process table could not be read. */
export type RawSample = z.infer<typeof rawSampleSchema>;

/** One entry of `phases.json`. A phase holds from `start` until just before `end`. */
export const phaseSchema = z.object({
  run: z.string(),
  phase: z.string(),
  /** True while anything was being computed. */
  active: z.boolean(),
  /** Unix time, seconds. */
  start: z.number(),
  end: z.number(),
});
/** A time in which it is known what a run did; replays are scored against it. */
export type Phase = z.infer<typeof phaseSchema>;

/** `recording.json`, written once before the first sample. */
export const recordingSchema = z.object({
  schema_version: z.literal('telemetry_recording.v1'),
  started_at: z.iso.datetime(),
  interval_sec: z.number().positive(),
  /** Cores of the machine. */
  core_count: z.number().int().positive(),
  /** False: there was no program that tells of GPUs, so the machine is taken to have none. */
  gpu_program: z.boolean(),
  /** Root process of each recorded run when the recording began. */
  runs: z.record(z.string(), z.number().int().positive()),
});
/** What no line of samples says: the cores, whether there are GPUs to ask, and the runs meant. */
export type RecordingFacts = z.infer<typeof recordingSchema>;
