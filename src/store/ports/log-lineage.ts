/**
 * Which log this is. Event ids begin at 1 in every log, and a log that lost its end gives the lost ids
 * again to other events, so an id means something only within its epoch.
 */

/** A stretch of the log in which every id was given once. */
export interface LogEpoch {
  readonly epoch: string;
  /** Events up to this one are those of the epoch before; 0 for the first. */
  readonly fromEventId: number;
}

/** Answers whether an event id that a client brings still means what it did when the client learnt it. */
export interface LogLineage {
  /** The present epoch. */
  readonly epoch: string;
  /**
   * Whether `eventId`, learnt under `epoch`, still names the same event. Null is whoever does not say:
   * true then only for what no epoch has lost.
   */
  holds(epoch: string | null, eventId: number): boolean;
}

/** From the oldest to the present one; at least one. Pure. */
export function createLineage(epochs: readonly LogEpoch[]): LogLineage {
  const { epoch: present } = epochs.at(-1)!;
  return {
    epoch: present,
    holds(epoch, eventId) {
      const index = epoch === null ? 0 : epochs.findIndex((each) => each.epoch === epoch);
      if (index < 0) return false;
      return epochs.slice(index + 1).every(({ fromEventId }) => eventId <= fromEventId);
    },
  };
}
