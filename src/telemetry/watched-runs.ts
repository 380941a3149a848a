/**
 * The runs that are watched, each by an actor of its own, and the samples that are shown to them.
 */
import type { VolatileHost, VolatileRef } from '../actors/volatile/host.ts';
import type { EffectContext, VolatileKind } from '../actors/volatile/kind.ts';
import { type Clock, within } from '../lib/clock.ts';
import type { RestMemory } from '../machines/idle-gate/rest.ts';
import { type CutOptions, cutToRun, type MachineReading } from '../sensing/machine-reading.ts';
import type { RunIdentity } from '../sensing/process-tree.ts';
import type { Sample } from '../sensing/sample.ts';
import {
  beginRunWatch,
  type RunWatch,
  type RunWatchInput,
  type RunWatchState,
  toWatchState,
  type WatchRunOptions,
} from './run-watch.ts';
import type { RunWatchContext, RunWatchEvent, runWatchMachine } from './run-watch-machine.ts';

/** What one sample of the loop was to one watched run. */
export interface RunTick {
  readonly runId: string;
  /** Its `processes` are the run's own. */
  readonly sample: Sample;
  /** Where the run's watch stands with this sample. */
  readonly watch: RunWatchState;
}

type WatchRef = VolatileRef<typeof runWatchMachine>;

interface Watched {
  readonly run: WatchRunOptions;
  readonly ref: WatchRef;
  /** Number of the first reading that begins after the watch. */
  readonly firstReading: number;
}

interface WatchedRunsOptions {
  readonly host: VolatileHost;
  readonly kind: VolatileKind<typeof runWatchMachine, RunWatchInput>;
  readonly clock: Clock;
  readonly cut: CutOptions;
  /** How long a sample waits for the runs it is shown to, and the time between samples, ms. */
  readonly sampleIntervalMs: number;
  /** Number of the next reading to begin, and what is known of the machine at rest. */
  readonly begin: () => { readonly firstReading: number; readonly rest: RestMemory };
  readonly onError: (error: unknown) => void;
}

interface WatchedRuns {
  readonly count: number;
  /** Watches one run until its verdict or until the handle is stopped. */
  watch(run: WatchRunOptions): RunWatch;
  /** Those that were watched when the reading of this number began. */
  identitiesAt(readingNumber: number): RunIdentity[];
  /**
   * Shows a reading to each of them and waits for it to be taken in, for an interval at most. A run
   * that is too slow for it goes on with a later one, and is not in the result.
   */
  show(reading: MachineReading, context: EffectContext): Promise<RunTick[]>;
  stopAll(): void;
}

/** The set of watches of one machine, empty; a watch leaves it when it ends, however it ends. */
export function createWatchedRuns(options: WatchedRunsOptions): WatchedRuns {
  const { host, clock, cut, sampleIntervalMs } = options;
  const watched = new Map<string, Watched>();

  /**
   * To a younger watch a reading may be older than its run's processes, which would then look as if
   * they had ended.
   */
  const watchedAt = (readingNumber: number): Watched[] =>
    [...watched.values()].filter(({ firstReading }) => readingNumber >= firstReading);

  const stateOf = (context: RunWatchContext, run: WatchRunOptions): RunWatchState =>
    toWatchState(context, run, { sampleIntervalMs, coreCount: cut.coreCount });

  const showTo = async (
    { run, ref }: Watched,
    reading: MachineReading,
    { ask }: EffectContext,
  ): Promise<RunTick | null> => {
    const { runId } = run.identity;
    const seen = cutToRun(reading, run, cut);
    const lane = { lane: 'telemetry', coalesceKey: 'sample' } as const;
    const event: RunWatchEvent = { type: 'SAMPLE', seen };
    const reply = await ask(ref.address, event, lane);
    if (reply.ok) {
      const context = reply.snapshot.context as RunWatchContext;
      return { runId, sample: seen.sample, watch: stateOf(context, run) };
    }
    if (reply.rejected === 'coalesced' || reply.rejected === 'overloaded') {
      options.onError(new Error(`the watch of run ${runId} was too slow and skipped a sample`));
    }
    return null;
  };

  return {
    get count() {
      return watched.size;
    },
    watch(run) {
      const id = host.freeId(options.kind.kind, run.identity.runId);
      const { firstReading, rest } = options.begin();
      const end = (): void => {
        if (watched.delete(id)) run.onStop?.();
      };
      const told = { ...run, onStop: end };
      const input = beginRunWatch(told, { clock, coreCount: cut.coreCount, rest });
      const ref = host.spawn(options.kind, id, input, end);
      watched.set(id, { run, ref, firstReading });
      return {
        identity: run.identity,
        current: () => stateOf(ref.snapshot().context, run),
        tracking: () => ref.snapshot().context.tracking,
        stop: () => void ref.stop(),
      };
    },
    identitiesAt: (readingNumber) => watchedAt(readingNumber).map(({ run }) => run.identity),
    async show(reading, context) {
      const ticks: RunTick[] = [];
      const shown = watchedAt(reading.number).map(async (each) => {
        try {
          const tick = await showTo(each, reading, context);
          if (tick !== null) ticks.push(tick);
        } catch (error) {
          options.onError(error);
        }
      });
      if (shown.length > 0) await within(clock, sampleIntervalMs, Promise.all(shown));
      return [...ticks];
    },
    stopAll() {
      for (const { ref } of watched.values()) void ref.stop();
    },
  };
}
