/** The bounded stream of what actors did, for dashboards, `orrery inspect` and debugging. */

/**
 * What is noted besides turns. `conflict`: another writer was first; `load_fault`: the store could not
 * be read, it is tried again; `read_fault`: so for the outbox or the timers; `fault`: a listener or a callback threw.
 */
export type NoteKind =
  | 'restart'
  | 'quarantine'
  | 'release'
  | 'dead_letter'
  | 'effect_retry'
  | 'conflict'
  | 'load_fault'
  | 'read_fault'
  | 'escalation'
  | 'fault';

/** A turn as it went, or a note of what befell an actor. `actor` is `kind/id`; `at` is ISO 8601. */
export type InspectionEntry =
  | {
      readonly kind: 'turn';
      readonly at: string;
      readonly actor: string;
      readonly event: string;
      readonly from: string;
      readonly to: string;
      readonly accepted: boolean;
      /** Refusal code when refused. */
      readonly refused: string | null;
      readonly effects: readonly string[];
      /** From taking the message to the commit. */
      readonly durationMs: number;
    }
  | {
      readonly kind: NoteKind;
      readonly at: string;
      readonly actor: string;
      readonly event: string;
      readonly reason: string;
    };

/** A ring of the last entries; an older one is overwritten. Listeners hear each as it is added. */
export class Inspection {
  readonly #entries: InspectionEntry[] = [];
  readonly #capacity: number;
  #next = 0;
  readonly #listeners = new Set<(entry: InspectionEntry) => void>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  add(entry: InspectionEntry): void {
    this.#entries[this.#next % this.#capacity] = entry;
    this.#next += 1;
    for (const listener of this.#listeners) {
      try {
        listener(entry);
      } catch {
        // A listener that fails loses its place; what it watches goes on.
        this.#listeners.delete(listener);
      }
    }
  }

  /** The newest `limit` entries, oldest first. */
  recent(limit: number): InspectionEntry[] {
    const count = Math.min(limit, this.#entries.length);
    const entries: InspectionEntry[] = [];
    for (let index = this.#next - count; index < this.#next; index += 1) {
      entries.push(this.#entries[index % this.#capacity]!);
    }
    return entries;
  }

  /** Calls `listener` for every entry from now on; the returned function ends it. */
  subscribe(listener: (entry: InspectionEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
