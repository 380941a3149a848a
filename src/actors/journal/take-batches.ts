/** Which of the waiting batches are written together. */

/** Takes the first of `waiting` out of it: at most `turnsMax` turns together, and one batch at least. */
export function takeBatches<Batch extends { readonly turns: readonly unknown[] }>(
  waiting: Batch[],
  turnsMax: number,
): Batch[] {
  let turns = 0;
  let count = 0;
  for (const batch of waiting) {
    turns += batch.turns.length;
    if (count > 0 && turns > turnsMax) break;
    count += 1;
  }
  return waiting.splice(0, count);
}
