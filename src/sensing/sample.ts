/**
 * One telemetry sample of a machine: the shape that is stored, sent and judged. Members are
 * snake_case because they cross the wire. A reading that is missing, malformed, not supported,
 * impossible or late is `null` with a line in `problems`; it is never zero.
 */
import * as z from 'zod';

const reading = z.number().nonnegative().nullable();
const percent = z.number().min(0).max(100).nullable();

const gpuSampleSchema = z.object({
  /** Position in the driver's list; not stable over reboots. */
  index: z.number().int().nonnegative(),
  /** The driver's own name for the device; stable. */
  uuid: z.string().min(1),
  name: z.string(),
  /** Share of the driver's last averaging period in which any kernel ran. */
  utilization_pct: percent,
  memory_used_mib: reading,
  memory_total_mib: reading,
  power_w: reading,
  /** Degrees Celsius; may be negative. */
  temperature_c: z.number().nullable(),
  sm_clock_mhz: reading,
  /** Most power the driver lets it draw; absent where it was not asked for. */
  power_limit_w: reading.optional(),
  /** True: partitioned (MIG), so that the driver tells no use of the whole; absent: not told. */
  partitioned: z.boolean().optional(),
  /** Processes with a compute context, ascending; null when the list could not be had. */
  compute_pids: z.array(z.number().int().positive()).nullable(),
});
/** One GPU at one time. */
export type GpuSample = z.infer<typeof gpuSampleSchema>;

const pressureSchema = z.object({ cpu: percent, io: percent, memory: percent });
/** Share of the last 10 s in which some task waited for the resource (`some avg10`), percent. */
export type Pressure = z.infer<typeof pressureSchema>;

const processUsageSchema = z.object({
  /** Live processes, zombies not counted. */
  alive: z.number().int().nonnegative().nullable(),
  /** CPU time used since the sample before, as percent of the whole machine. */
  cpu_pct: percent,
  /** Sum of the resident sets, MiB; shared pages count once per process. */
  rss_mib: reading,
  /** CPU time used since the sample before, in cores: 1 is one core kept busy. */
  cpu_cores: reading.optional(),
  /** Storage read and written since the sample before, MiB a second. */
  read_mib_s: reading.optional(),
  write_mib_s: reading.optional(),
});
/** What a set of processes uses. */
export type ProcessUsage = z.infer<typeof processUsageSchema>;

/** How complete a sample is, the best first. */
export const sampleHealths = ['ok', 'partial', 'unknown'] as const;
type SampleHealth = (typeof sampleHealths)[number];

/** A sample as it crosses the wire; `Sample`, which the sensors fill, is its type. */
export const sampleSchema = z.object({
  /** Wall-clock time, ISO 8601 UTC. */
  at: z.iso.datetime(),
  /** Milliseconds of a clock that never goes back; only differences mean something. */
  monotonic_ms: z.number().nonnegative(),
  /** All cores together: 100 is the whole machine. */
  cpu_pct: percent,
  load1: reading,
  memory_total_mib: reading,
  memory_available_mib: reading,
  /** Empty: this machine is known to have no GPU. Null: it could not be told. */
  gpus: z.array(gpuSampleSchema).nullable(),
  /** Absent where the kernel keeps no pressure figures. */
  pressure: pressureSchema.optional(),
  /** Of all watched runs together, or of one run in a run's own sample. */
  processes: processUsageSchema,
  /** `unknown`: neither CPU, memory nor GPU could be read. `partial`: something is missing. */
  health: z.enum(sampleHealths),
  /** `<member>: <what is wrong>`, one line each. */
  problems: z.array(z.string()),
});
/** A machine at one time. */
export type Sample = z.infer<typeof sampleSchema>;

/** A value or, when it is null, a line in `problems` that names it. */
export interface Parsed<Value> {
  readonly value: Value | null;
  readonly problems: readonly string[];
}

/** Everything of a sample but its verdict on itself. */
export type Readings = Omit<Sample, 'health' | 'problems'>;

/** Completes a sample: `health` follows from what is null and from `problems`. Pure. */
export function toSample(readings: Readings, problems: readonly string[]): Sample {
  return { ...readings, health: healthOf(readings, problems), problems: [...problems] };
}

function healthOf(readings: Readings, problems: readonly string[]): SampleHealth {
  const { cpu_pct: cpu, memory_available_mib: memory, gpus } = readings;
  if (cpu === null && memory === null && gpus === null) return 'unknown';
  return problems.length > 0 || cpu === null || memory === null || gpus === null ? 'partial' : 'ok';
}

/** Nothing is known of any process. */
export const unknownProcesses: ProcessUsage = { alive: null, cpu_pct: null, rss_mib: null };
