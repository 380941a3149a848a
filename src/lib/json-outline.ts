/**
 * Looks at JSON text without building anything: how many parts it has, and which name its outermost
 * object has twice, where `JSON.parse` lets the last one win. Text that is not JSON is not refused here.
 */

interface JsonOutline {
  /** Commas and opening brackets outside strings; counting stops one past the bound. */
  readonly parts: number;
  /** A name that stands twice in the outermost object; null when none does. */
  readonly twice: string | null;
}

/** One pass over `text`. */
export function outlineJson(text: string, partsMax: number): JsonOutline {
  const names = new Set<string>();
  let twice: string | null = null;
  let parts = 0;
  let depth = 0;
  /** The string that ended last in the outermost object. */
  let last: string | null = null;
  for (let at = 0; at < text.length && parts <= partsMax; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = endOfString(text, at);
      last = depth === 1 ? text.slice(at, end) : null;
      at = end - 1;
    } else if (char === ':' && last !== null) {
      const name = readString(last);
      if (names.has(name)) twice ??= name;
      names.add(name);
      last = null;
    } else if (char === '{' || char === '[') {
      depth += 1;
      parts += 1;
    } else if (char === '}' || char === ']') {
      depth -= 1;
    } else if (char === ',') {
      parts += 1;
    }
  }
  return { parts, twice };
}

/** The place behind the string that begins at `at`. */
function endOfString(text: string, at: number): number {
  let next = at + 1;
  while (next < text.length && text.charAt(next) !== '"')
    next += text.charAt(next) === '\\' ? 2 : 1;
  return next + 1;
}

/** As written where it is no valid string: such text is refused by whoever parses it. */
function readString(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}
