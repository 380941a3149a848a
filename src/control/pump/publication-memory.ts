/**
 * What the pump's look for the next step of publication found, for as long as it holds. That look goes through every
 * paper that is open or lacks its import, and most changes that wake the pump are of other things: while the log names
 * no paper, review or import since, a look that found nothing is not made again. What is changed in files alone is
 * seen after the longest pause of the pump, as it is where nothing wakes it.
 */
import { limits } from '../../domain/limits.ts';
import type { PumpTried } from '../../domain/records.ts';
import type { ControlContext } from '../common/index.ts';

/** Of one process: a restart looks anew. */
export interface PublicationMemory {
  /** What was found before where it still holds, else what `look` finds now. */
  recall(context: Memorable, look: () => Promise<PumpTried>): Promise<PumpTried>;
}
interface Memorable {
  readonly reads: Pick<ControlContext['reads'], 'head' | 'isNamed'>;
  readonly clock: Pick<ControlContext['clock'], 'monotonic'>;
}

const moving = ['paper', 'paper_review', 'corpus_entry'] as const;
/** Events looked through; where there are more since, the look is made. */
const eventsMax = 200;

/** One that remembers nothing yet. */
export function createPublicationMemory(): PublicationMemory {
  let known: { readonly found: PumpTried; readonly atMs: number } | null = null;
  let seenTo = 0;
  return {
    async recall({ reads, clock }, look) {
      const head = await reads.head();
      const isFresh = known !== null && clock.monotonic() - known.atMs < limits.pumpPauseMsMax;
      if (known !== null && isFresh && (await nothingMoved(reads, seenTo, head))) {
        seenTo = head;
        return known.found;
      }
      known = null;
      const found = await look();
      // As of before the look: what moved during it may not have been seen.
      seenTo = head;
      if (found.outcome === 'nothing') known = { found, atMs: clock.monotonic() };
      return found;
    },
  };
}

async function nothingMoved(
  reads: Memorable['reads'],
  since: number,
  head: number,
): Promise<boolean> {
  if (head === since) return true;
  return head - since <= eventsMax && !(await reads.isNamed(moving, { after: since, to: head }));
}
