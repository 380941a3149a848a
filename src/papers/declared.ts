/** Finds declared texts in plain lines. Writer and verifier use the same rules, not the same data. */

/** `[C4–C7, C9]`. Square brackets stand in no other text, so a citation is never part of a name. */
const citePattern = /\[(C\d+(?:–C\d+)?(?:, C\d+(?:–C\d+)?)*)\]/g;

/** The citations of a line, and the line with spaces in their place. */
export function takeCitations(line: string): {
  rest: string;
  cites: { index: number; list: string }[];
} {
  const cites: { index: number; list: string }[] = [];
  const rest = line.replace(citePattern, (match: string, list: string, index: number) => {
    cites.push({ index, list });
    return ' '.repeat(match.length);
  });
  return { rest, cites };
}

export interface Masked {
  /** The line with every declared text replaced by spaces of its length. */
  readonly rest: string;
  /** Index and text of what was replaced, in order. */
  readonly found: readonly { readonly index: number; readonly text: string }[];
}

export type Masker = (line: string) => Masked;

/** For lines without citations. Longest texts go first; a text is found only where it is not part of a longer word or number. */
export function createMasker(texts: readonly string[]): Masker {
  const ordered = [...new Set(texts)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (ordered.length === 0) return (line) => ({ rest: line, found: [] });
  const pattern = new RegExp(ordered.map(bounded).join('|'), 'gu');
  return (line) => {
    const found: { index: number; text: string }[] = [];
    const rest = line.replace(pattern, (match: string, index: number) => {
      found.push({ index, text: match });
      return ' '.repeat(match.length);
    });
    return { rest, found };
  };
}

function bounded(text: string): string {
  const body = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/ /g, '\\s');
  const sign = '(?<![\\p{L}\\p{N}])[-+\u2212]';
  const before = /^\p{N}/u.test(text)
    ? `(?<![\\p{L}\\p{M}\\p{N}_]|\\p{N}[.,]|${sign})`
    : /^\p{L}/u.test(text)
      ? '(?<![\\p{L}\\p{M}\\p{N}_]|\\p{N}[.,])'
      : '';
  const after = /[\p{L}\p{N}]$/u.test(text) ? '(?![\\p{L}\\p{M}\\p{N}_]|[.,]\\p{N})' : '';
  return `${before}${body}${after}`;
}
