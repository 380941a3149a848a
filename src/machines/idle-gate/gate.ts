/** A plain driver over `idleGateMachine`, the same for live telemetry and for replay. */
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import type { IdleState } from '../../domain/statuses.ts';
import { toHolding } from './evaluation.ts';
import type { IdleGateEvent, IdleSample } from './events.ts';
import { progressMs, quietWindow, requiredMs, windowMs } from './hold.ts';
import { idleGateMachine } from './machine.ts';
import type { IdleProfile } from './profile.ts';
import { type EvidenceSummary, type IdleReceipt, summarizeEvidence, toReceipt } from './receipt.ts';
import { emptyRest, type RestMemory } from './rest.ts';
import { measureSignals, type Signal } from './signals.ts';

export interface IdleGateOptions {
  readonly profile: IdleProfile;
  /** Expected time between samples; over two of them without one is a gap. */
  readonly sampleIntervalMs: number;
  /** Longest wait; after it the gate times out whatever the sensors say. */
  readonly maxWaitMs: number;
  /** Monotonic time at which the waiting began, on the samples' clock. */
  readonly startedMonotonicMs: number;
  /** False: live processes of the run are no signal, as for recordings without them. */
  readonly requireNoProcess?: boolean;
  /** Cores of the machine; without it the machine's CPU is no evidence. */
  readonly coreCount?: number | null;
  /** What is known of the machine at rest from before the waiting. */
  readonly rest?: RestMemory;
}

/** Where the gate stands after an event. */
export interface IdleGateStep {
  readonly state: IdleState;
  /** The state is another than before the event. */
  readonly changed: boolean;
  /** How long everything has been quiet, ms. */
  readonly window_progress_ms: number;
  readonly required_ms: number;
  /** A fresh sample must now be taken and given to `confirm`; nothing else leads to `idle`. */
  readonly needs_confirmation: boolean;
  readonly reasons: readonly string[];
  /** Only with `idle` and `timed_out`. */
  readonly receipt?: IdleReceipt;
}

export interface IdleGate {
  readonly state: IdleState;
  /** The step of the latest event. */
  current(): IdleGateStep;
  /** The signals over the window as it is. */
  signals(): readonly Signal[];
  /** The additional evidence over the window as it is; empty when none is looked at. */
  evidence(): readonly EvidenceSummary[];
  /** Start and end of the window as it is, ISO 8601, or null when there is none. */
  window(): {
    readonly start: string;
    readonly end: string;
    readonly duration_ms: number;
    readonly samples: number;
  } | null;
  /** One of the regular samples. */
  next(sample: IdleSample): IdleGateStep;
  /** A sample taken after the latest one, because a verdict is due. */
  confirm(sample: IdleSample): IdleGateStep;
  /** Tells the time when no sample comes. */
  tick(at: string, monotonicMs: number): IdleGateStep;
}

/** Makes a gate with an empty window. After a verdict nothing changes it. */
export function createIdleGate(options: IdleGateOptions): IdleGate {
  const { profile, sampleIntervalMs, requireNoProcess = true } = options;
  const input = {
    rules: { profile, sampleIntervalMs, requireNoProcess, coreCount: options.coreCount ?? null },
    rest: options.rest ?? emptyRest,
    maxWaitMs: options.maxWaitMs,
    startedMs: options.startedMonotonicMs,
  };
  let [snapshot] = initialTransition(idleGateMachine, input);
  let step = toStep(snapshot, 'warming');
  const send = (event: IdleGateEvent): IdleGateStep => {
    const before = step.state;
    [snapshot] = transition(idleGateMachine, snapshot, event);
    step = toStep(snapshot, before);
    return step;
  };
  const visible = (): ReturnType<typeof quietWindow> => quietWindow(toHolding(snapshot.context));
  return {
    get state() {
      return step.state;
    },
    current: () => step,
    signals: () => measureSignals(visible(), snapshot.context.rules),
    evidence: () => summarizeEvidence(snapshot.context),
    window() {
      const window = visible();
      const [first] = window;
      if (first === undefined) return null;
      return {
        start: first.at,
        end: window.at(-1)!.at,
        duration_ms: windowMs(window),
        samples: window.length,
      };
    },
    next: (sample) => send({ type: 'SAMPLE', sample }),
    confirm: (sample) => send({ type: 'CONFIRM', sample }),
    tick: (at, monotonicMs) => send({ type: 'TICK', at, monotonic_ms: monotonicMs }),
  };
}

function toStep(snapshot: SnapshotFrom<typeof idleGateMachine>, before: IdleState): IdleGateStep {
  const state = snapshot.value;
  const memory = snapshot.context;
  const step = {
    state,
    changed: state !== before,
    window_progress_ms: progressMs(toHolding(memory)),
    required_ms: requiredMs(toHolding(memory)),
    needs_confirmation: memory.confirmDue,
    reasons: memory.reasons,
  };
  const isVerdict = state === 'idle' || state === 'timed_out';
  return isVerdict ? { ...step, receipt: toReceipt(memory, state) } : step;
}
