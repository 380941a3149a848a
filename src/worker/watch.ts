/**
 * Keeps every running or quieting run watched, also after a restart, and tells the run's actor what
 * is seen, in order and until it is heard: a full mailbox delays an observation, it does not lose it.
 * Only a change of idle state may give way to a later one.
 */
import type { Reply } from '../actors/runtime/definition.ts';
import type { GateRun } from '../domain/records.ts';
import type { IdleState } from '../domain/statuses.ts';
import { type BackOffPolicy, backOffDelayMs } from '../lib/back-off.ts';
import { BoundedQueue } from '../lib/bounded-queue.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import { readDecision, toGateRunEvent } from './observations.ts';
import type { AskActor, GateRunReader, RunObservation, RunWatch, RunWatcher } from './ports.ts';
import { pause } from './processes.ts';
import { fileQuestion, questionNotes, readQuestion } from './question.ts';
import { type RunPaths, resolveRunPaths } from './run-paths.ts';

export interface RunWatchesOptions {
  readonly projectRoot: string;
  readonly ask: AskActor;
  readonly runs: Pick<GateRunReader, 'get' | 'listLive'>;
  readonly watcher: RunWatcher;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Boot of the machine that is watched; null where it cannot be told. Absent: never asked. */
  readonly readBootId?: () => Promise<string | null>;
  /** Told of what could not be passed on; never throws. */
  readonly onProblem: (runId: string, problem: string) => void;
}

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

const observationsMax = 64;
const restarted =
  'the machine restarted during the run: nothing of it lives any more and its results may be incomplete; look at its log and put the item back into the queue';
const retryBackOff: BackOffPolicy = { baseMs: 200, maxMs: 10_000, factor: 2 };

interface Watched {
  readonly paths: RunPaths;
  readonly queue: BoundedQueue<RunObservation>;
  watch: RunWatch | null;
  lastIdleState: IdleState | null;
  /** The sending loop while it runs. */
  sending: Promise<void> | null;
  stopped: boolean;
}

/** Makes the set of watches; nothing is watched until `resume` or `runChanged`. */
export function createRunWatches(options: RunWatchesOptions): RunWatches {
  const watched = new Map<string, Watched>();
  let closed = false;

  const stop = (runId: string): void => {
    const entry = watched.get(runId);
    if (entry === undefined) return;
    watched.delete(runId);
    entry.stopped = true;
    entry.watch?.stop();
  };

  const report = (runId: string, entry: Watched, observation: RunObservation): void => {
    if (entry.stopped) return;
    if (observation.type === 'idle_changed') {
      if (entry.lastIdleState === observation.idle_state) return;
      entry.lastIdleState = observation.idle_state;
    }
    if (observation.type === 'idle_changed' && entry.queue.peekLast()?.type === 'idle_changed') {
      entry.queue.replaceLast(observation);
    } else if (!entry.queue.push(observation)) {
      options.onProblem(
        runId,
        `${observation.type} was dropped: ${observationsMax} observations wait`,
      );
    }
    startSending(runId, entry);
  };

  const startSending = (runId: string, entry: Watched): void => {
    if (entry.sending === null) sendWith(runId, entry, () => drain(runId, entry));
  };

  /** Runs `send` as the one that sends for this run, then goes on with what has gathered. */
  const sendWith = (runId: string, entry: Watched, send: () => Promise<void>): void => {
    entry.sending = send()
      .catch((error: unknown) => options.onProblem(runId, String(error)))
      .finally(() => {
        entry.sending = null;
        if (entry.queue.size > 0 && !entry.stopped) startSending(runId, entry);
      });
  };

  const drain = async (runId: string, entry: Watched): Promise<void> => {
    for (let next = entry.queue.shift(); next !== undefined; next = entry.queue.shift()) {
      if (entry.stopped) return;
      const event = await toGateRunEvent(next, entry.paths, (problem) =>
        options.onProblem(runId, problem),
      );
      await tell(runId, event);
      if (next.type === 'agent_exited') await askQuestion(runId, entry, next.process_tracking);
    }
  };

  /** Passes on a question that the agent left, once. */
  const askQuestion = async (
    runId: string,
    entry: Watched,
    tracking: JsonObject,
  ): Promise<void> => {
    const question = await readQuestion(entry.paths);
    if (question === null || entry.stopped) return;
    const notes = questionNotes(tracking, await readDecision(entry.paths));
    const event: GateRunEvent = {
      type: 'QUESTION_ASKED',
      question: [question, ...notes.map((note) => `(${note}.)`)].join('\n\n'),
      process_tracking: tracking,
    };
    const reply = await tell(runId, event, `question:${runId}`);
    if (reply?.ok === true && reply.outcome.accepted) await fileQuestion(entry.paths);
  };

  const tell = async (runId: string, event: GateRunEvent, key?: string): Promise<Reply | null> => {
    const idempotency = { key: key ?? '', payload: event };
    const askOptions = { by: 'worker-gate', ...(key === undefined ? {} : { idempotency }) };
    for (let attempt = 1; !closed; attempt += 1) {
      const reply = await options.ask({ kind: 'gate_run', id: runId }, event, askOptions);
      if (reply.ok) {
        if (!isWatchable(reply.outcome.status)) stop(runId);
        return reply;
      }
      if (reply.rejected !== 'overloaded') {
        options.onProblem(runId, `${event.type} was not taken: ${reply.rejected} ${reply.detail}`);
        return reply;
      }
      await pause(options.clock, backOffDelayMs(retryBackOff, attempt, options.entropy.random()));
    }
    return null;
  };

  const start = (run: GateRun): void => {
    if (closed || watched.has(run.run_id)) return;
    const paths = resolveRunPaths(options.projectRoot, run);
    const queue = new BoundedQueue<RunObservation>(observationsMax);
    const entry: Watched = {
      paths,
      queue,
      watch: null,
      lastIdleState: run.idle_state,
      sending: null,
      stopped: false,
    };
    watched.set(run.run_id, entry);
    if (run.status === 'quieting') {
      // The service may have stopped between the agent's exit and passing on its question.
      const tracking = { root_pid: run.pid, root_alive: false };
      sendWith(run.run_id, entry, () => askQuestion(run.run_id, entry, tracking));
    }
    const watch = options.watcher.watch(run, paths.projectDir, (seen) =>
      report(run.run_id, entry, seen),
    );
    entry.watch = watch;
    if (entry.stopped) watch.stop();
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
      const sending = [...watched.values()].map((entry) => entry.sending ?? Promise.resolve());
      for (const runId of watched.keys()) stop(runId);
      await Promise.all(sending);
    },
  };
}

function isWatchable(status: string): boolean {
  return status === 'running' || status === 'quieting';
}
