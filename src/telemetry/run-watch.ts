/**
 * Watches one run: notices that its agent has exited, then runs the idle gate until a verdict. The
 * owner (the worker gate) is told through `RunWatchOwner` and stores what must last; a watch that
 * is made again after a restart begins with an empty window. The machine decides; here is what it
 * asks for.
 */
import type { EffectContext, VolatileKind } from '../actors/volatile/kind.ts';
import type { IdleState } from '../domain/statuses.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { createIdleGate, type IdleGate } from '../machines/idle-gate/gate.ts';
import type { IdleProfile } from '../machines/idle-gate/profile.ts';
import type { EvidenceSummary, IdleReceipt } from '../machines/idle-gate/receipt.ts';
import { emptyRest, type RestMemory } from '../machines/idle-gate/rest.ts';
import { measureSignals, type Signal } from '../machines/idle-gate/signals.ts';
import type { RunSeen } from '../sensing/machine-reading.ts';
import { emptyTracking, type ProcessTracking } from '../sensing/process-tracking.ts';
import type { RunIdentity } from '../sensing/process-tree.ts';
import {
  type GateCause,
  type GateFood,
  type GateOpening,
  type RunWatchContext,
  type RunWatchEvent,
  type RunWatchMemory,
  runWatchMachine,
  stateOf,
  type Verdict,
} from './run-watch-machine.ts';

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

/** One run to be watched: its processes and GPUs, how quiet it must become, and who is told. */
export interface WatchRunOptions {
  readonly identity: RunIdentity;
  readonly profile: IdleProfile;
  readonly maxWaitMs: number;
  readonly owner: RunWatchOwner;
  /** True when the owner already knows of the exit, as after a restart: it is not told again. */
  readonly agentExited?: boolean;
  /** Waiting that was done before a restart, ms; it counts towards `maxWaitMs`. */
  readonly waitedMs?: number;
  /** Called once when the watch stops, for whatever reason. */
  readonly onStop?: () => void;
}

/** Handle of a watch for its owner; it stays readable after the watch has stopped. */
export interface RunWatch {
  readonly identity: RunIdentity;
  current(): RunWatchState;
  /** What the latest reading showed of the run's processes. */
  tracking(): ProcessTracking;
  /** Ends the watch without a verdict. */
  stop(): void;
}

/** What is the same for all watches of one machine. */
export interface RunWatchOptions {
  readonly clock: Clock;
  readonly sampleIntervalMs: number;
  /** Cores of the machine; the machine's CPU is measured by them. */
  readonly coreCount: number;
  /** Takes a reading that begins now, and cuts it to the run. */
  readonly takeReading: (run: WatchRunOptions, context: EffectContext) => Promise<RunSeen>;
  /** Told what an owner threw, and why a reading was not to be had. */
  readonly onError: (error: unknown) => void;
}

/** What the actor of a watch is spawned with, and again after a failure. */
export interface RunWatchInput {
  readonly run: WatchRunOptions;
  readonly memory: RunWatchMemory;
}

/** What a watch begins with; `rest` is what is known of the machine at rest by then. */
export function beginRunWatch(
  run: WatchRunOptions,
  options: { readonly clock: Clock; readonly coreCount: number; readonly rest?: RestMemory },
): RunWatchInput {
  const memory = {
    maxWaitMs: run.maxWaitMs,
    coreCount: options.coreCount,
    hasExited: run.agentExited ?? false,
    waitedMs: Math.max(0, run.waitedMs ?? 0),
    told: null,
    tracking: emptyTracking(run.identity, toIsoTime(options.clock.now())),
    rest: options.rest ?? emptyRest,
  };
  return { run, memory };
}

/**
 * The kind of all watches of one machine. A watch that fails goes on with an empty window: what the
 * owner was told, the exit and the waiting so far are kept, so that the longest wait still ends it.
 */
export function createRunWatchKind(
  options: RunWatchOptions,
): VolatileKind<typeof runWatchMachine, RunWatchInput> {
  const { clock } = options;
  return {
    kind: 'run_watch',
    machine: runWatchMachine,
    inner: ({ context: { standing } }) =>
      standing === null ? [] : [{ kind: 'idle_gate', status: standing.step.state }],
    // One waiting sample is enough: the next one says more.
    laneBounds: { system: 8, control: 8, command: 8, telemetry: 1 },
    // A sample that cannot be judged fails it once an interval; that must not end the watch.
    intensity: { failuresMax: 10, windowMs: 2 * options.sampleIntervalMs },
    handlers: ({ input: { run } }) => ({
      ...gateHandlers(run, options),
      ...ownerHandlers(run, options),
      'reading.take': (_: never, context: EffectContext) => options.takeReading(run, context),
      'failure.report': ({ error }: { error: unknown }) => options.onError(error),
    }),
    restartInput({ run }, { context }) {
      const { standing: _, waitStartMs, ...memory } = context;
      const waitedMs = waitStartMs === null ? memory.waitedMs : clock.monotonic() - waitStartMs;
      return { run, memory: { ...memory, waitedMs } };
    },
  };
}

/** The idle gate of one watch; each call is answered by where it stands. */
function gateHandlers(run: WatchRunOptions, options: RunWatchOptions) {
  const { clock, sampleIntervalMs, coreCount } = options;
  const { profile, maxWaitMs } = run;
  let gate: IdleGate | undefined;
  let waitStartMs = 0;
  const stepped = (by: GateCause, opened: IdleGate): RunWatchEvent => {
    const evidence = profile.evidence === undefined ? [] : opened.evidence();
    const standing = { step: opened.current(), signals: opened.signals(), evidence };
    return { type: 'STEPPED', by, waitStartMs, standing };
  };
  return {
    'gate.open': (opening: GateOpening) => {
      waitStartMs = opening.waitStartMs ?? clock.monotonic() - opening.waitedMs;
      gate = createIdleGate({
        profile,
        sampleIntervalMs,
        maxWaitMs,
        startedMonotonicMs: waitStartMs,
        coreCount,
        rest: opening.rest,
      });
      return stepped('opened', gate);
    },
    'gate.feed': ({ sample, by }: GateFood) => {
      gate![by](sample);
      return stepped(by, gate!);
    },
    'gate.tick': () => {
      gate!.tick(toIsoTime(clock.now()), clock.monotonic());
      return stepped('tick', gate!);
    },
  };
}

/** What the owner is told. What it throws is its own affair. */
function ownerHandlers(run: WatchRunOptions, options: RunWatchOptions) {
  const { owner } = run;
  const tell = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      options.onError(error);
    }
  };
  return {
    'owner.exit': (fact: { tracking: ProcessTracking }) => tell(() => owner.onAgentExited(fact)),
    'owner.state': (context: RunWatchContext) =>
      tell(() => owner.onIdleChanged(toWatchState(context, run, options))),
    'owner.verdict': (fact: Verdict) =>
      tell(() => (fact.receipt.verdict === 'idle' ? owner.onIdle(fact) : owner.onTimeout(fact))),
    'watch.end': () => tell(() => run.onStop?.()),
  };
}

/** Where a watch stands, as it is shown. Pure. */
export function toWatchState(
  context: RunWatchContext,
  { profile }: WatchRunOptions,
  { sampleIntervalMs, coreCount }: Pick<RunWatchOptions, 'sampleIntervalMs' | 'coreCount'>,
): RunWatchState {
  const { standing } = context;
  const noWindow = { profile, sampleIntervalMs, requireNoProcess: true, coreCount };
  return {
    state: stateOf(context),
    agent_exited: context.hasExited,
    window_progress_ms: standing?.step.window_progress_ms ?? 0,
    required_ms: standing?.step.required_ms ?? profile.idle_sustain_sec * 1000,
    reasons: standing?.step.reasons ?? ['the agent runs'],
    signals: standing?.signals ?? measureSignals([], noWindow),
    ...(profile.evidence === undefined ? {} : { evidence: standing?.evidence ?? [] }),
  };
}
