/**
 * The telemetry service: one sampling loop for the whole process. Each sample reads the machine,
 * the GPUs and, while a run is watched, the process table once; the result goes to a bounded
 * history, as a message to every run's watch, and to subscribers. The sampler and the watches are
 * volatile actors, so all of it is live and nothing is journalled: what must last (verdicts, state
 * changes) is told to the watches' owners, who store it.
 */
import { cpus } from 'node:os';
import { VolatileHost } from '../actors/volatile/host.ts';
import type { VolatileReply } from '../actors/volatile/message.ts';
import type { Clock } from '../lib/clock.ts';
import { BucketCounts, type MetricValue } from '../metrics/metric-family.ts';
import {
  createMachineReader,
  cutToRun,
  cutToRuns,
  type MachineSensors,
} from '../sensing/machine-reading.ts';
import type { Sample } from '../sensing/sample.ts';
import { createRunWatchKind, type RunWatch, type WatchRunOptions } from './run-watch.ts';
import { createSampleHistory } from './sample-history.ts';
import { createSamplerKind, type SamplerWork } from './sampler.ts';
import type { ReaderAnswer, TakenSample } from './sampler-machine.ts';
import { createWatchedRuns, type RunTick } from './watched-runs.ts';

/** Sensors, clock and interval of one machine; what is left out is taken from this process. */
export interface TelemetryOptions extends MachineSensors {
  readonly clock: Clock;
  /** Time from the start of one sample to the start of the next, ms. */
  readonly sampleIntervalMs: number;
  /** Where the sampler and the watches live; a host of its own unless told. */
  readonly host?: VolatileHost;
  /** Samples kept for `history`. */
  readonly historySize?: number;
  readonly coreCount?: number;
  /** Process whose ancestry never counts as a run's; this one unless told. */
  readonly observerPid?: number;
  /** Told what a subscriber or a watch's owner threw; telemetry goes on. */
  readonly onCallbackError?: (error: unknown) => void;
}

interface TelemetryStatus {
  readonly running: boolean;
  readonly samples: number;
  /** Samples that took longer than the interval, so that the next one came late. */
  readonly late_ticks: number;
  /** What the latest sample took, ms. */
  readonly last_duration_ms: number | null;
  readonly watched_runs: number;
}

/** One sample of the loop, as everybody who follows it is told. */
export interface TelemetryTick {
  readonly sample: Sample;
  readonly runs: readonly RunTick[];
}

/** The service as the worker gate uses it; all it knows is of the life of this process. */
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
/** The sampler's address; there is one for each host. */
const samplerAddress = { kind: 'sampler', id: 'machine' };

/** Creates the service, stopped. */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { clock, sampleIntervalMs, onCallbackError: onError = () => {} } = options;
  const coreCount = options.coreCount ?? cpus().length;
  const cut = { coreCount, observerPid: options.observerPid ?? process.pid };
  const history = createSampleHistory(options.historySize ?? historySizeDefault);
  const listeners = new Set<(tick: TelemetryTick) => void>();
  const durations = new BucketCounts(durationBoundsSec);
  const host =
    options.host ?? new VolatileHost({ clock, onFailure: ({ error }) => onError(error) });
  const readMachine = createMachineReader(options);

  const watchKind = createRunWatchKind({
    clock,
    sampleIntervalMs,
    coreCount,
    takeReading: async (run, { ask }) =>
      cutToRun(takenIn(await ask(samplerAddress, { type: 'READ_NOW' }, control)).reading, run, cut),
    onError,
  });
  const runs = createWatchedRuns({
    host,
    kind: watchKind,
    clock,
    cut,
    sampleIntervalMs,
    begin: () => {
      const { readings, rest } = sampler.snapshot().context;
      return { firstReading: readings + 1, rest };
    },
    onError,
  });
  const tellFollowers = (tick: TelemetryTick): void => {
    for (const listener of listeners) {
      try {
        listener(tick);
      } catch (error) {
        onError(error);
      }
    }
  };
  const work: SamplerWork = {
    async read(order) {
      const startedMs = clock.monotonic();
      const reading = await readMachine({ ...order, withProcesses: runs.count > 0 });
      const tookMs = clock.monotonic() - startedMs;
      const sample = cutToRuns(reading, runs.identitiesAt(reading.number), cut);
      return { reading, sample, tookMs };
    },
    keep({ sample, tookMs }) {
      durations.add(tookMs / 1000);
      history.add(sample);
    },
    async show({ reading, sample }, context) {
      const ticks = await runs.show(reading, context);
      if (!context.signal.aborted) tellFollowers({ sample, runs: ticks });
    },
    onError,
  };
  const samplerKind = createSamplerKind(work, sampleIntervalMs);
  const input = { intervalMs: sampleIntervalMs, coreCount };
  const sampler = host.spawn(samplerKind, samplerAddress.id, input);

  return {
    start: () => void sampler.tell({ type: 'START' }, control),
    async stop() {
      const rested = sampler.ask({ type: 'STOP' }, control);
      runs.stopAll();
      const closed = options.gpuSource.close?.();
      await rested;
      await closed;
    },
    latest: () => history.latest(),
    history: (limit) => history.list(limit),
    sampleNow: async () => takenIn(await sampler.ask({ type: 'READ_NOW' }, control)).sample,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watchRun: (run) => runs.watch(run),
    status() {
      const snapshot = sampler.snapshot();
      const { samples, lateTicks, lastDurationMs } = snapshot.context;
      return {
        running: snapshot.matches({ loop: 'running' }),
        samples,
        late_ticks: lateTicks,
        last_duration_ms: lastDurationMs,
        watched_runs: runs.count,
      };
    },
    durations: (name) => durations.values(name, {}),
  };
}

const control = { lane: 'control' } as const;

/** What a reader was answered. Throws what the sensors threw, or why there is no answer. */
function takenIn(reply: VolatileReply): TakenSample {
  if (!reply.ok) throw new Error(`no sample can be taken: the sampler is ${reply.rejected}`);
  const answer = reply.body as ReaderAnswer;
  if (!answer.ok) throw answer.error;
  return answer.taken;
}
