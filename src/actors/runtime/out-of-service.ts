/**
 * Who is out of service, and why. The journal keeps it, so that it lasts over restarts; this is the
 * copy that every delivery looks at.
 */
import type { Journal, Quarantine } from '../journal/port.ts';
import { type ActorAddress, toKey } from '../machine/durable-actions.ts';

const pageRows = 500;

/** By address. Cells ask it for every message, so it is in memory as a whole. */
export class OutOfService {
  #byName = new Map<string, Quarantine>();
  #loads = 0;

  /** Reads what other processes left; what changes here meanwhile, or a load that began later, counts before it. */
  async load(journal: Journal): Promise<void> {
    this.#loads += 1;
    const load = this.#loads;
    const found: Quarantine[] = [];
    for (let isMore = true; isMore; ) {
      const page: readonly Quarantine[] = await journal.quarantines(found.at(-1) ?? null, pageRows);
      found.push(...page);
      isMore = page.length === pageRows;
    }
    if (load !== this.#loads) return;
    this.#byName = new Map(found.map((quarantine) => [toKey(quarantine), quarantine]));
  }

  add(quarantine: Quarantine): void {
    this.#loads += 1;
    this.#byName.set(toKey(quarantine), quarantine);
  }

  remove(address: ActorAddress): void {
    this.#loads += 1;
    this.#byName.delete(toKey(address));
  }

  get(address: ActorAddress): Quarantine | undefined {
    return this.#byName.size === 0 ? undefined : this.#byName.get(toKey(address));
  }

  /** All of them, by name. */
  list(): readonly Quarantine[] {
    return [...this.#byName.values()];
  }
}
