/** Reads CPU, memory, load and pressure of this machine from `/proc`. */
import { readFile } from 'node:fs/promises';
import type { Clock } from '../lib/clock.ts';
import { refuse } from './parsers/number.ts';
import { parseProcLoadavg } from './parsers/proc-loadavg.ts';
import { parseProcMeminfo } from './parsers/proc-meminfo.ts';
import { parseProcPressure, pressureResources } from './parsers/proc-pressure.ts';
import { type CpuTicks, cpuPercentBetween, parseProcStat } from './parsers/proc-stat.ts';
import { errorCode } from './read-sys.ts';
import type { Parsed, Pressure, Readings } from './sample.ts';

/** The machine's part of a sample. */
export type SystemReading = Pick<
  Readings,
  'cpu_pct' | 'load1' | 'memory_total_mib' | 'memory_available_mib' | 'pressure'
> & { readonly problems: readonly string[] };

/** Something that can tell the machine's state now; never rejects. */
export interface SystemSampler {
  read(): Promise<SystemReading>;
}

interface SystemSamplerOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Reads a small text file; rejects as `fs.readFile` does. */
  readonly readFile?: (path: string) => Promise<string>;
}

/** CPU use over less than this is mostly rounding: ticks are 10 ms on most machines. */
const cpuSpanMsMin = 250;

interface TimedTicks {
  readonly ticks: CpuTicks;
  readonly monotonicMs: number;
}

/**
 * Creates the sampler. The first reading has no CPU figure, since that needs two. A reading soon
 * after another measures from the one before that, so that a fresh sample is still a fair one.
 */
export function createSystemSampler(options: SystemSamplerOptions): SystemSampler {
  const { clock } = options;
  const read = options.readFile ?? ((path: string) => readFile(path, 'utf8'));
  let recent: readonly TimedTicks[] = [];

  const readText = async (name: string, member: string): Promise<Parsed<string>> => {
    try {
      return { value: await read(`/proc/${name}`), problems: [] };
    } catch (error) {
      return refuse(member, `${name} cannot be read (${errorCode(error)})`);
    }
  };

  const measureCpu = (parsed: Parsed<CpuTicks>): Parsed<number> => {
    if (parsed.value === null) return { value: null, problems: parsed.problems };
    const now: TimedTicks = { ticks: parsed.value, monotonicMs: clock.monotonic() };
    const isOldEnough = (each: TimedTicks): boolean =>
      now.monotonicMs - each.monotonicMs >= cpuSpanMsMin;
    const earlier = recent.findLast(isOldEnough) ?? null;
    const measured = cpuPercentBetween(earlier?.ticks ?? null, now.ticks);
    recent = [...recent.filter((each) => !isOldEnough(each)), now];
    if (earlier !== null && measured.value !== null) recent = [earlier, ...recent];
    return measured;
  };

  return {
    async read() {
      const [stat, memory, load, pressure] = await Promise.all([
        readText('stat', 'cpu_pct'),
        readText('meminfo', 'memory'),
        readText('loadavg', 'load1'),
        readPressure((name) => read(`/proc/${name}`)),
      ]);
      const cpu = measureCpu(
        stat.value === null ? { ...stat, value: null } : parseProcStat(stat.value),
      );
      const memoryReading =
        memory.value === null
          ? { totalMib: null, availableMib: null, problems: memory.problems }
          : parseProcMeminfo(memory.value);
      const load1 = load.value === null ? { ...load, value: null } : parseProcLoadavg(load.value);
      return {
        cpu_pct: cpu.value,
        load1: load1.value,
        memory_total_mib: memoryReading.totalMib,
        memory_available_mib: memoryReading.availableMib,
        ...(pressure.value === null ? {} : { pressure: pressure.value }),
        problems: [cpu, memoryReading, load1, pressure].flatMap((part) => part.problems),
      };
    },
  };
}

/** All three figures, or none and no problem where the kernel was built or started without them. */
async function readPressure(read: (name: string) => Promise<string>): Promise<Parsed<Pressure>> {
  const parts = await Promise.all(
    pressureResources.map(async (resource) => {
      try {
        return parseProcPressure(await read(`pressure/${resource}`), resource);
      } catch (error) {
        const code = errorCode(error);
        if (code === 'ENOENT' || code === 'EOPNOTSUPP') return undefined;
        return refuse(`pressure.${resource}`, `cannot be read (${code})`);
      }
    }),
  );
  if (parts.every((part) => part === undefined)) return { value: null, problems: [] };
  const readingOf = (index: number): number | null => parts[index]?.value ?? null;
  return {
    value: { cpu: readingOf(0), io: readingOf(1), memory: readingOf(2) },
    problems: parts.flatMap((part) => part?.problems ?? []),
  };
}
