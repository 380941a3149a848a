/**
 * A plain driver over `idleGateMachine`, compiled as that of an actor is, the same for live telemetry and for replay. It reads each
 * sample before the machine sees it, and says in the readers' words where the machine stands.
 */

import type { StateValueFrom } from 'xstate';
import { createDecide } from '../../actors/machine/decide.ts';
import type { IdleState } from '../../domain/statuses.ts';
import type { IdleGateEvent, IdleSample } from './events.ts';
import { progressMs, quietWindow, requiredMs, windowMs } from './hold.ts';
import { idleGateMachine } from './machine.ts';
import { createIdleMemory, type IdleGateInput, type IdleMemory } from './memory.ts';
import { defaultIdleProfile, type IdleProfile } from './profile.ts';
import { type ReadEvent, readEvent } from './reading.ts';
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
  let standing = begin(input);
  let step = toStep(standing, 'warming');
  const send = (event: IdleGateEvent): IdleGateStep => {
    const before = step.state;
    if (step.receipt !== undefined) step = { ...step, changed: false };
    else {
      ({ state: standing } = decide(standing, stamped(readEvent(standing, event))));
      step = toStep(standing, before);
    }
    return step;
  };
  const visible = (): ReturnType<typeof quietWindow> => quietWindow(standing);
  return {
    get state() {
      return step.state;
    },
    current: () => step,
    signals: () => measureSignals(visible(), standing.rules),
    evidence: () => summarizeEvidence(standing),
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

/** The memory, and where the statechart stands. */
interface Standing extends IdleMemory {
  readonly status: IdleState;
  /** Only where the status leaves open which states are active; one object for one configuration. */
  readonly machine_state?: { readonly value: StateValueFrom<typeof idleGateMachine> };
}

const decide = createDecide<Standing, ReadEvent>({
  machine: idleGateMachine,
  // Looked at when the machine is compiled; every gate begins with its own rules.
  initialState: () =>
    begin({
      rules: {
        profile: defaultIdleProfile,
        sampleIntervalMs: 0,
        requireNoProcess: true,
        coreCount: null,
      },
      rest: emptyRest,
      maxWaitMs: 0,
      startedMs: 0,
    }),
});

function begin(input: IdleGateInput): Standing {
  return { status: 'warming', ...createIdleMemory(input) };
}

const asking = new WeakMap<object, boolean>();

/** Whether a state with the tag `confirmation_due` is active; one that has a status of its own never asks. */
function isConfirmationDue({ machine_state: at, status: _, ...context }: Standing): boolean {
  if (at === undefined) return false;
  let isDue = asking.get(at);
  if (isDue === undefined) {
    isDue = idleGateMachine.resolveState({ value: at.value, context }).hasTag('confirmation_due');
    asking.set(at, isDue);
  }
  return isDue;
}

/** A waiting stands in memory alone: nobody asks, and its time is the samples'. */
const stamped = (event: ReadEvent) =>
  ({ ...event, at: atOf(event), by: 'system', request_key: null }) as const;
const atOf = (event: ReadEvent): string =>
  event.type === 'TICK' ? event.at : event.reading.seen.at;

function toStep(memory: Standing, before: IdleState): IdleGateStep {
  const { status: state } = memory;
  const reasons =
    state === 'timed_out' ? [describeTimeOut(memory, before), ...memory.reasons] : memory.reasons;
  const step = {
    state,
    changed: state !== before,
    window_progress_ms: progressMs(memory),
    required_ms: requiredMs(memory),
    needs_confirmation: isConfirmationDue(memory),
    reasons,
  };
  const isVerdict = state === 'idle' || state === 'timed_out';
  return isVerdict ? { ...step, receipt: toReceipt(memory, { verdict: state, reasons }) } : step;
}

function describeTimeOut({ nowMs, startedMs }: IdleMemory, before: IdleState): string {
  const waitedSec = Math.round((nowMs - startedMs) / 1000);
  return `waited ${waitedSec} s, the most allowed; last state: ${before}`;
}
