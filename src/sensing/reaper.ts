/**
 * Ends what runs left behind: processes of a project that has had no live run for the grace time.
 * Which processes those are is decided in `stale-processes.ts`; this is the loop around it.
 */
import { type Clock, type TimerHandle, toIsoTime } from '../lib/clock.ts';
import { endProcesses } from './end-processes.ts';
import type { ProcessSource } from './process-list.ts';
import type { SignalOutcome } from './signal-tree.ts';
import { findStale, type LiveRun, type StaleProcess } from './stale-processes.ts';

/** Whether and how fast leftovers are ended; from the configuration of the worker gate. */
export interface ReaperConfig {
  readonly enabled: boolean;
  /** How long a process must have been seen without a live run before it is ended. */
  readonly graceMs: number;
  /** Time between TERM and KILL. */
  readonly termGraceMs: number;
  /** Parts of command lines; when given, only processes that show one are ended. */
  readonly commandMarkers: readonly string[];
}

/** One act of the reaper, as JSON. It holds no command line, which may hold secrets. */
export type ReaperAction = {
  readonly event_type:
    | 'stale_process.terminated'
    | 'stale_process.killed'
    | 'stale_process.survived';
  readonly pid: number;
  readonly start_ticks: number;
  readonly name: string;
  /** Why it was taken for a leftover. */
  readonly reason: string;
  readonly project_dir: string | null;
  readonly outcome: SignalOutcome | 'alive';
  readonly at: string;
};

interface ReaperOptions {
  readonly clock: Clock;
  readonly config: ReaperConfig;
  /** Folder whose sub-folders are the projects; absolute, without symbolic links. */
  readonly projectRoot: string;
  readonly source: ProcessSource;
  /** Runs that live or are about to; asked anew before every act. */
  readonly liveRuns: () => readonly LiveRun[] | Promise<readonly LiveRun[]>;
  /** Told of every act. */
  readonly report: (action: ReaperAction) => void;
  readonly onError?: (error: unknown) => void;
}

interface Reaper {
  /** Sweeps every interval until stopped; does nothing when not enabled. */
  start(): void;
  /** Resolves when the sweep under way, if any, is done. */
  stop(): Promise<void>;
  /** One sweep now; overlapping calls share it. Rejects when the process table is unreadable. */
  sweep(): Promise<void>;
}

const sweepIntervalMs = 30_000;

/** Creates a reaper that remembers nothing of earlier ones: after a restart every grace is new. */
export function createReaper(options: ReaperOptions): Reaper {
  const { clock, config, source } = options;
  /** When each leftover was first seen, monotonic, by pid and start. */
  let firstSeen = new Map<string, number>();
  let timer: TimerHandle | undefined;
  let running = false;
  let underWay: Promise<void> | undefined;

  const listStale = async (): Promise<StaleProcess[]> => {
    const list = await source.list();
    // Asked after the listing: a run that begins in between is then spared, not overlooked.
    const liveRuns = await options.liveRuns();
    const { projectRoot } = options;
    return findStale(list, {
      projectRoot,
      commandMarkers: config.commandMarkers,
      liveRuns,
      observerPid: process.pid,
    });
  };

  const report = (
    stale: StaleProcess,
    event_type: ReaperAction['event_type'],
    outcome: ReaperAction['outcome'],
  ): void => {
    const { pid, startTicks: start_ticks, name } = stale.process;
    const { reason, projectDir: project_dir } = stale;
    const at = toIsoTime(clock.now());
    options.report({ event_type, pid, start_ticks, name, reason, project_dir, outcome, at });
  };

  const end = async (due: readonly StaleProcess[]): Promise<void> => {
    const byKey = new Map(due.map((stale) => [keyOf(stale.process), stale]));
    const ended = await endProcesses(
      due.map((stale) => stale.process),
      {
        clock,
        source,
        graceMs: config.termGraceMs,
        ownPid: process.pid,
        // What a new run has adopted since is no leftover any more.
        relist: async () =>
          (await listStale()).map((each) => each.process).filter((each) => byKey.has(keyOf(each))),
        onSignal: (signal, reports) => {
          const type = signal === 'SIGTERM' ? 'stale_process.terminated' : 'stale_process.killed';
          for (const each of reports) report(byKey.get(keyOf(each))!, type, each.outcome);
        },
      },
    );
    for (const each of ended.remaining) {
      report(byKey.get(keyOf(each))!, 'stale_process.survived', 'alive');
    }
  };

  const sweepOnce = async (): Promise<void> => {
    const nowMs = clock.monotonic();
    const stale = await listStale();
    firstSeen = new Map(
      stale.map(({ process }) => [keyOf(process), firstSeen.get(keyOf(process)) ?? nowMs]),
    );
    const isDue = ({ process }: StaleProcess): boolean =>
      nowMs - firstSeen.get(keyOf(process))! >= config.graceMs;
    const due = stale.filter(isDue);
    if (due.length > 0) await end(due);
  };

  const sweep = (): Promise<void> => {
    underWay ??= sweepOnce().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };

  const schedule = (): void => {
    timer = clock.setTimer(sweepIntervalMs, () => {
      void sweep()
        .catch((error: unknown) => options.onError?.(error))
        .then(() => {
          if (running) schedule();
        });
    });
  };

  return {
    sweep,
    start() {
      if (running || !config.enabled) return;
      running = true;
      schedule();
    },
    async stop() {
      running = false;
      timer?.cancel();
      await underWay?.catch(() => {});
    },
  };
}

function keyOf({ pid, startTicks }: { readonly pid: number; readonly startTicks: number }): string {
  return `${pid}:${startTicks}`;
}
