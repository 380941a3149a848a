/**
 * The telemetry service: one sampling loop for the whole process. Each tick reads the machine, the
 * GPUs and, while a run is watched, the process table once; the result goes to a bounded history,
 * to subscribers and to every run's watch. It is live, not journalled: what must last (verdicts,
 * state changes) is told to the watches' owners, who store it.
 */
import { availableParallelism } from 'node:os';
import { type Clock, type TimerHandle, toIsoTime } from '../lib/clock.ts';
import type { GpuReading, GpuSource } from './gpu-source.ts';
import type { ProcessList, ProcessSource } from './process-list.ts';
import { findMembers, type RunMember, unknownUsage, usageOf } from './process-tree.ts';
import {
  createRunWatch,
  type RunReading,
  type RunWatch,
  type RunWatchOptions,
} from './run-watch.ts';
import { type ProcessUsage, type Sample, toSample } from './sample.ts';
import { createSampleHistory } from './sample-history.ts';
import type { SystemReading, SystemSampler } from './system-sampler.ts';

export interface TelemetryOptions {
  readonly clock: Clock;
  /** Time from the start of one sample to the start of the next, ms. */
  readonly sampleIntervalMs: number;
  readonly systemSampler: SystemSampler;
  readonly gpuSource: GpuSource;
  readonly processSource: ProcessSource;
  /** Samples kept for `history`. */
  readonly historySize?: number;
  readonly coreCount?: number;
  /** Process whose ancestry never counts as a run's; this one unless told. */
  readonly observerPid?: number;
  /** Told what a subscriber or a watch's owner threw; telemetry goes on. */
  readonly onCallbackError?: (error: unknown) => void;
}

export interface TelemetryStatus {
  readonly running: boolean;
  readonly samples: number;
  /** Samples that took longer than the interval, so that the next one came late. */
  readonly late_ticks: number;
  /** What the latest sample took, ms. */
  readonly last_duration_ms: number | null;
  readonly watched_runs: number;
}

export type WatchRunOptions = Omit<
  RunWatchOptions,
  'clock' | 'sampleIntervalMs' | 'takeReading' | 'onOwnerError'
>;

export interface Telemetry {
  /** Takes a sample at once and then one an interval. Does nothing when running. */
  start(): void;
  /** Stops the loop and every watch; resolves when no sample is being taken. */
  stop(): Promise<void>;
  latest(): Sample | null;
  /** The newest samples, oldest first. */
  history(limit?: number): readonly Sample[];
  /** A sample whose reading begins after this call. It goes to the history, not to subscribers. */
  sampleNow(): Promise<Sample>;
  /** Called with every sample of the loop; the result ends it. */
  subscribe(listener: (sample: Sample) => void): () => void;
  /** Watches one run until its verdict or until the handle is stopped. */
  watchRun(options: WatchRunOptions): RunWatch;
  status(): TelemetryStatus;
}

const historySizeDefault = 720;

/** Everything read at one time, before it is cut to one run. */
interface MachineReading {
  readonly system: SystemReading;
  readonly gpu: GpuReading;
  readonly list: ProcessList | null;
  readonly earlier: ProcessList | null;
  readonly processProblem: string | null;
  readonly at: string;
  readonly monotonicMs: number;
}

interface Fresh {
  readonly reading: MachineReading;
  /** The same as a sample of the whole machine; it is in the history. */
  readonly sample: Sample;
}

/** Creates the service, stopped. */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { clock, sampleIntervalMs, processSource, onCallbackError = () => {} } = options;
  const coreCount = options.coreCount ?? availableParallelism();
  const observerPid = options.observerPid ?? process.pid;
  const history = createSampleHistory(options.historySize ?? historySizeDefault);
  const listeners = new Set<(sample: Sample) => void>();
  const watches = new Set<RunWatch>();
  let running = false;
  let timer: TimerHandle | undefined;
  let earlierList: ProcessList | null = null;
  let inProgress: Promise<unknown> = Promise.resolve();
  let awaited: Promise<Fresh> | undefined;
  let sampleCount = 0;
  let lateTicks = 0;
  let lastDurationMs: number | null = null;

  const guard = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      onCallbackError(error);
    }
  };

  const readProcesses = async (): Promise<Pick<MachineReading, 'list' | 'processProblem'>> => {
    try {
      return { list: await processSource.list(), processProblem: null };
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable';
      return { list: null, processProblem: `the process table cannot be read (${reason})` };
    }
  };

  const membersIn = (reading: MachineReading, watch: RunWatch): RunMember[] =>
    reading.list === null ? [] : findMembers(reading.list, watch.identity, observerPid);

  const usageIn = (
    reading: MachineReading,
    members: readonly RunMember[],
  ): { usage: ProcessUsage; problems: readonly string[] } => {
    if (reading.list !== null) {
      const usage = usageOf(members, reading.list, reading.earlier, coreCount);
      const problem = 'processes.cpu_pct: needs an earlier listing';
      return { usage, problems: usage.cpu_pct === null ? [problem] : [] };
    }
    if (reading.processProblem !== null) return unknownUsage(reading.processProblem);
    return { usage: { alive: 0, cpu_pct: 0, rss_mib: 0 }, problems: [] };
  };

  const sampleOf = (reading: MachineReading, members: readonly RunMember[]): Sample => {
    const { problems, ...system } = reading.system;
    const { usage, problems: processProblems } = usageIn(reading, members);
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
  };

  const machineSampleOf = (reading: MachineReading): Sample => {
    const members = new Map<number, RunMember>();
    for (const watch of watches) {
      for (const member of membersIn(reading, watch)) members.set(member.process.pid, member);
    }
    return sampleOf(reading, [...members.values()]);
  };

  const readMachine = async (): Promise<Fresh> => {
    const startedMs = clock.monotonic();
    const nobodyAsks = watches.size === 0;
    const [system, gpu, processes] = await Promise.all([
      options.systemSampler.read(),
      options.gpuSource.read(),
      nobodyAsks ? { list: null, processProblem: null } : readProcesses(),
    ]);
    const earlier = earlierList;
    earlierList = processes.list;
    lastDurationMs = clock.monotonic() - startedMs;
    sampleCount += 1;
    const monotonicMs = clock.monotonic();
    const at = toIsoTime(clock.now());
    const reading: MachineReading = { system, gpu, ...processes, earlier, at, monotonicMs };
    const sample = machineSampleOf(reading);
    history.add(sample);
    return { reading, sample };
  };

  /** Readings never overlap; callers that come while one is under way share the one after it. */
  const readFresh = (): Promise<Fresh> => {
    if (awaited !== undefined) return awaited;
    const fresh = inProgress.then(() => {
      awaited = undefined;
      return readMachine();
    });
    awaited = fresh;
    inProgress = fresh.catch(() => {});
    return fresh;
  };

  const runReadingOf = (reading: MachineReading, watch: RunWatch): RunReading => {
    const members = membersIn(reading, watch);
    return { sample: sampleOf(reading, members), list: reading.list, members };
  };

  const takeReading = async (watch: RunWatch): Promise<RunReading> => {
    const { reading } = await readFresh();
    return runReadingOf(reading, watch);
  };

  const tick = async (slotMs: number): Promise<void> => {
    try {
      const { reading, sample } = await readFresh();
      if (!running) return;
      // A watch that was added while nobody asked for processes waits for the next reading.
      const isListed = reading.list !== null || reading.processProblem !== null;
      for (const watch of isListed ? [...watches] : [])
        guard(() => watch.observe(runReadingOf(reading, watch)));
      for (const listener of listeners) guard(() => listener(sample));
    } catch (error) {
      onCallbackError(error);
    }
    if (running) scheduleAfter(slotMs);
  };

  const scheduleAfter = (slotMs: number): void => {
    const delayMs = slotMs + sampleIntervalMs - clock.monotonic();
    if (delayMs < 0) lateTicks += 1;
    timer = clock.setTimer(Math.max(0, delayMs), () => {
      // A late tick starts a new rhythm: catching up would only crowd samples together.
      void tick(delayMs < 0 ? clock.monotonic() : slotMs + sampleIntervalMs);
    });
  };

  return {
    start() {
      if (running) return;
      running = true;
      void tick(clock.monotonic());
    },
    async stop() {
      running = false;
      timer?.cancel();
      for (const watch of watches) watch.stop();
      await inProgress;
    },
    latest: () => history.latest(),
    history: (limit) => history.list(limit),
    sampleNow: async () => (await readFresh()).sample,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watchRun(watchOptions) {
      const watch: RunWatch = createRunWatch({
        ...watchOptions,
        clock,
        sampleIntervalMs,
        takeReading: () => takeReading(watch),
        onOwnerError: onCallbackError,
        onStop: () => {
          watches.delete(watch);
          watchOptions.onStop?.();
        },
      });
      watches.add(watch);
      return watch;
    },
    status: () => ({
      running,
      samples: sampleCount,
      late_ticks: lateTicks,
      last_duration_ms: lastDurationMs,
      watched_runs: watches.size,
    }),
  };
}
