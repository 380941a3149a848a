/**
 * The telemetry service: one sampling loop for the whole process. Each tick reads the machine, the
 * GPUs and, while a run is watched, the process table once; the result goes to a bounded history,
 * to subscribers and to every run's watch. It is live, not journalled: what must last (verdicts,
 * state changes) is told to the watches' owners, who store it.
 */
import { cpus } from 'node:os';
import { type Clock, type TimerHandle, toIsoTime } from '../lib/clock.ts';
import { emptyRest, learnRest, type RestMemory } from '../machines/idle-gate/rest.ts';
import type { GpuReading, GpuSource } from './gpu-source.ts';
import { BucketCounts, type MetricValue } from './metric-family.ts';
import type { ProcessList, ProcessSource } from './process-list.ts';
import { findMembers, type RunMember, unknownUsage, usageOf } from './process-tree.ts';
import {
  createRunWatch,
  type RunReading,
  type RunWatch,
  type RunWatchOptions,
  type RunWatchState,
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

/** What one sample of the loop was to one watched run. */
export interface RunTick {
  readonly runId: string;
  /** Its `processes` are the run's own. */
  readonly sample: Sample;
  /** Where the run's watch stands with this sample. */
  readonly watch: RunWatchState;
}

/** One sample of the loop, as everybody who follows it is told. */
export interface TelemetryTick {
  readonly sample: Sample;
  readonly runs: readonly RunTick[];
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
  /** Called with every sample of the loop, after the watches; the result ends it. */
  subscribe(listener: (tick: TelemetryTick) => void): () => void;
  /** Watches one run until its verdict or until the handle is stopped. */
  watchRun(options: WatchRunOptions): RunWatch;
  status(): TelemetryStatus;
  /** What samples took, as the values of a histogram called `name`, seconds. */
  durations(name: string): MetricValue[];
}

const historySizeDefault = 720;
/** Bounds of the histogram of what samples take, seconds. */
const durationBoundsSec = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Everything read at one time, before it is cut to one run. */
interface MachineReading {
  /** Readings are numbered as they begin. */
  readonly number: number;
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
  const { clock, sampleIntervalMs, gpuSource, processSource, onCallbackError = () => {} } = options;
  const coreCount = options.coreCount ?? cpus().length;
  const observerPid = options.observerPid ?? process.pid;
  const history = createSampleHistory(options.historySize ?? historySizeDefault);
  const listeners = new Set<(tick: TelemetryTick) => void>();
  /** With the number of the first reading that begins after the watch. */
  const watches = new Map<RunWatch, number>();
  const durations = new BucketCounts(durationBoundsSec);
  /** The loop that runs now; a tick of an earlier one must not go on beside it. */
  let loop = 0;
  let running = false;
  let readingsBegun = 0;
  /** What the machine reads at rest, for the idle gates of runs that begin later. */
  let rest: RestMemory = emptyRest;
  let timer: TimerHandle | undefined;
  let earlierList: ProcessList | null = null;
  let inProgress: Promise<unknown> = Promise.resolve();
  let awaited: Promise<Fresh> | undefined;
  /** Somebody who waits for the next reading needs all of it to begin after they asked. */
  let mustBeginNow = false;
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

  /**
   * Watches that were there when the reading began. To a younger one it may be older than its run's
   * processes, which would then look as if they had ended.
   */
  const watchesOf = (reading: MachineReading): RunWatch[] =>
    [...watches].filter(([, first]) => reading.number >= first).map(([watch]) => watch);

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
    for (const watch of watchesOf(reading)) {
      for (const member of membersIn(reading, watch)) members.set(member.process.pid, member);
    }
    return sampleOf(reading, [...members.values()]);
  };

  const readMachine = async (beginsNow: boolean): Promise<Fresh> => {
    const startedMs = clock.monotonic();
    readingsBegun += 1;
    const number = readingsBegun;
    const nobodyAsks = watches.size === 0;
    const [system, gpu, processes] = await Promise.all([
      options.systemSampler.read(),
      beginsNow ? (gpuSource.readNow?.() ?? gpuSource.read()) : gpuSource.read(),
      nobodyAsks ? { list: null, processProblem: null } : readProcesses(),
    ]);
    const earlier = earlierList;
    earlierList = processes.list;
    lastDurationMs = clock.monotonic() - startedMs;
    durations.add(lastDurationMs / 1000);
    sampleCount += 1;
    const monotonicMs = clock.monotonic();
    const at = toIsoTime(clock.now());
    const reading: MachineReading = {
      number,
      system,
      gpu,
      ...processes,
      earlier,
      at,
      monotonicMs,
    };
    const sample = machineSampleOf(reading);
    rest = learnRest(rest, sample, coreCount);
    history.add(sample);
    return { reading, sample };
  };

  /** Readings never overlap; callers that come while one is under way share the one after it. */
  const readFresh = (beginsNow: boolean): Promise<Fresh> => {
    mustBeginNow ||= beginsNow;
    if (awaited !== undefined) return awaited;
    const fresh = inProgress.then(() => {
      const wasAsked = mustBeginNow;
      awaited = undefined;
      mustBeginNow = false;
      return readMachine(wasAsked);
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
    const { reading } = await readFresh(true);
    return runReadingOf(reading, watch);
  };

  /** Shows a reading to one watch; undefined when that failed or the watch has ended. */
  const show = (reading: MachineReading, watch: RunWatch): RunTick | undefined => {
    if (!watches.has(watch)) return undefined;
    try {
      const seen = runReadingOf(reading, watch);
      watch.observe(seen);
      return { runId: watch.identity.runId, sample: seen.sample, watch: watch.current() };
    } catch (error) {
      onCallbackError(error);
      return undefined;
    }
  };

  const tick = async (own: number, slotMs: number): Promise<void> => {
    try {
      const { reading, sample } = await readFresh(false);
      if (own !== loop) return;
      const shown = watchesOf(reading).map((watch) => show(reading, watch));
      const runs = shown.filter((run) => run !== undefined);
      for (const listener of listeners) guard(() => listener({ sample, runs }));
    } catch (error) {
      onCallbackError(error);
    }
    if (own === loop) scheduleAfter(own, slotMs);
  };

  const scheduleAfter = (own: number, slotMs: number): void => {
    const delayMs = slotMs + sampleIntervalMs - clock.monotonic();
    if (delayMs < 0) lateTicks += 1;
    // Past the interval only when time went back; waiting for it to come round would stop the loop.
    timer = clock.setTimer(Math.min(Math.max(0, delayMs), sampleIntervalMs), () => {
      // A late tick starts a new rhythm: catching up would only crowd samples together.
      const keepsTime = delayMs >= 0 && delayMs <= sampleIntervalMs;
      void tick(own, keepsTime ? slotMs + sampleIntervalMs : clock.monotonic());
    });
  };

  return {
    start() {
      if (running) return;
      running = true;
      loop += 1;
      void tick(loop, clock.monotonic());
    },
    async stop() {
      running = false;
      loop += 1;
      timer?.cancel();
      for (const watch of watches.keys()) watch.stop();
      const closed = gpuSource.close?.();
      await inProgress;
      await closed;
    },
    latest: () => history.latest(),
    history: (limit) => history.list(limit),
    sampleNow: async () => (await readFresh(true)).sample,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watchRun(watchOptions) {
      const watch: RunWatch = createRunWatch({
        ...watchOptions,
        clock,
        sampleIntervalMs,
        coreCount,
        rest,
        takeReading: () => takeReading(watch),
        onOwnerError: onCallbackError,
        onStop: () => {
          watches.delete(watch);
          watchOptions.onStop?.();
        },
      });
      watches.set(watch, readingsBegun + 1);
      return watch;
    },
    status: () => ({
      running,
      samples: sampleCount,
      late_ticks: lateTicks,
      last_duration_ms: lastDurationMs,
      watched_runs: watches.size,
    }),
    durations: (name) => durations.values(name, {}),
  };
}
