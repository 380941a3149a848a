/** What a host is given: its ports, its kinds, its handlers and its bounds. */
import type { Clock } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { EffectRow, Journal } from '../../store/ports/journal.ts';
import type { AnyDefinition } from './definition.ts';
import type { EffectHandlers } from './effect-runner.ts';
import type { IntensityPolicy } from './intensity.ts';
import { defaultLaneBounds, type LaneBounds } from './mailbox.ts';

export interface HostSettings {
  /** Most turns in one transaction. */
  readonly batchTurnsMax: number;
  readonly laneBounds: LaneBounds;
  /** Attempts at one message before it becomes a dead letter. */
  readonly messageAttemptsMax: number;
  /** Restarts of one actor beyond which it is quarantined. */
  readonly actorIntensity: IntensityPolicy;
  /** Restarts over all actors of a kind beyond which a failing one is quarantined at once. */
  readonly kindIntensity: IntensityPolicy;
  /** First pause after a failure; doubles with each attempt at the same message. */
  readonly restartPauseMs: number;
  /** Quiet time after which an actor leaves memory. */
  readonly passivateAfterMs: number;
  readonly effectConcurrencyMax: number;
  readonly effectsHeldMax: number;
  readonly timersHeldMax: number;
  readonly inspectionEntriesMax: number;
}

const defaultSettings: HostSettings = {
  batchTurnsMax: 256,
  laneBounds: defaultLaneBounds,
  messageAttemptsMax: 3,
  actorIntensity: { failuresMax: 5, windowMs: 60_000 },
  kindIntensity: { failuresMax: 50, windowMs: 60_000 },
  restartPauseMs: 20,
  passivateAfterMs: 60_000,
  effectConcurrencyMax: 16,
  effectsHeldMax: 50_000,
  timersHeldMax: 20_000,
  inspectionEntriesMax: 1000,
};

/** Fills in the defaults. */
export function resolveSettings(given: Partial<HostSettings> = {}): HostSettings {
  return { ...defaultSettings, ...given };
}

export type Boundary = 'before_commit' | 'after_commit' | 'before_effect' | 'after_effect';

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
  /** Restarts, quarantines, dead letters and retries, for the log. */
  readonly log?: (entry: { kind: string; actor: string; event: string; reason: string }) => void;
  /** Called at every point where a crash leaves another trace; `effect` at effect boundaries. */
  readonly onBoundary?: (boundary: Boundary, effect: EffectRow | null) => void;
  readonly settings?: Partial<HostSettings>;
}
