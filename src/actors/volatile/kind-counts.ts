/** Counts of what happened to the actors of each kind, and how they stand. */
import type { Cell } from './cell.ts';
import type { VolatileKindStats } from './host-options.ts';

type Counted = 'turns' | 'restarts' | 'given_up' | 'coalesced' | 'overloaded';
type Counts = Record<Counted, number>;

/** Counts since the start of the host; standings as of now. */
export class KindCounts {
  readonly #byKind = new Map<string, Counts>();

  /** A kind shows from its first actor on. */
  note(kind: string): void {
    this.#countsOf(kind);
  }

  add(kind: string, what: Counted): void {
    this.#countsOf(kind)[what] += 1;
  }

  stats(cells: Iterable<Cell>): VolatileKindStats[] {
    const all = [...cells];
    return [...this.#byKind].map(([kind, counts]) => ({
      kind,
      ...counts,
      ...standing(all.filter((cell) => cell.address.kind === kind)),
    }));
  }

  #countsOf(kind: string): Counts {
    const known = this.#byKind.get(kind);
    if (known !== undefined) return known;
    const made = { turns: 0, restarts: 0, given_up: 0, coalesced: 0, overloaded: 0 };
    this.#byKind.set(kind, made);
    return made;
  }
}

function standing(cells: readonly Cell[]): Omit<VolatileKindStats, Counted | 'kind'> {
  const waiting = { system: 0, control: 0, command: 0, telemetry: 0 };
  const sum = { effects: 0, timers: 0, deferred: 0 };
  for (const cell of cells) {
    const depths = cell.inbox.depths();
    waiting.system += depths.system;
    waiting.control += depths.control;
    waiting.command += depths.command;
    waiting.telemetry += depths.telemetry;
    sum.effects += cell.effects.count;
    sum.timers += cell.timers.count;
    sum.deferred += cell.deferredCount;
  }
  return { active: cells.length, waiting, ...sum };
}
