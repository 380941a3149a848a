/** What the store knows of one correlation id: events that bear it, and what it led to that is not done. */
import type { EffectRow, StoredEvent, TimerRow } from '../../actors/journal/port.ts';

/** Events that bear one correlation id, as far as they were looked for. */
export interface TraceEvents {
  /** From the first on, in the order they were written. */
  readonly rows: readonly StoredEvent[];
  /** False when there are more, or too many events had to be looked through to find all. */
  readonly complete: boolean;
}

/** A message that no actor could handle. */
export interface TraceLetter {
  readonly sequence: number;
  readonly kind: string;
  readonly id: string;
  /** JSON text of the event. */
  readonly message: string;
  readonly reason: string;
  readonly at: string;
  readonly cause_id: number | null;
}

/** What a request has set off and is not done: effects in the outbox, timers set, dead letters. */
export interface Outstanding {
  readonly effects: readonly EffectRow[];
  readonly timers: readonly TimerRow[];
  readonly letters: readonly TraceLetter[];
  /** False when more of a sort is stored than is looked through. */
  readonly complete: boolean;
}

/** What a store answers about one correlation id. */
export interface TraceReads {
  eventsOfTrace(correlationId: string, limit: number): Promise<TraceEvents>;
  /** Effects and timers that still wait and messages given up, of a bounded number looked through. */
  outstandingOfTrace(correlationId: string): Promise<Outstanding>;
}
