/** Whether two values are the same as JSON, without writing them down: most differ early or share their parts. */

/**
 * True exactly where `canonicalJson` would give one text for both: the order of members does not matter, and one that
 * is undefined counts as one that is not there. For values that JSON can say.
 */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return false;
  if (Array.isArray(left) || Array.isArray(right))
    return Array.isArray(left) && Array.isArray(right) && isSameArray(left, right);
  return isSameObject(
    left as Readonly<Record<string, unknown>>,
    right as Readonly<Record<string, unknown>>,
  );
}

function isSameArray(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) {
    if (!isSameJson(left[index], right[index])) return false;
  }
  return true;
}

function isSameObject(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): boolean {
  for (const name of Object.keys(left)) {
    const member = left[name];
    if (member !== undefined && !(Object.hasOwn(right, name) && isSameJson(member, right[name])))
      return false;
  }
  for (const name of Object.keys(right)) {
    if (right[name] !== undefined && (!Object.hasOwn(left, name) || left[name] === undefined))
      return false;
  }
  return true;
}
