/**
 * The port through which the live feed follows the event log: upwards from an event, and back to the
 * last event of a stream. Event ids are gapless, which is what lets a reader prove that it missed
 * nothing.
 */
import type { StoredEvent } from '../../actors/journal/port.ts';

/** Events about an entity type or one entity; or changes of a kind of actor, or of one actor. */
export interface StreamSelection {
  readonly of: 'events' | 'state';
  /** Entity type, or kind of actor; null for all. */
  readonly kind: string | null;
  readonly id: string | null;
}

/** What a live feed reads of the log to catch up with it and to place a client in it. */
export interface FeedReads {
  /** Last event id; 0 for an empty log. */
  headEventId(): Promise<number>;
  /** Events with id > `after`, ascending. */
  eventsAfter(after: number, limit: number): Promise<readonly StoredEvent[]>;
  /**
   * The last event of a stream with an id of at most `atMost`; null when there is none, or where no
   * index leads to it and it lies more than `streamScanMax` events back.
   */
  lastOf(selection: StreamSelection, atMost: number): Promise<number | null>;
}

/** Events looked through, newest first, for the last one of a stream that no index serves. */
export const streamScanMax = 5_000;
