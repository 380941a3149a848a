/** Finds the known name that a mistyped one most likely meant. */

/** Optimal string alignment distance: insertions, deletions, substitutions, neighbour swaps. */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length]!;
}

/** Longer names are certainly not a slip of the fingers, and comparing them would cost time. */
const nameCharsMax = 100;

/**
 * The member of `known` nearest to `name`, compared without case, hyphens or underscores at
 * first; undefined when none is within a third of the name's length.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > nameCharsMax) return undefined;
  const plain = (text: string): string => text.toLowerCase().replace(/[-_]/g, '');
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(plain(name), plain(candidate));
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  const tolerated = Math.max(1, Math.floor(name.length / 3));
  return best !== undefined && best.distance <= tolerated ? best.name : undefined;
}
