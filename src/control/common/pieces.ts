/** Work on many rows in pieces, so that turns of actors and other requests go in between. */
import { setImmediate as nextTick } from 'node:timers/promises';

/** Rows made in one go: a few milliseconds. */
const rowsPerPiece = 50;

/** What `map` makes of every item, in order; others get their turn after each piece. */
export async function mapInPieces<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result | Promise<Result>,
  pieceItems: number = rowsPerPiece,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += pieceItems) {
    if (start > 0) await nextTick();
    results.push(...(await Promise.all(items.slice(start, start + pieceItems).map(map))));
  }
  return results;
}
