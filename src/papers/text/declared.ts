/** Finds declared texts in plain lines. Writer and verifier use the same rules, not the same data. */
import { blankSpans, type Span } from './scan.ts';

/** `[C4–C7, C9]`. Square brackets stand in no other text, so a citation is never part of a name. */
const citePattern = /\[(C\d+(?:–C\d+)?(?:, C\d+(?:–C\d+)?)*)\]/g;

/** The citations of a line, and the line with spaces in their place. */
export function takeCitations(line: string): {
  rest: string;
  cites: { index: number; list: string }[];
} {
  if (!line.includes('[C')) return { rest: line, cites: [] };
  const cites: { index: number; list: string }[] = [];
  const rest = line.replace(citePattern, (match: string, list: string, index: number) => {
    cites.push({ index, list });
    return ' '.repeat(match.length);
  });
  return { rest, cites };
}

interface Masked {
  /** The line with every declared text replaced by spaces of its length. */
  readonly rest: string;
  /** Index and text of what was replaced, in order. */
  readonly found: readonly { readonly index: number; readonly text: string }[];
}

/**
 * Blanks the declared texts of one line and names them in order; what is left keeps its place in
 * the line.
 */
export type Masker = (line: string) => Masked;

/** For lines without citations. Longest texts go first; a text is found only where it is not part of a longer word or number. */
export function createMasker(texts: readonly string[]): Masker {
  const root = buildTree(texts);
  if (root.next.size === 0) return (line) => ({ rest: line, found: [] });
  /** ASCII with which a text begins; white space is looked up as a space. */
  const begins = new Set([...root.next.keys()].map((first) => first.charCodeAt(0)));
  return (line) => {
    const found: { index: number; text: string }[] = [];
    const spans: Span[] = [];
    for (let at = 0; at < line.length; at += 1) {
      const code = line.charCodeAt(at);
      if (code > 0x20 && code < 0x80 && !begins.has(code)) continue;
      const end = longestAt(root, line, at);
      if (end < 0) continue;
      found.push({ index: at, text: line.slice(at, end) });
      spans.push({ start: at, end });
      at = end - 1;
    }
    return { rest: blankSpans(line, spans), found };
  };
}

/** One step per code unit; white space of any kind counts as a space. */
interface Branch {
  readonly next: Map<string, Branch>;
  /** What must hold on either side of a text that ends here. */
  sides: { readonly before: RegExp | null; readonly after: RegExp | null } | null;
}

function buildTree(texts: readonly string[]): Branch {
  const root: Branch = { next: new Map(), sides: null };
  for (const text of texts) {
    let branch = root;
    for (let at = 0; at < text.length; at += 1) {
      const step = stepOf(text, at);
      let next = branch.next.get(step);
      if (next === undefined) {
        next = { next: new Map(), sides: null };
        branch.next.set(step, next);
      }
      branch = next;
    }
    if (branch !== root) branch.sides = sidesOf(text);
  }
  return root;
}

const stepOf = (text: string, at: number): string => {
  const unit = text.charAt(at);
  return unit > ' ' && unit < '\u0080' ? unit : unit.trim() === '' ? ' ' : unit;
};

/** End of the longest text that stands at `at` as a word of its own; -1 when there is none. */
function longestAt(root: Branch, line: string, at: number): number {
  let longest = -1;
  let branch = root.next.get(stepOf(line, at));
  for (let end = at + 1; branch !== undefined; end += 1) {
    if (branch.sides !== null && standsAlone(line, at, end, branch.sides)) longest = end;
    if (end >= line.length) break;
    branch = branch.next.get(stepOf(line, end));
  }
  return longest;
}

function standsAlone(
  line: string,
  start: number,
  end: number,
  { before, after }: NonNullable<Branch['sides']>,
): boolean {
  // Enough for a sign or point and the characters beside it.
  const left = before === null ? '' : line.slice(Math.max(0, start - 5), start);
  const right = after === null ? '' : line.slice(end, end + 5);
  return before?.test(left) !== true && after?.test(right) !== true;
}

const wordBefore = /(?:[\p{L}\p{M}\p{N}_]|\p{N}[.,])$/u;
const wordOrSignBefore = /(?:[\p{L}\p{M}\p{N}_]|\p{N}[.,]|(?<![\p{L}\p{N}])[-+\u2212])$/u;
const wordAfter = /^(?:[\p{L}\p{M}\p{N}_]|[.,]\p{N})/u;

function sidesOf(text: string): Branch['sides'] {
  return {
    before: /^\p{N}/u.test(text) ? wordOrSignBefore : /^\p{L}/u.test(text) ? wordBefore : null,
    after: /[\p{L}\p{N}]$/u.test(text) ? wordAfter : null,
  };
}
