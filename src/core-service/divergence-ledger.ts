/** Collects what a comparison finds: counts all of it, lists a bounded part, and what is to be done. */
import { limits } from '../domain/limits.ts';
import type { coreDivergenceKinds } from '../domain/records.ts';
import type { CoreChange } from '../machines/core-snapshot/effects.ts';
import type { FoundDivergence } from '../machines/core-snapshot/events.ts';
import type { Verdict } from './judge-item.ts';

/** What a divergence is about. */
export type Entity = FoundDivergence['entity'];
type Kind = (typeof coreDivergenceKinds)[number];
/** What differs; without a field it is the whole row, and has no values. */
export type Difference = Pick<FoundDivergence, 'field' | 'snapshot_value' | 'live_value'>;
const nothing: Difference = { field: null, snapshot_value: null, live_value: null };

/** Counts all divergences and lists the first ones, those first that can be applied. */
export class DivergenceLedger {
  readonly #legal: FoundDivergence[] = [];
  readonly #others: FoundDivergence[] = [];
  readonly changes: CoreChange[] = [];
  readonly byKind: Record<string, number> = {};
  count = 0;

  get listed(): FoundDivergence[] {
    return [...this.#legal, ...this.#others].slice(0, limits.coreDivergencesMax);
  }

  /** True when no more can be applied of this snapshot, so that nobody need ask what could be. */
  get isFull(): boolean {
    return this.#legal.length >= limits.coreDivergencesMax;
  }

  countMore(kind: Kind, more: number): void {
    if (more === 0) return;
    this.count += more;
    this.byKind[kind] = (this.byKind[kind] ?? 0) + more;
  }

  /** One that nothing is done about, and why. */
  add(kind: Kind, entity: Entity, id: string, why: () => string, difference = nothing): void {
    this.countMore(kind, 1);
    if (this.#others.length >= limits.coreDivergencesMax) return;
    this.#others.push({ kind, entity, id, ...difference, ...illegal(why()) });
  }

  /** All that differs of one item; what is applied of it is listed whole or not at all. */
  addItem(id: string, found: readonly (Difference & Verdict)[], change: CoreChange | null): void {
    const legal = found.filter((difference) => difference.would_apply);
    for (const difference of found.filter((each) => !each.would_apply))
      this.add('field_differs', 'queue_item', id, () => difference.message, difference);
    this.countMore('field_differs', legal.length);
    if (this.#legal.length + legal.length > limits.coreDivergencesMax) return;
    const about = { kind: 'field_differs', entity: 'queue_item', id, applied: false } as const;
    this.#legal.push(...legal.map((difference) => ({ ...about, ...difference })));
    if (change !== null) this.changes.push(change);
  }
}

/** The verdict on what nothing is done about. */
export const illegal = (message: string) => ({ would_apply: false, applied: false, message });
