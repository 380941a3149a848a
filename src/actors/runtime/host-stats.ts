/** How much a host has in hand just now, counted from its parts. */
import type { HostParts } from './host-parts.ts';
import type { ReadFault } from './read-faults.ts';

/** Counters for health pages. */
export interface HostStats {
  readonly active: number;
  readonly messages: number;
  readonly effects: number;
  readonly timers: number;
  /** `kind/id` of every actor out of service. */
  readonly quarantined: readonly string[];
  /** What of the store cannot be read just now; it is tried again. */
  readonly readFaults: readonly ReadFault[];
}

/** As of now; reads memory alone. */
export const statsOf = (parts: HostParts): HostStats => ({
  active: parts.cells.size,
  messages: parts.cells.waitingCount,
  effects: parts.effects.pendingCount,
  timers: parts.timers.heldCount,
  quarantined: parts.outOfService.list().map(({ kind, id }) => `${kind}/${id}`),
  readFaults: parts.readFaults.list(),
});
