/** Acts of reasons that are done on a page of the dashboard, and where each is. Pure. */
import type { Place } from '../places/places.ts';
import type { Reason } from '../service/wire.ts';

/** By the verb of an act; what it is done to is null for the service as a whole. */
const places: Readonly<Partial<Record<string, (target: string | null) => Partial<Place>>>> = {
  open_bench: () => ({ page: 'bench' }),
  open_attention: () => ({ page: 'queue', view: 'person' }),
  open_papers: (id) => (id === null ? { page: 'papers', stage: 'held' } : { page: 'papers', id }),
  evaluate_papers: () => ({ page: 'corpus' }),
  acknowledge_loss: () => ({ page: 'reports', id: 'log' }),
};

/** Null where it is done on no page of ours. */
export function placeOfAct({ act }: Reason): Partial<Place> | null {
  return places[act?.verb ?? '']?.(act?.target ?? null) ?? null;
}
