/** Rows as lists show them: long texts cut, so that a page of rows is never megabytes of prompts. */

/** Characters of one text that a list shows; the whole is in the entity's own route. */
export const excerptCharsMax = 2_000;

interface Excerpt {
  readonly value: unknown;
  /** True when some text was cut. */
  readonly cut: boolean;
}

/** A copy of a JSON value in which every text is at most `excerptCharsMax` characters and an ellipsis. */
export function excerpt(value: unknown): Excerpt {
  // Most rows have nothing to cut, and looking is much cheaper than copying.
  if (!hasLongText(value)) return { value, cut: false };
  let cut = false;
  const shorten = (part: unknown): unknown => {
    if (typeof part === 'string') {
      if (part.length <= excerptCharsMax) return part;
      cut = true;
      return `${part.slice(0, excerptCharsMax).toWellFormed()}…`;
    }
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(shorten);
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [name, shorten(member)]),
    );
  };
  const short = shorten(value);
  return cut ? { value: short, cut } : { value, cut };
}

function hasLongText(part: unknown): boolean {
  if (typeof part === 'string') return part.length > excerptCharsMax;
  if (typeof part !== 'object' || part === null) return false;
  return Object.values(part).some(hasLongText);
}
