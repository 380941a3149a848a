/** How many parts JSON text has, without building anything. Text that is not JSON is not refused here. */

/** Commas and opening brackets outside strings; counting stops one past the bound. One pass over `text`. */
export function countJsonParts(text: string, partsMax: number): number {
  let parts = 0;
  for (let at = 0; at < text.length && parts <= partsMax; at += 1) {
    const char = text.charAt(at);
    if (char === '"') at = closingQuote(text, at);
    else if (char === '{' || char === '[' || char === ',') parts += 1;
  }
  return parts;
}

/** The place of the quotation mark that ends the string begun at `at`. */
function closingQuote(text: string, at: number): number {
  let next = at + 1;
  while (next < text.length && text.charAt(next) !== '"')
    next += text.charAt(next) === '\\' ? 2 : 1;
  return next;
}
