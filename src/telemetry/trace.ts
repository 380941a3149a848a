/**
 * Recorded telemetry: a folder with `samples.jsonl`, one raw reading a line as a recorder wrote it.
 * The readings go through the same parsers as live ones. `phases.json`, if there, names the truth.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { toIsoTime } from '../lib/clock.ts';
import { commonKernelUnits } from './parsers/auxiliary-vector.ts';
import { refuse } from './parsers/number.ts';
import { assignComputePids, parseNvidiaComputeApps } from './parsers/nvidia-compute-apps.ts';
import { parseNvidiaQueryGpu } from './parsers/nvidia-query-gpu.ts';
import { parseProcLoadavg } from './parsers/proc-loadavg.ts';
import { parseProcMeminfo } from './parsers/proc-meminfo.ts';
import { isAlive } from './parsers/proc-pid-stat.ts';
import {
  type PressureResource,
  parseProcPressure,
  pressureResources,
} from './parsers/proc-pressure.ts';
import { type CpuTicks, cpuPercentBetween, parseProcStat } from './parsers/proc-stat.ts';
import { type ProcessUsage, type Sample, toSample, unknownProcesses } from './sample.ts';

const count = z.number().int().nonnegative();
const processSchema = z.object({
  pid: count,
  state: z.string(),
  utime: count,
  stime: count,
  start: count,
  rss_pages: count,
});
const rawSchema = z.object({
  t: z.number().positive(),
  query_gpu: z.string().nullish(),
  query_compute_apps: z.string().nullish(),
  proc_stat_cpu: z.string().nullish(),
  loadavg: z.string().nullish(),
  meminfo_kib: z.record(z.string(), z.number()).nullish(),
  pressure: z.record(z.string(), z.string().nullable()).nullish(),
  runs: z.record(z.string(), z.array(processSchema)).nullish(),
});
type RawSample = z.infer<typeof rawSchema>;
type RawProcess = z.infer<typeof processSchema>;

export const phaseSchema = z.object({
  run: z.string(),
  phase: z.string(),
  /** True while anything was being computed. */
  active: z.boolean(),
  /** Unix time, seconds. */
  start: z.number(),
  end: z.number(),
});
export type Phase = z.infer<typeof phaseSchema>;

export interface TraceEntry {
  readonly wallMs: number;
  /** What the machine showed; `processes` is unknown, since it is of no run. */
  readonly sample: Sample;
  /** Usage by run; null when this line has no process record. A run not in it has no process. */
  readonly runs: ReadonlyMap<string, ProcessUsage> | null;
}

export interface Trace {
  readonly entries: readonly TraceEntry[];
  /** Median time between samples, ms. */
  readonly sampleIntervalMs: number;
  /** Runs with a process record anywhere. */
  readonly recordedRuns: readonly string[];
  /** Empty without `phases.json`. */
  readonly phases: readonly Phase[];
}

/**
 * Reads a trace folder. A line without GPU output has unknown GPUs: a recording cannot tell a
 * machine without one from a query that failed. Throws `invalid_request` naming file, line and member when the folder is
 * not a trace; single readings that are missing or malformed become null with a problem.
 */
export async function readTrace(dir: string): Promise<Trace> {
  const lines = (await readText(join(dir, 'samples.jsonl'))).split('\n');
  const raws: RawSample[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== '')
      raws.push(parseJson(line, rawSchema, `samples.jsonl line ${index + 1}`));
  }
  if (raws.length === 0) throw refusal(`${join(dir, 'samples.jsonl')} holds no sample`);
  const phasesPath = join(dir, 'phases.json');
  return {
    entries: toEntries(raws),
    sampleIntervalMs: medianIntervalMs(raws),
    recordedRuns: [...new Set(raws.flatMap((raw) => Object.keys(raw.runs ?? {})))],
    phases: existsSync(phasesPath)
      ? parseJson(await readText(phasesPath), z.array(phaseSchema), 'phases.json')
      : [],
  };
}

function refusal(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_request', detail, {}, { cause });
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw refusal(`${path} cannot be read; a trace is a folder with samples.jsonl`, error);
  }
}

function parseJson<Value>(text: string, schema: z.ZodType<Value>, where: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refusal(`${where} is not JSON`, error);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw refusal(`${where}: ${issue.path.join('.')}: ${issue.message}`);
}

function medianIntervalMs(raws: readonly RawSample[]): number {
  const spans = raws.slice(1).map((raw, index) => (raw.t - raws[index]!.t) * 1000);
  const sorted = spans.filter((span) => span > 0).sort((left, right) => left - right);
  return Math.max(1, Math.round(sorted[Math.floor(sorted.length / 2)] ?? 1000));
}

function toEntries(raws: readonly RawSample[]): TraceEntry[] {
  const originMs = raws[0]!.t * 1000;
  let ticks: CpuTicks | null = null;
  return raws.map((raw) => {
    const cpu = raw.proc_stat_cpu
      ? parseProcStat(raw.proc_stat_cpu)
      : refuse('cpu_pct', 'is missing');
    const measured =
      cpu.value === null ? { ...cpu, value: null } : cpuPercentBetween(ticks, cpu.value);
    ticks = cpu.value ?? ticks;
    return toEntry(raw, measured, originMs);
  });
}

function toEntry(
  raw: RawSample,
  cpu: ReturnType<typeof cpuPercentBetween>,
  originMs: number,
): TraceEntry {
  const load = raw.loadavg ? parseProcLoadavg(raw.loadavg) : refuse('load1', 'is missing');
  const memory = parseProcMeminfo(
    Object.entries(raw.meminfo_kib ?? {})
      .map(([field, kib]) => `${field}: ${kib} kB`)
      .join('\n'),
  );
  const gpu = toGpus(raw);
  const pressure = toPressure(raw);
  const wallMs = Math.round(raw.t * 1000);
  const sample = toSample(
    {
      at: toIsoTime(wallMs),
      // A recording has only wall-clock time; one that jumps shows as a gap or a step back.
      monotonic_ms: Math.max(0, raw.t * 1000 - originMs),
      cpu_pct: cpu.value,
      load1: load.value,
      memory_total_mib: memory.totalMib,
      memory_available_mib: memory.availableMib,
      gpus: gpu.gpus,
      ...pressure.member,
      processes: unknownProcesses,
    },
    [cpu, load, memory, gpu, pressure].flatMap((part) => part.problems),
  );
  return { wallMs, sample, runs: toRuns(raw) };
}

function toGpus(raw: RawSample): { gpus: Sample['gpus']; problems: readonly string[] } {
  const list = parseNvidiaQueryGpu(raw.query_gpu ?? '');
  if (list.gpus === null) return { gpus: null, problems: list.problems };
  const apps =
    typeof raw.query_compute_apps === 'string'
      ? parseNvidiaComputeApps(raw.query_compute_apps)
      : { apps: null, problems: ['compute_pids: is missing'] };
  const placed = assignComputePids(list.gpus, apps);
  return { gpus: placed.gpus, problems: [...list.problems, ...placed.problems] };
}

function toPressure(raw: RawSample): {
  member: Pick<Sample, 'pressure'>;
  problems: readonly string[];
} {
  const { pressure } = raw;
  if (!pressure) return { member: {}, problems: [] };
  const problems: string[] = [];
  const read = (resource: PressureResource): number | null => {
    const line = pressure[resource];
    const parsed = line
      ? parseProcPressure(line, resource)
      : refuse(`pressure.${resource}`, 'is missing');
    problems.push(...parsed.problems);
    return parsed.value;
  };
  const [cpu, io, memory] = pressureResources.map(read);
  return { member: { pressure: { cpu: cpu!, io: io!, memory: memory! } }, problems };
}

function toRuns(raw: RawSample): TraceEntry['runs'] {
  return raw.runs
    ? new Map(Object.entries(raw.runs).map(([run, list]) => [run, toUsage(list)]))
    : null;
}

function toUsage(processes: readonly RawProcess[]): ProcessUsage {
  const living = processes.filter(isAlive);
  const rssPages = living.reduce((sum, each) => sum + each.rss_pages, 0);
  return {
    alive: living.length,
    // No signal needs the share of one run, and it would need the number of cores.
    cpu_pct: null,
    rss_mib: (rssPages * commonKernelUnits.pageBytes) / 2 ** 20,
  };
}
