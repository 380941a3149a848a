/** What a volatile host is given, and what it tells of itself. */
import type { Clock } from '../../lib/clock.ts';
import type { IntensityPolicy } from '../runtime/intensity.ts';
import { defaultLaneBounds, type LaneBounds } from '../runtime/mailbox.ts';

/** Bounds of one host. */
export interface VolatileSettings {
  /** Of kinds that bring none of their own. */
  readonly laneBounds: LaneBounds;
  /** Restarts of one actor beyond which it is stopped, for kinds that bring none of their own. */
  readonly intensity: IntensityPolicy;
  /** Turns taken before the event loop has its turn. */
  readonly turnsPerSlice: number;
  /** Calls back when the event loop has been round. */
  readonly yieldToLoop: (resume: () => void) => void;
}

const defaultSettings: VolatileSettings = {
  laneBounds: defaultLaneBounds,
  intensity: { failuresMax: 5, windowMs: 60_000 },
  turnsPerSlice: 256,
  yieldToLoop: (resume) => void setImmediate(resume),
};

/** What the composition of a process gives to the host. */
export interface VolatileHostOptions {
  readonly clock: Clock;
  readonly settings?: Partial<VolatileSettings>;
  /** Told of every failure of an actor, and of what its owner's `onEnded` threw. Must not throw. */
  readonly onFailure?: (failure: VolatileFailure) => void;
}

/** One failure, for the process log. */
export interface VolatileFailure {
  /** `kind/id`. */
  readonly actor: string;
  readonly error: unknown;
  /** What became of it: `listener` failures are none of the actor's. */
  readonly led_to: 'restart' | 'stop' | 'listener';
}

/** Fills in the defaults. */
export function resolveVolatileSettings(given: Partial<VolatileSettings> = {}): VolatileSettings {
  return { ...defaultSettings, ...given };
}

/** The latest failure of an actor: when, on which event or effect, and why. */
export interface LastFailure {
  readonly at: string;
  readonly event: string;
  readonly reason: string;
}

/** One actor as it stands. */
export interface VolatileActorState {
  readonly kind: string;
  readonly id: string;
  /** The states it is in, as paths. */
  readonly status: string;
  /** Machines that it drives itself, with the states they are in. */
  readonly inner: readonly { readonly kind: string; readonly status: string }[];
  /** Messages that wait for it. */
  readonly waiting: number;
  /** Since it was started first. */
  readonly restarts: number;
  readonly last_failure: LastFailure | null;
}
