/** The shape of a JSON value: names of members and types of values, without the values. */

export type Shape = string | readonly Shape[] | { readonly [member: string]: Shape };

/**
 * A list's shape is the shapes of its entries, each once, in a fixed order. The types of members
 * named in `varying` are left out.
 */
export function shapeOf(value: unknown, varying: readonly string[] = []): Shape {
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    const texts = new Set(value.map((entry) => JSON.stringify(shapeOf(entry, varying))));
    return [...texts].sort().map((text) => JSON.parse(text) as Shape);
  }
  if (typeof value === 'object') {
    const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(
      members.map(([name, member]) => [
        name,
        varying.includes(name) ? 'varies' : shapeOf(member, varying),
      ]),
    );
  }
  return typeof value;
}
