/** What an actor needs of the host around it. */
import type { Clock } from '../../lib/clock.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import type { IntensityPolicy } from '../runtime/intensity.ts';
import type { LaneBounds } from '../runtime/mailbox.ts';
import type { EffectContext } from './kind.ts';
import type { VolatileMessage } from './message.ts';

/** `done`: its machine is final. `gave_up`: it failed too often. */
export type Ending = 'done' | 'stopped' | 'gave_up';

/** One failure of an actor, as its cell tells the host. */
export interface CellFailure {
  readonly error: unknown;
  /** It is not started again. */
  readonly isTooOften: boolean;
}

/** `Cell` is the actor itself, which only the host looks into. */
export interface CellHost<Cell> {
  readonly clock: Clock;
  readonly laneBounds: LaneBounds;
  readonly intensity: IntensityPolicy;
  contextOf(address: ActorAddress, signal: AbortSignal): EffectContext;
  /** The event as the machine sees it. */
  stamp(message: VolatileMessage): ActorEvent;
  ownMessage(
    event: ActorEvent,
    lane: 'system' | 'control',
    isCurrent: () => boolean,
  ): VolatileMessage;
  /** The cell has something to do. */
  wake(cell: Cell): void;
  /** Does work of a cell outside its turns, and lets nobody have a turn meanwhile. */
  within(work: () => void): void;
  failed(cell: Cell, failure: CellFailure): void;
  ended(cell: Cell, how: Ending): void;
}
