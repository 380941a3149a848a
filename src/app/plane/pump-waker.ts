/** What the pump is told of: changes that may give it work. While it is off it is told nothing. */
import type { InspectionEntry } from '../../actors/runtime/inspection.ts';
import { pumpAddress } from '../../control/common/index.ts';
import { limits } from '../../domain/limits.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { createWaker, type Turn, type Waker, type WakerOptions } from './waker.ts';

const active: ReadonlySet<string> = new Set(activeQueueStatuses);
/** By kind, the moves that may give the pump work. */
const wakingChanges: Readonly<Record<string, (from: string, to: string) => boolean>> = {
  // What an item leaves its lane for may make it a candidate or call for a paper; what keeps it there gives no work.
  queue_item: (from, to) => from !== to && !active.has(to),
  worker_target: (from, to) => from !== to && to === 'healthy',
  control: (from, to) => from !== to,
  paper: (from, to) => from !== to && !to.endsWith('_generating'),
  paper_review: (from, to) => from !== to,
  corpus_entry: (from, to) => from !== to,
};

/** What of a turn may give the pump work; null: nothing. */
function causeOf(entry: InspectionEntry): string | null {
  if (entry.kind !== 'turn' || !entry.accepted) return null;
  const { actor, from, to } = entry;
  const kind = actor.slice(0, actor.indexOf('/'));
  const isEvaluated = kind === 'paper_review' && entry.event === 'EVALUATED';
  const isEdit = (kind === 'queue_item' && entry.event === 'EDIT') || isEvaluated;
  if (!isEdit && wakingChanges[kind]?.(from, to) !== true) return null;
  return isEdit ? `${actor} was ${isEvaluated ? 'evaluated' : 'edited'}` : `${actor} became ${to}`;
}

/** Turns of the pump after which it neither looks nor steps, unless they begin a step. */
const endings: ReadonlySet<string> = new Set(['LOOKED', 'STEPPED', 'EFFECT_FAILED', 'SWITCH_OFF']);

/** Whether the pump looks or steps after a turn of its own. */
function isBusyAfter({ event, accepted, from, to }: Turn, wasBusy: boolean): boolean {
  if (to === 'off') return false;
  if (to === 'stepping' || from === 'off') return true;
  if (endings.has(event)) return false;
  return wasBusy || (accepted && event === 'LOOK_DUE');
}

/** Hears nothing before `start`. */
export const createPumpWaker = (options: WakerOptions): Waker =>
  createWaker(
    {
      self: `${pumpAddress.kind}/${pumpAddress.id}`,
      pauseMs: limits.pumpBurstMs,
      causeOf,
      isBusyAfter,
    },
    options,
  );
