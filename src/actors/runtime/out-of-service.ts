/**
 * Who is out of service, and why. The journal keeps it, so that it lasts over restarts; this is the
 * copy that every delivery looks at.
 */
import type { Journal, Quarantine } from '../journal/port.ts';
import type { ActorAddress } from '../machine/durable-actions.ts';

const pageRows = 500;

/** By address. Cells ask it for every message, so it is in memory as a whole. */
export class OutOfService {
  readonly #byName = new Map<string, Quarantine>();

  get size(): number {
    return this.#byName.size;
  }

  /** Reads what earlier processes left. */
  async load(journal: Journal): Promise<void> {
    let last: Quarantine | null = null;
    for (;;) {
      const page: readonly Quarantine[] = await journal.quarantines(last, pageRows);
      for (const quarantine of page) this.add(quarantine);
      last = page.at(-1) ?? null;
      if (page.length < pageRows) return;
    }
  }

  add(quarantine: Quarantine): void {
    this.#byName.set(`${quarantine.kind}/${quarantine.id}`, quarantine);
  }

  remove({ kind, id }: ActorAddress): void {
    this.#byName.delete(`${kind}/${id}`);
  }

  get({ kind, id }: ActorAddress): Quarantine | undefined {
    return this.#byName.size === 0 ? undefined : this.#byName.get(`${kind}/${id}`);
  }

  /** All of them, by name. */
  list(): readonly Quarantine[] {
    return [...this.#byName.values()];
  }
}
