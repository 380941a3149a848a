/**
 * Reads recorded telemetry: a folder as `trace-format.ts` describes it. The readings go through the
 * same parsers as live ones.
 */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { toIsoTime } from '../lib/clock.ts';
import { wordsForIssue } from '../lib/issue-words.ts';
import { commonKernelUnits } from '../sensing/parsers/auxiliary-vector.ts';
import { refuse } from '../sensing/parsers/number.ts';
import {
  assignComputePids,
  parseNvidiaComputeApps,
} from '../sensing/parsers/nvidia-compute-apps.ts';
import { parseNvidiaQueryGpu } from '../sensing/parsers/nvidia-query-gpu.ts';
import { parseProcLoadavg } from '../sensing/parsers/proc-loadavg.ts';
import { parseProcMeminfo } from '../sensing/parsers/proc-meminfo.ts';
import {
  type PressureResource,
  parseProcPressure,
  pressureResources,
} from '../sensing/parsers/proc-pressure.ts';
import { type CpuTicks, cpuPercentBetween, parseProcStat } from '../sensing/parsers/proc-stat.ts';
import { type ProcessUsage, type Sample, toSample, unknownProcesses } from '../sensing/sample.ts';
import {
  type Phase,
  phaseSchema,
  type RawSample,
  type RecordingFacts,
  rawSampleSchema,
  recordingSchema,
} from './trace-format.ts';
import { usageByRun } from './trace-runs.ts';

export type { Phase } from './trace-format.ts';

/** One line of samples, parsed. `wallMs` is Unix time. */
export interface TraceEntry {
  readonly wallMs: number;
  /** What the machine showed; `processes` is unknown, since it is of no run. */
  readonly sample: Sample;
  /** Usage by run; null when this line has no process record. A run not in it has no process. */
  readonly runs: ReadonlyMap<string, ProcessUsage> | null;
  /** Processes by run; null as above. */
  readonly pidsByRun: ReadonlyMap<string, readonly number[]> | null;
}

/** A recording in memory, as a replay takes it: in the order of its lines, readings that failed as null. */
export interface Trace {
  readonly entries: readonly TraceEntry[];
  /** Median time between samples, ms. */
  readonly sampleIntervalMs: number;
  /** Cores of the machine, told or counted from its clock ticks; null: not known. */
  readonly coreCount: number | null;
  /** False: the recorder found no program that tells of GPUs. Null: not told. */
  readonly gpuProgram: boolean | null;
  /** Lines with the time of the one before; they were left out. */
  readonly repeatedLines: number;
  /** Runs with a process record anywhere. */
  readonly recordedRuns: readonly string[];
  /** Empty without `phases.json`. */
  readonly phases: readonly Phase[];
}

interface TraceOptions {
  /** Takes every such line only, as a longer sample interval would; 1 unless told. */
  readonly every?: number;
}

/**
 * Reads a trace folder. A line without GPU output has unknown GPUs, unless the recorder says that
 * there was no program to ask: a recording cannot tell a machine without one from a query that
 * failed. Throws `invalid_request` naming file, line and member when the folder is not a trace;
 * single readings that are missing or malformed become null with a problem.
 */
export async function readTrace(dir: string, options: TraceOptions = {}): Promise<Trace> {
  const all = await readLines(join(dir, 'samples.jsonl'));
  const raws = all.filter((raw, index) => index === 0 || raw.t !== all[index - 1]!.t);
  const { every = 1 } = options;
  const taken = raws.filter((_, index) => index % every === 0);
  const facts = await readJson(dir, 'recording.json', recordingSchema);
  const gpuProgram = facts?.gpu_program ?? null;
  return {
    entries: toEntries(taken, gpuProgram === false),
    sampleIntervalMs: medianIntervalMs(taken),
    coreCount: facts?.core_count ?? countCores(raws),
    gpuProgram,
    repeatedLines: all.length - raws.length,
    recordedRuns: recordedRunsOf(taken, facts),
    phases: (await readJson(dir, 'phases.json', z.array(phaseSchema))) ?? [],
  };
}

async function readLines(path: string): Promise<RawSample[]> {
  const lines = (await readText(path)).split('\n');
  const raws = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [parseJson(line, rawSampleSchema, `samples.jsonl line ${index + 1}`)],
  );
  if (raws.length === 0) throw invalidTrace(`${path} holds no sample`);
  return raws;
}

/** A file that need not be there. */
async function readJson<Value>(
  dir: string,
  name: string,
  schema: z.ZodType<Value>,
): Promise<Value | null> {
  const path = join(dir, name);
  return existsSync(path) ? parseJson(await readText(path), schema, name) : null;
}

/** A run of which no process was ever seen is one too: it was over before the first line. */
function recordedRunsOf(raws: readonly RawSample[], facts: RecordingFacts | null): string[] {
  const seen = raws.flatMap((raw) => Object.keys(raw.runs ?? {}));
  return [...new Set([...seen, ...Object.keys(facts?.runs ?? {})])];
}

/** From how fast the clock ticks of all cores together pass. */
function countCores(raws: readonly RawSample[]): number | null {
  const rates = raws.slice(1).flatMap((raw, index) => {
    const before = raws[index]!;
    const [ticks, earlier] = [raw, before].map(
      ({ proc_stat_cpu: text }) => (text ? parseProcStat(text).value?.totalTicks : null) ?? null,
    );
    if (typeof ticks !== 'number' || typeof earlier !== 'number' || raw.t <= before.t) return [];
    return [(ticks - earlier) / (raw.t - before.t) / commonKernelUnits.ticksPerSecond];
  });
  const sorted = rates.sort((left, right) => left - right);
  const cores = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  return cores > 0 ? cores : null;
}

/** The refusal of a folder that is no trace, or of a question that it cannot answer. */
export function invalidTrace(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_request', detail, {}, { cause });
}

async function readText(path: string): Promise<string> {
  try {
    // A pipe would be waited for without end.
    if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file`);
    return await readFile(path, 'utf8');
  } catch (error) {
    throw invalidTrace(`${path} cannot be read; a trace is a folder with samples.jsonl`, error);
  }
}

function parseJson<Value>(text: string, schema: z.ZodType<Value>, where: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidTrace(`${where} is not JSON`, error);
  }
  const result = schema.safeParse(value, { error: wordsForIssue });
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw invalidTrace([where, issue.path.join('.'), issue.message].filter(Boolean).join(': '));
}

function medianIntervalMs(raws: readonly RawSample[]): number {
  const spans = raws.slice(1).map((raw, index) => (raw.t - raws[index]!.t) * 1000);
  const sorted = spans.filter((span) => span > 0).sort((left, right) => left - right);
  return Math.max(1, Math.round(sorted[Math.floor(sorted.length / 2)] ?? 1000));
}

function toEntries(raws: readonly RawSample[], noGpu: boolean): TraceEntry[] {
  const originMs = raws[0]!.t * 1000;
  let ticks: CpuTicks | null = null;
  return raws.map((raw, index) => {
    const before = raws[index - 1];
    const cpu = raw.proc_stat_cpu
      ? parseProcStat(raw.proc_stat_cpu)
      : refuse('cpu_pct', 'is missing');
    const measured =
      cpu.value === null ? { ...cpu, value: null } : cpuPercentBetween(ticks, cpu.value);
    ticks = cpu.value ?? ticks;
    const gpu = noGpu ? { gpus: [], problems: [] } : toGpus(raw, before);
    const runs = usageByRun(raw, before);
    return { ...toEntry(raw, { cpu: measured, gpu, originMs }), runs, pidsByRun: toPids(raw) };
  });
}

function toPids({ runs }: RawSample): TraceEntry['pidsByRun'] {
  if (!runs) return null;
  return new Map(Object.entries(runs).map(([run, list]) => [run, list.map(({ pid }) => pid)]));
}

interface Measured {
  readonly cpu: ReturnType<typeof cpuPercentBetween>;
  readonly gpu: { readonly gpus: Sample['gpus']; readonly problems: readonly string[] };
  readonly originMs: number;
}

function toEntry(
  raw: RawSample,
  { cpu, gpu, originMs }: Measured,
): Pick<TraceEntry, 'wallMs' | 'sample'> {
  const load = raw.loadavg ? parseProcLoadavg(raw.loadavg) : refuse('load1', 'is missing');
  const memory = parseProcMeminfo(
    Object.entries(raw.meminfo_kib ?? {})
      .map(([field, kib]) => `${field}: ${kib} kB`)
      .join('\n'),
  );
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
  return { wallMs, sample };
}

function toGpus(raw: RawSample, before: RawSample | undefined): Measured['gpu'] {
  // The driver writes the time to the millisecond, so a whole line that repeats is an old one.
  if (raw.query_gpu && raw.query_gpu === before?.query_gpu)
    return { gpus: null, problems: ['gpus: the output is the one of the line before'] };
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
