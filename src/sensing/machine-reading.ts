/**
 * Reads the machine, its GPUs and, where somebody asks, its process table at one time, and cuts a
 * sample out of such a reading: of the whole machine, or of one run's own processes.
 */

import { type Clock, toIsoTime } from '../lib/clock.ts';
import { messageOfError } from '../lib/describe-error.ts';
import type { IdleSample } from '../machines/idle-gate/events.ts';
import { nameComputeOwners } from './compute-owners.ts';
import type { GpuReading, GpuSource } from './gpu-source.ts';
import type { ProcessList, ProcessSource } from './process-list.ts';
import { type ProcessTracking, toTracking } from './process-tracking.ts';
import {
  findMembers,
  isRootAlive,
  type RunIdentity,
  type RunMember,
  unknownUsage,
  usageOf,
} from './process-tree.ts';
import { type ProcessUsage, type Sample, toSample } from './sample.ts';
import type { SystemReading, SystemSampler } from './system-sampler.ts';

/** Everything read at one time, before it is cut to one run. */
export interface MachineReading {
  /** Readings are numbered as they begin. */
  readonly number: number;
  readonly system: SystemReading;
  readonly gpu: GpuReading;
  /** Null: not asked for, or unreadable; the problem tells which. */
  readonly list: ProcessList | null;
  /** The listing of the reading before. */
  readonly earlier: ProcessList | null;
  readonly processProblem: string | null;
  readonly at: string;
  readonly monotonicMs: number;
}

/** The three sources of a reading; tests and the simulated worker bring their own. */
export interface MachineSensors {
  readonly clock: Clock;
  readonly systemSampler: SystemSampler;
  readonly gpuSource: GpuSource;
  readonly processSource: ProcessSource;
}

/** What the sampler asks for: which reading this is, how fresh it must be, and how much of it. */
export interface ReadingOrder {
  readonly number: number;
  /** Somebody needs all of it to begin now; else any reading that nobody has had will do. */
  readonly beginsNow: boolean;
  readonly withProcesses: boolean;
}

/** A reader; it keeps the latest listing, which rates are counted from. */
export function createMachineReader(
  sensors: MachineSensors,
): (order: ReadingOrder) => Promise<MachineReading> {
  const { clock, systemSampler, gpuSource, processSource } = sensors;
  let latestList: ProcessList | null = null;
  return async ({ number, beginsNow, withProcesses }) => {
    const [system, gpu, processes] = await Promise.all([
      systemSampler.read(),
      beginsNow ? (gpuSource.readNow?.() ?? gpuSource.read()) : gpuSource.read(),
      withProcesses ? readProcesses(processSource) : { list: null, processProblem: null },
    ]);
    const earlier = latestList;
    latestList = processes.list;
    const time = { at: toIsoTime(clock.now()), monotonicMs: clock.monotonic() };
    return { number, system, gpu, ...processes, earlier, ...time };
  };
}

async function readProcesses(
  source: ProcessSource,
): Promise<Pick<MachineReading, 'list' | 'processProblem'>> {
  try {
    return { list: await source.list(), processProblem: null };
  } catch (error) {
    const processProblem = `the process table cannot be read: ${messageOfError(error)}`;
    return { list: null, processProblem };
  }
}

/** What is the same for all samples of one machine. */
export interface CutOptions {
  readonly coreCount: number;
  /** Process whose ancestry never counts as a run's. */
  readonly observerPid: number;
}

/** What one reading shows of one run. */
export interface RunSeen {
  /** Its `processes` are the run's own. */
  readonly sample: Sample;
  /** The same as its idle gate judges it: with its own GPUs, and whose the processes on them are. */
  readonly judged: IdleSample;
  /** Null: the process table could not be read. */
  readonly rootAlive: boolean | null;
  readonly tracking: ProcessTracking;
}

/** Cuts a reading to one run. Pure. */
export function cutToRun(
  reading: MachineReading,
  { identity }: { readonly identity: RunIdentity },
  options: CutOptions,
): RunSeen {
  const { list, at } = reading;
  const members = membersOf(reading, identity, options);
  const sample = sampleOf(reading, members, options);
  const rootAlive = list === null ? null : isRootAlive(list, identity);
  return {
    sample,
    judged: nameComputeOwners({ sample, list, members }),
    rootAlive,
    tracking: toTracking(identity, { at, list, members, rootAlive }),
  };
}

/** A sample of the machine, whose `processes` are those of all these runs together. Pure. */
export function cutToRuns(
  reading: MachineReading,
  runs: readonly RunIdentity[],
  options: CutOptions,
): Sample {
  const members = new Map<number, RunMember>();
  for (const identity of runs) {
    for (const member of membersOf(reading, identity, options)) {
      members.set(member.process.pid, member);
    }
  }
  return sampleOf(reading, [...members.values()], options);
}

function membersOf(
  { list }: MachineReading,
  identity: RunIdentity,
  { observerPid }: CutOptions,
): RunMember[] {
  return list === null ? [] : findMembers(list, identity, observerPid);
}

function sampleOf(
  reading: MachineReading,
  members: readonly RunMember[],
  { coreCount }: CutOptions,
): Sample {
  const { problems, ...system } = reading.system;
  const { usage, problems: processProblems } = usageIn(reading, members, coreCount);
  return toSample(
    {
      at: reading.at,
      monotonic_ms: reading.monotonicMs,
      ...system,
      gpus: reading.gpu.gpus === null ? null : [...reading.gpu.gpus],
      processes: usage,
    },
    [...problems, ...reading.gpu.problems, ...processProblems],
  );
}

function usageIn(
  { list, earlier, processProblem }: MachineReading,
  members: readonly RunMember[],
  coreCount: number,
): { usage: ProcessUsage; problems: readonly string[] } {
  if (list !== null) {
    const usage = usageOf(members, list, earlier, coreCount);
    const problem = 'processes.cpu_pct: needs an earlier listing';
    return { usage, problems: usage.cpu_pct === null ? [problem] : [] };
  }
  if (processProblem !== null) return unknownUsage(processProblem);
  return { usage: { alive: 0, cpu_pct: 0, rss_mib: 0 }, problems: [] };
}
