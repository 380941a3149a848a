/** Long work in pieces, so that the turns of actors and other requests get their share of the thread. */
import { setImmediate } from 'node:timers/promises';

const pieceItemsMax = 1000;

/** Calls `visit` for every item in order, letting others run after each thousand. */
export async function inPieces<Item>(
  items: readonly Item[],
  visit: (item: Item, index: number) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += pieceItemsMax) {
    const end = Math.min(items.length, start + pieceItemsMax);
    for (let index = start; index < end; index += 1) visit(items[index]!, index);
    if (end < items.length) await letOthersRun();
  }
}

/** Resolves after whatever is ready has had its turn. */
export function letOthersRun(): Promise<void> {
  return setImmediate();
}
