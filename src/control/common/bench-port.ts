/**
 * What the bench works on: actors out of service and dead letters, as the running host has them. A
 * port, so that the use cases do not care which host of this process is behind it.
 */
import type { DeadLetter, EffectRow, Quarantine, TimerRow } from '../../actors/journal/port.ts';
import type { ActorAddress, ActorEvent } from '../../actors/machine/durable-actions.ts';
import type { RepairOutcome, Shown } from '../../actors/runtime/repairs.ts';
import type { RestoreProgress } from '../../actors/runtime/restore-check.ts';
import type { Trial } from '../../actors/runtime/trial.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { BenchPlace } from './bench-places.ts';

/** What is to be mended as it was shown, by whom and why. */
export interface MendOrder {
  readonly mark: string;
  readonly by: string;
  readonly reason: string;
}

/** One host's bench. An entry bears a mark, and an act is refused when the entry has another by then. */
export interface Bench {
  readonly place: BenchPlace;
  /** True where nothing may be changed. */
  readonly isReadOnly: boolean;
  /** Everybody out of service, in no order. */
  quarantines(): readonly Shown<Quarantine>[];
  /** Newest first, below `before`. */
  deadLetters(limit: number, before?: number): Promise<readonly Shown<DeadLetter>[]>;
  countDeadLetters(): Promise<number>;
  /** What an event would do to an actor as it is stored; nothing is committed. */
  try(address: ActorAddress, event: ActorEvent): Promise<Trial>;
  release(address: ActorAddress, order: MendOrder): Promise<RepairOutcome>;
  /** Sends a letter's event again, or `event` in its place. */
  retry(
    sequence: number,
    order: MendOrder & { readonly event: (ActorEvent & JsonObject) | null },
  ): Promise<RepairOutcome>;
  discard(sequence: number, order: MendOrder): Promise<RepairOutcome>;
  /** All durable timers of an actor. */
  timersOf(address: ActorAddress): Promise<readonly TimerRow[]>;
  /** The first of all effects and messages that are not done. */
  effects(limit: number): Promise<readonly EffectRow[]>;
  /** The check of all stored actors after the start. */
  restoreProgress(): RestoreProgress;
  /** Names of the events that actors of a kind can be told; undefined for a kind nobody defined. */
  eventNames(kind: string): readonly string[] | undefined;
  /** Replaces the secrets of the configuration in a text. */
  redact(text: string): string;
}
