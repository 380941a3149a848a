/** What a host is given: its ports, its kinds, its handlers and its bounds. */
import type { Clock } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { Journal, SequencedEffect } from '../journal/port.ts';
import type { AnyDefinition } from './definition.ts';
import type { EffectHandlers } from './effect-handler.ts';
import type { IntensityPolicy } from './intensity.ts';
import { defaultLaneBounds, type LaneBounds } from './mailbox.ts';
import type { SupervisedGroup } from './supervision.ts';

/** Bounds and pauses of one host. Names without a unit count; see `defaultSettings` for the values. */
export interface HostSettings {
  /** Most turns in one transaction. */
  readonly batchTurnsMax: number;
  /** Most batches the journal has not answered. */
  readonly batchesInFlightMax: number;
  readonly laneBounds: LaneBounds;
  /** Attempts at one message before it becomes a dead letter. */
  readonly messageAttemptsMax: number;
  /** Restarts of one actor beyond which it is taken out of service. */
  readonly actorIntensity: IntensityPolicy;
  /** Restarts over all actors of a kind beyond which a failing one is taken out at once. */
  readonly kindIntensity: IntensityPolicy;
  /** First pause after a failure; doubles with each attempt at the same message. */
  readonly restartPauseMs: number;
  /** Quiet time after which an actor leaves memory. */
  readonly passivateAfterMs: number;
  /** Most actors in memory; beyond it quiet ones leave early, and where none is quiet a message waits. */
  readonly cellsMax: number;
  /** Pause before the runtime tries a full mailbox again, ms. */
  readonly redeliverMs: number;
  /** Most timers, retries and deliveries begun in one go of the event loop. */
  readonly wakeupsAtOnceMax: number;
  readonly effectConcurrencyMax: number;
  readonly effectsHeldMax: number;
  /** Lines of effects in back-off that take no room; beyond, they keep it. */
  readonly effectLinesParkedMax: number;
  readonly timersHeldMax: number;
  readonly inspectionEntriesMax: number;
}

const defaultSettings: HostSettings = {
  batchTurnsMax: 256,
  batchesInFlightMax: 2,
  laneBounds: defaultLaneBounds,
  messageAttemptsMax: 3,
  actorIntensity: { failuresMax: 5, windowMs: 60_000 },
  kindIntensity: { failuresMax: 50, windowMs: 60_000 },
  restartPauseMs: 20,
  passivateAfterMs: 60_000,
  cellsMax: 250_000,
  redeliverMs: 50,
  wakeupsAtOnceMax: 256,
  effectConcurrencyMax: 16,
  effectsHeldMax: 50_000,
  effectLinesParkedMax: 200_000,
  timersHeldMax: 20_000,
  inspectionEntriesMax: 1000,
};

/** Fills in the defaults. */
export function resolveSettings(given: Partial<HostSettings> = {}): HostSettings {
  return { ...defaultSettings, ...given };
}

/** Where a crash leaves another trace: around the commit of a batch, and around one attempt at an effect. */
export type Boundary = 'before_commit' | 'after_commit' | 'before_effect' | 'after_effect';

/** What was noted, for a log. */
export interface HostLogEntry {
  readonly kind: string;
  /** `kind/id`; empty where it is about none. */
  readonly actor: string;
  readonly event: string;
  readonly reason: string;
  /** Of the request that led to the message or effect in question; null where there is none. */
  readonly correlationId: string | null;
}

/** What the composition of a service gives to its host. */
export interface HostOptions {
  readonly journal: Journal;
  /** By kind. */
  readonly definitions: ReadonlyMap<string, AnyDefinition>;
  /** By effect name. */
  readonly effects: EffectHandlers;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The store failed: nothing more is committed, and the process should end. */
  readonly onStoreFault: (error: unknown) => void;
  /** How kinds are supervised together; those not named are isolated each by itself. */
  readonly supervision?: readonly SupervisedGroup[];
  /** A group whose strategy is `escalate` failed too often. */
  readonly onEscalate?: (group: SupervisedGroup) => void;
  /** Everything noted besides turns, for the log. */
  readonly log?: (entry: HostLogEntry) => void;
  /** Called at every point where a crash leaves another trace; `effect` at effect boundaries. */
  readonly onBoundary?: (boundary: Boundary, effect: SequencedEffect | null) => void;
  readonly settings?: Partial<HostSettings>;
}
