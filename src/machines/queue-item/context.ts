/** Types that the parts of the queue item's machine share. */

import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { type Args, createKit, type Distinct, performer } from '../kit.ts';
import type { QueueItemEffects } from './effects.ts';
import type { CallbackEvent, QueueItemEvent } from './events.ts';

/** The stored item without its status, which the active states say. */
export type QueueItemContext = Omit<QueueItem, 'status'>;
/** An event as the machine gets it: with its time, its author and the key of its request. */
export type QueueItemMachineEvent = Stamped<Distinct<QueueItemEvent>>;
type QueueItemEventType = QueueItemMachineEvent['type'];
/** The machine's event of that type. */
export type EventOf<Type extends QueueItemEventType> = Extract<
  QueueItemMachineEvent,
  { readonly type: Type }
>;
/** Context and event of a transition on that event. */
export type On<Type extends QueueItemEventType> = Args<QueueItemContext, EventOf<Type>>;
/** Names of the events that a worker's callbacks become. */
export type CallbackType = CallbackEvent['type'];

/** Action builders typed by this context and these events. */
export const kit = createKit<QueueItemContext, QueueItemMachineEvent>();
/** Asks for one of `QueueItemEffects`; name and input are checked. */
export const perform = performer<QueueItemEffects>();

/** An item never stored. Defaults are those of an enqueue without wishes. */
export const initialQueueItem = (id: string): QueueItem =>
  blank(queueItemSchema, {
    project_id: id,
    selection_rank: 50,
    dispatch_priority: 50,
    max_retries: 2,
    reasoning_effort: 'medium',
  });
