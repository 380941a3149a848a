/**
 * Watches one run: notices that its agent has exited, then runs the idle gate until a verdict. The
 * owner (the worker gate) is told through `RunWatchOwner` and stores what must last; a watch that
 * is made again after a restart begins with an empty window.
 *
 * Waiting begins when the agent is no longer known to run, so a process table that cannot be read
 * also leads to a time-out in the end. It is over at once if the agent turns out to live.
 */
import type { IdleState } from '../domain/statuses.ts';
import { type Clock, type TimerHandle, toIsoTime } from '../lib/clock.ts';
import type { IdleSample } from '../machines/idle-gate/events.ts';
import { createIdleGate, type IdleGate, type IdleGateStep } from '../machines/idle-gate/gate.ts';
import type { IdleProfile } from '../machines/idle-gate/profile.ts';
import type { EvidenceSummary, IdleReceipt } from '../machines/idle-gate/receipt.ts';
import { emptyRest, learnRest, type RestMemory } from '../machines/idle-gate/rest.ts';
import { measureSignals, type Signal } from '../machines/idle-gate/signals.ts';
import { nameComputeOwners } from './compute-owners.ts';
import type { ProcessList } from './process-list.ts';
import { isRootAlive, type MemberMark, type RunIdentity, type RunMember } from './process-tree.ts';
import type { Sample } from './sample.ts';

/** What a verdict or an exit rests on, as JSON for callbacks and the journal. */
export type ProcessTracking = {
  /** By what the run's processes are known: its own cgroup, or only its process tree. */
  readonly tracked_by: 'cgroup' | 'process_tree';
  readonly root_pid: number | null;
  /** Null: the process table could not be read. */
  readonly root_alive: boolean | null;
  readonly alive: number | null;
  /** The first processes found; no command lines, since these may hold secrets. */
  readonly processes: readonly {
    readonly pid: number;
    readonly start_ticks: number;
    readonly name: string;
    readonly mark: MemberMark;
  }[];
  readonly boot_id: string | null;
  readonly at: string;
};

/** One reading, cut to one run. */
export interface RunReading {
  /** Its `processes` are the run's own. */
  readonly sample: Sample;
  /** Null: unreadable. */
  readonly list: ProcessList | null;
  readonly members: readonly RunMember[];
}

/** Where a watch stands. */
export interface RunWatchState {
  readonly state: IdleState;
  readonly agent_exited: boolean;
  /** How long everything has been quiet, and how long it must be, ms. */
  readonly window_progress_ms: number;
  readonly required_ms: number;
  readonly reasons: readonly string[];
  /** How the signals stand over the window so far; without values while there is none. */
  readonly signals?: readonly Signal[];
  /** The additional evidence over the same; absent where none is looked at. */
  readonly evidence?: readonly EvidenceSummary[];
}

/**
 * Told what happens to a run, each fact once and in this order: exit, changes, one verdict. Calls
 * are synchronous; an owner that does more puts an event into its own mailbox and returns.
 */
export interface RunWatchOwner {
  /** The root process has ended; others of the run may live. */
  onAgentExited(fact: { readonly tracking: ProcessTracking }): void;
  /** Another state of the gate. Verdicts come by the two calls below instead. */
  onIdleChanged(fact: RunWatchState): void;
  /** Confirmed by a fresh sample. The watch has stopped. */
  onIdle(fact: { readonly receipt: IdleReceipt; readonly tracking: ProcessTracking }): void;
  /** The longest wait has passed. The watch has stopped. */
  onTimeout(fact: { readonly receipt: IdleReceipt; readonly tracking: ProcessTracking }): void;
}

export interface RunWatchOptions {
  readonly clock: Clock;
  readonly identity: RunIdentity;
  readonly profile: IdleProfile;
  readonly sampleIntervalMs: number;
  readonly maxWaitMs: number;
  readonly owner: RunWatchOwner;
  /** True when the owner already knows of the exit, as after a restart: it is not told again. */
  readonly agentExited?: boolean;
  /** Waiting that was done before a restart, ms; it counts towards `maxWaitMs`. */
  readonly waitedMs?: number;
  /** UUIDs of the GPUs that the run may use; all unless told. */
  readonly gpuUuids?: readonly string[];
  readonly requireNoProcess?: boolean;
  /** Cores of the machine; without it the machine's CPU is no evidence. */
  readonly coreCount?: number;
  /** What is known of the machine at rest when the watch begins; it goes on learning. */
  readonly rest?: RestMemory;
  /** Takes a reading that begins now. */
  readonly takeReading: () => Promise<RunReading>;
  readonly onOwnerError: (error: unknown) => void;
  /** Called once when the watch stops, for whatever reason. */
  readonly onStop?: () => void;
}

export interface RunWatch {
  readonly identity: RunIdentity;
  current(): RunWatchState;
  /** What the latest reading showed of the run's processes. */
  tracking(): ProcessTracking;
  /** A reading of the sampling loop. */
  observe(reading: RunReading): void;
  /** The owner learned by itself that the agent has exited. */
  noteAgentExited(): void;
  /** Ends the watch without a verdict. */
  stop(): void;
}

const processesToldMax = 50;

/** Starts a watch. It does nothing until the first reading, except to keep the longest wait. */
export function createRunWatch(options: RunWatchOptions): RunWatch {
  const { clock, identity, owner, maxWaitMs } = options;
  let exited = options.agentExited ?? false;
  let stopped = false;
  let confirming = false;
  let gate: IdleGate | undefined;
  let deadline: TimerHandle | undefined;
  let waitedMs = Math.max(0, options.waitedMs ?? 0);
  let waitStartMs = 0;
  let told: IdleState | undefined;
  let rest = options.rest ?? emptyRest;
  let tracking = emptyTracking(identity, toIsoTime(clock.now()));

  const tell = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      options.onOwnerError(error);
    }
  };

  const noWindow = measureSignals([], {
    profile: options.profile,
    sampleIntervalMs: options.sampleIntervalMs,
    requireNoProcess: options.requireNoProcess ?? true,
    coreCount: options.coreCount ?? null,
  });
  const current = (): RunWatchState => {
    const step = gate?.current();
    return {
      state: step?.state ?? 'busy',
      agent_exited: exited,
      window_progress_ms: step?.window_progress_ms ?? 0,
      required_ms: step?.required_ms ?? options.profile.idle_sustain_sec * 1000,
      reasons: step?.reasons ?? ['the agent runs'],
      signals: gate?.signals() ?? noWindow,
      ...(options.profile.evidence === undefined ? {} : { evidence: gate?.evidence() ?? [] }),
    };
  };

  const stop = (): void => {
    if (stopped) return;
    stopped = true;
    deadline?.cancel();
    options.onStop?.();
  };

  const openGate = (startedMonotonicMs: number): IdleGate => {
    const { profile, sampleIntervalMs } = options;
    // Until the exit is known, nothing but the processes can rule out a running agent.
    const requireNoProcess = !exited || (options.requireNoProcess ?? true);
    return createIdleGate({
      profile,
      sampleIntervalMs,
      maxWaitMs,
      startedMonotonicMs,
      requireNoProcess,
      coreCount: options.coreCount ?? null,
      rest,
    });
  };

  const beginWaiting = (): IdleGate => {
    waitStartMs = clock.monotonic() - waitedMs;
    // With dead sensors no sample arrives to tell the time.
    deadline = clock.setTimer(Math.max(0, maxWaitMs - waitedMs), () => {
      if (!stopped && gate !== undefined)
        settle(gate.tick(toIsoTime(clock.now()), clock.monotonic()));
    });
    return openGate(waitStartMs);
  };

  const endWaiting = (): void => {
    deadline?.cancel();
    gate = undefined;
    waitedMs = 0;
  };

  const noteExit = (): void => {
    exited = true;
    gate = gate === undefined ? beginWaiting() : openGate(waitStartMs);
    tell(() => owner.onAgentExited({ tracking }));
  };

  const settle = (step: IdleGateStep): void => {
    if (step.receipt !== undefined) {
      const fact = { receipt: step.receipt, tracking };
      stop();
      tell(() => (fact.receipt.verdict === 'idle' ? owner.onIdle(fact) : owner.onTimeout(fact)));
    } else if (step.needs_confirmation && !confirming) void confirm();
    if (step.receipt === undefined) tellState();
  };

  const tellState = (): void => {
    const state = current();
    if (state.state === told) return;
    told = state.state;
    tell(() => owner.onIdleChanged(state));
  };

  const confirm = async (): Promise<void> => {
    confirming = true;
    try {
      const reading = await options.takeReading();
      // Still `confirming`: a sample that does not confirm asks for no other one by itself.
      if (!stopped && notice(reading)) settle(gate!.confirm(toGateSample(reading)));
    } catch (error) {
      options.onOwnerError(error);
    } finally {
      confirming = false;
    }
  };

  /** Takes in what a reading shows of the agent; false while it runs, else there is a gate. */
  const notice = (reading: RunReading): boolean => {
    const rootAlive = reading.list === null ? null : isRootAlive(reading.list, identity);
    tracking = toTracking(identity, reading, rootAlive);
    if (rootAlive === false && !exited) noteExit();
    if (rootAlive === true && !exited) {
      endWaiting();
      tellState();
      return false;
    }
    gate ??= beginWaiting();
    return !stopped;
  };

  const toGateSample = (reading: RunReading): IdleSample => {
    const { gpuUuids } = options;
    const sample = nameComputeOwners(reading);
    if (gpuUuids === undefined || sample.gpus === null) return sample;
    const own = sample.gpus.filter((gpu) => gpuUuids.includes(gpu.uuid));
    // A GPU of the run that is not listed is unknown, not absent.
    return { ...sample, gpus: own.length === gpuUuids.length ? own : null };
  };

  if (exited) gate = beginWaiting();

  return {
    identity,
    current,
    tracking: () => tracking,
    observe(reading) {
      if (!stopped && notice(reading)) settle(gate!.next(toGateSample(reading)));
      // A gate learns from its own samples too, so it must begin without this one.
      rest = learnRest(rest, reading.sample, options.coreCount ?? null);
    },
    noteAgentExited() {
      if (!stopped && !exited) noteExit();
    },
    stop,
  };
}

function emptyTracking(identity: RunIdentity, at: string): ProcessTracking {
  const { rootPid, bootId } = identity;
  return {
    tracked_by: trackedBy(identity),
    root_pid: rootPid,
    root_alive: null,
    alive: null,
    processes: [],
    boot_id: bootId,
    at,
  };
}

function trackedBy({ cgroup }: RunIdentity): ProcessTracking['tracked_by'] {
  return typeof cgroup === 'string' ? 'cgroup' : 'process_tree';
}

function toTracking(
  identity: RunIdentity,
  reading: RunReading,
  rootAlive: boolean | null,
): ProcessTracking {
  const processes = reading.members.slice(0, processesToldMax).map(({ process, mark }) => ({
    pid: process.pid,
    start_ticks: process.startTicks,
    name: process.name,
    mark,
  }));
  return {
    tracked_by: trackedBy(identity),
    root_pid: identity.rootPid,
    root_alive: rootAlive,
    alive: reading.list === null ? null : reading.members.length,
    processes,
    boot_id: reading.list?.bootId ?? null,
    at: reading.sample.at,
  };
}
