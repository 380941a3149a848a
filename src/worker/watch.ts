/**
 * Keeps every running or quieting run watched, also after a restart, and tells the run's actor what
 * is seen, in order and until it is heard: each watched run has a teller of its own, a volatile actor.
 */
import type { VolatileHost, VolatileRef } from '../actors/volatile/host.ts';
import type { GateRun } from '../domain/records.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import { resolveRunPaths } from '../worker-wire/run-paths.ts';
import type { GateRunReader, RunObservation, RunWatch, RunWatcher } from './ports.ts';
import { createTellerKind, isWatchable, type TellerOptions } from './teller.ts';
import type { TellerEvent, tellerMachine } from './teller-machine.ts';

interface RunWatchesOptions extends TellerOptions {
  /** Where the tellers live. */
  readonly actors: VolatileHost;
  readonly projectRoot: string;
  readonly runs: Pick<GateRunReader, 'get' | 'listLive'>;
  readonly watcher: RunWatcher;
  /** Boot of the machine that is watched; null where it cannot be told. Absent: never asked. */
  readonly readBootId?: () => Promise<string | null>;
}

/** The set of watched runs; it follows the stored statuses of the runs. */
export interface RunWatches {
  /** Starts watching whatever the store shows as running or quieting; call once after a start. */
  resume(): Promise<void>;
  /** Starts or stops watching one run by its stored status; call after each change of a run. */
  runChanged(runId: string): Promise<void>;
  /** Runs being watched now. */
  readonly watchedCount: number;
  /** Stops all watches; resolves when nothing is being sent any more. */
  close(): Promise<void>;
}

const restarted =
  'the machine restarted during the run: nothing of it lives any more and its results may be incomplete; look at its log and put the item back into the queue';

interface Watched {
  readonly teller: VolatileRef<typeof tellerMachine>;
  watch: RunWatch | null;
}

/** Makes the set of watches; nothing is watched until `resume` or `runChanged`. */
export function createRunWatches(options: RunWatchesOptions): RunWatches {
  const { actors, onProblem } = options;
  const kind = createTellerKind(options);
  const watched = new Map<string, Watched>();
  /** Of tellers that have not ended, also those of runs that are watched no more. */
  const telling = new Set<Promise<void>>();
  let closed = false;

  const stop = (runId: string): void => {
    const entry = watched.get(runId);
    if (entry === undefined) return;
    watched.delete(runId);
    entry.teller.tell({ type: 'STOP' }, { lane: 'control' });
    entry.watch?.stop();
  };

  const report = ({ teller }: Watched, runId: string, observation: RunObservation): void => {
    const event: TellerEvent = { type: 'OBSERVED', observation };
    if (teller.tell(event) === 'overloaded') {
      onProblem(runId, `${observation.type} was dropped: its mailbox is full`);
    }
  };

  const start = (run: GateRun): void => {
    const { run_id: runId } = run;
    if (closed || watched.has(runId)) return;
    const paths = resolveRunPaths(options.projectRoot, run);
    // The service may have stopped between the agent's exit and passing on its question.
    const asking = run.status === 'quieting' ? { root_pid: run.pid, root_alive: false } : null;
    const memory = { idleState: run.idle_state, waiting: [], asking };
    const id = actors.freeId(kind.kind, runId);
    const ended = new Promise<void>((resolve) => {
      const onEnded = (): void => {
        if (watched.get(runId) === entry) stop(runId);
        telling.delete(ended);
        resolve();
      };
      const teller = actors.spawn(kind, id, { runId, paths, memory }, onEnded);
      const entry: Watched = { teller, watch: null };
      watched.set(runId, entry);
    });
    telling.add(ended);
    const entry = watched.get(runId)!;
    const watch = options.watcher.watch(run, paths.projectDir, (seen) =>
      report(entry, runId, seen),
    );
    entry.watch = watch;
    if (watched.get(runId) !== entry) watch.stop();
  };

  /** Ends a run that nothing can be seen of. */
  const fail = async (run: GateRun, error: string): Promise<void> => {
    stop(run.run_id);
    const event: GateRunEvent = { type: 'GATE_FAILED', error };
    const reply = await options.ask({ kind: 'gate_run', id: run.run_id }, event, {
      by: 'worker-gate',
    });
    if (!reply.ok) options.onProblem(run.run_id, `${event.error}; ${reply.detail}`);
  };

  let knownBoot: string | null = null;
  /** True when the machine certainly restarted since the run began: nothing of it lives. */
  const isOfEarlierBoot = async ({ boot_id: bootId }: GateRun): Promise<boolean> => {
    if (bootId === null) return false;
    // It does not change while this process lives; what could not be read is asked for again.
    knownBoot ??= (await options.readBootId?.()) ?? null;
    return knownBoot !== null && knownBoot !== bootId;
  };

  const apply = async (run: GateRun): Promise<void> => {
    if (!isWatchable(run.status)) return stop(run.run_id);
    if (!watched.has(run.run_id) && (await isOfEarlierBoot(run))) return fail(run, restarted);
    try {
      start(run);
    } catch (error) {
      await fail(run, `the run cannot be watched: ${String(error)}`);
    }
  };

  return {
    async resume() {
      for (const run of await options.runs.listLive()) await apply(run);
    },
    async runChanged(runId) {
      const run = await options.runs.get(runId);
      if (run !== undefined) await apply(run);
    },
    get watchedCount() {
      return watched.size;
    },
    async close() {
      closed = true;
      for (const runId of watched.keys()) stop(runId);
      await Promise.all(telling);
    },
  };
}
