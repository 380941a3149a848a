/**
 * A plain driver over `idleGateMachine`, the same for live telemetry and for replay. It reads each
 * sample before the machine sees it, and says in the readers' words where the machine stands.
 */
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import type { IdleState } from '../../domain/statuses.ts';
import { assert } from '../../lib/assert.ts';
import type { IdleGateEvent, IdleSample } from './events.ts';
import { progressMs, quietWindow, requiredMs, windowMs } from './hold.ts';
import { idleGateMachine } from './machine.ts';
import type { IdleMemory } from './memory.ts';
import type { IdleProfile } from './profile.ts';
import { readEvent } from './reading.ts';
import { type EvidenceSummary, type IdleReceipt, summarizeEvidence, toReceipt } from './receipt.ts';
import { emptyRest, type RestMemory } from './rest.ts';
import { measureSignals, type Signal } from './signals.ts';

/** What one waiting is judged by, from its beginning to its verdict. */
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

/** One gate for one waiting. It has no timers: whoever drives it brings samples and time. */
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
    if (snapshot.status === 'done') step = { ...step, changed: false };
    else {
      [snapshot] = transition(idleGateMachine, snapshot, readEvent(snapshot.context, event));
      step = toStep(snapshot, before);
    }
    return step;
  };
  const visible = (): ReturnType<typeof quietWindow> => quietWindow(snapshot.context);
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

type IdleSnapshot = SnapshotFrom<typeof idleGateMachine>;

function toStep(snapshot: IdleSnapshot, before: IdleState): IdleGateStep {
  const memory = snapshot.context;
  const state = statusOf(snapshot);
  const reasons =
    state === 'timed_out' ? [describeTimeOut(memory, before), ...memory.reasons] : memory.reasons;
  const step = {
    state,
    changed: state !== before,
    window_progress_ms: progressMs(memory),
    required_ms: requiredMs(memory),
    needs_confirmation: snapshot.hasTag('confirmation_due'),
    reasons,
  };
  const isVerdict = state === 'idle' || state === 'timed_out';
  return isVerdict ? { ...step, receipt: toReceipt(memory, { verdict: state, reasons }) } : step;
}

/** The status that the active states have by their `meta`. */
function statusOf(snapshot: IdleSnapshot): IdleState {
  const [meta, ...others] = Object.values(snapshot.getMeta()).filter((each) => each !== undefined);
  assert(meta !== undefined && others.length === 0, 'every state of the idle gate has one status');
  return meta.status;
}

function describeTimeOut({ nowMs, startedMs }: IdleMemory, before: IdleState): string {
  const waitedSec = Math.round((nowMs - startedMs) / 1000);
  return `waited ${waitedSec} s, the most allowed; last state: ${before}`;
}
