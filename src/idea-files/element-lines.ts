/** On which lines the elements of a list in a JSON text begin; `JSON.parse` does not say. */

/**
 * Lines (from 1) at which the elements begin of the list that `text` is, or with `member`, of the
 * list that this member of the object `text` is. `text` must be valid JSON.
 */
export function elementLines(text: string, member: string | null): number[] {
  const lines: number[] = [];
  const listDepth = member === null ? 1 : 2;
  let depth = 0;
  let line = 1;
  let inList = false;
  let expectElement = false;
  let lastString = '';
  /** The member whose value comes next, at depth one. */
  let name = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '\n') line += 1;
    if (char === ' ' || char === '\t' || char === '\r' || char === '\n') continue;
    if (char === ']' && inList && depth === listDepth) inList = false;
    if (inList && expectElement && depth === listDepth) {
      lines.push(line);
      expectElement = false;
    }
    if (char === '"') {
      const end = endOfString(text, at);
      if (depth === 1) lastString = text.slice(at, end + 1);
      at = end;
    } else if (char === ':' && depth === 1) {
      name = JSON.parse(lastString) as string;
    } else if (char === '[' || char === '{') {
      depth += 1;
      if (char === '[' && depth === listDepth && (member === null || name === member)) {
        // The last of two equal members wins in JSON.parse too.
        lines.length = 0;
        inList = true;
        expectElement = true;
      }
    } else if (char === ']' || char === '}') {
      depth -= 1;
    } else if (char === ',' && inList && depth === listDepth) {
      expectElement = true;
    }
  }
  return lines;
}

/** Offset of the quote that closes the string beginning at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
