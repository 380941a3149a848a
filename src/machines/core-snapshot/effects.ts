/** Effects that the queue snapshots ask for. */
import type { QueueItemEvent } from '../queue-item/events.ts';

/** What an operator may ask of an item to make it what a snapshot says. */
export type CoreVerb = Extract<
  QueueItemEvent,
  { readonly type: 'EDIT' | 'PAUSE' | 'RESUME' | 'RETRY' | 'CANCEL' }
>;

/** A verb for one item, and the members that differ no more once it was taken. */
export interface CoreStep {
  readonly event: CoreVerb;
  readonly fields: readonly string[];
}

/** All that is asked of one item, in order, as it was judged at this version of the item. */
export interface CoreChange {
  readonly project_id: string;
  readonly version: number;
  readonly steps: readonly CoreStep[];
}

/** Asks each item for its steps, each once. Back: `APPLIED`. */
export interface ApplySnapshotInput {
  readonly snapshot_id: number;
  readonly source: string;
  readonly changes: readonly CoreChange[];
}
/** By effect name the input that its handler gets. */
export interface CoreSnapshotEffects {
  'core.apply': ApplySnapshotInput;
}
