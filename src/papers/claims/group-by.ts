/** Groups by a text, as `Map.groupBy` does where the oldest supported Node has it. */

/** The items by what `keyOf` says of them, groups and items in the order in which they come. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
