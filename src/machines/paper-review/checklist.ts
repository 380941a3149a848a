/** The finalization checklist: its items, what a person may decide, how evaluations merge into it. */
import type { ChecklistEntry } from '../../domain/records.ts';
import { checklistItemIds } from '../../domain/statuses.ts';

/** Matters of judgement that do not stop a package; every other item must not fail. */
const optionalItems: ReadonlySet<string> = new Set(['novelty_significance', 'target_venue_fit']);
const byPerson: ReadonlySet<string> = new Set(['accepted_risk', 'not_applicable']);

/** All items, pending. */
export function newChecklist(): ChecklistEntry[] {
  return checklistItemIds.map((itemId) => ({
    item_id: itemId,
    status: 'pending',
    required: !optionalItems.has(itemId),
    evaluated_by: null,
    finding: null,
    note: null,
    updated_at: null,
  }));
}

/**
 * The checklist after the service evaluated its items. A risk that a person accepted, or an item a
 * person ruled out, stays so unless the service now finds that it passes; the finding is kept.
 */
export function mergeEvaluation(
  checklist: readonly ChecklistEntry[],
  evaluated: readonly ChecklistEntry[],
): ChecklistEntry[] {
  const found = new Map(evaluated.map((entry) => [entry.item_id, entry]));
  return checklist.map((entry) => {
    const next = found.get(entry.item_id);
    if (next === undefined) return entry;
    if (byPerson.has(entry.status) && next.status !== 'pass') {
      return { ...entry, finding: next.finding };
    }
    return { ...entry, ...next, required: entry.required, note: next.note ?? entry.note };
  });
}

/** The checklist with one item decided by a person. */
export function decideItem(
  checklist: readonly ChecklistEntry[],
  decision: Pick<ChecklistEntry, 'item_id' | 'status' | 'note'> & { by: string; at: string },
): ChecklistEntry[] {
  return checklist.map((entry) =>
    entry.item_id === decision.item_id
      ? {
          ...entry,
          status: decision.status,
          note: decision.note,
          evaluated_by: decision.by,
          updated_at: decision.at,
        }
      : entry,
  );
}
