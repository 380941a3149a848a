/** Secrets, addresses and personal paths are taken out of what agents and models wrote. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { type SecretRule, secretRules } from './secret-rules.ts';

/** Lines named of one kind in one file; the rest is counted. */
const linesNamedMax = 50;
/** Characters in front of a match that its rule may look at. */
const beforeChars = 24;
const shapedStandIn = '(redacted)';

/** What was taken out by one rule: how often, and on which lines of the text. */
export interface Redaction {
  readonly rule: string;
  readonly count: number;
  readonly lines: number[];
}

/**
 * `text` without what the rules name, and what was taken out where. Only text is replaced, never a bare
 * number, so that no metric changes, and no line is added or lost. `rules`: all unless told.
 */
export function redactText(
  text: string,
  rules: readonly SecretRule[] = secretRules,
): { text: string; redactions: Redaction[] } {
  const found = new Map<string, Redaction & { count: number }>();
  const mayHold = createGate(text);
  let result = text;
  for (const { id, needs, pattern, isSecret, standIn = shapedStandIn } of rules) {
    if (!mayHold(needs)) continue;
    let line = 1;
    let counted = 0;
    result = result.replace(pattern, (match: string, ...rest: unknown[]) => {
      const hasGroups = typeof rest[0] === 'string';
      const at = rest.find((each) => typeof each === 'number') as number;
      const [kept, value] = hasGroups ? [rest[0] as string, rest[1] as string] : ['', match];
      const source = rest.at(-1) as string;
      if (isSecret?.(value, source.slice(Math.max(0, at - beforeChars), at)) === false)
        return match;
      for (
        let next = source.indexOf('\n', counted);
        next >= 0 && next < at;
        next = source.indexOf('\n', counted)
      ) {
        line += 1;
        counted = next + 1;
      }
      const entry = found.get(id) ?? { rule: id, count: 0, lines: [] };
      found.set(id, entry);
      entry.count += 1;
      if (entry.lines.at(-1) !== line && entry.lines.length < linesNamedMax) entry.lines.push(line);
      return kept + standIn + '\n'.repeat(value.split('\n').length - 1);
    });
  }
  const redactions = [...found.values()].map((entry) => ({
    ...entry,
    lines: [...new Set(entry.lines)].sort((a, b) => a - b),
  }));
  return { text: result, redactions };
}

const allMarks = [
  ...new Set(secretRules.flatMap(({ needs }) => ('oneOf' in needs ? needs.oneOf : []))),
];
const anyMark = new RegExp(
  // Sorted, marks that begin alike are compared once.
  allMarks
    .sort()
    .map((mark) => mark.replace(/[.\\/-]/g, '\\$&'))
    .join('|'),
  'g',
);

/** Says what a text may hold, with one look at it for all marks together. */
function createGate(text: string): (needs: SecretRule['needs']) => boolean {
  const marks = marksIn(text.toLowerCase());
  return (needs) => {
    if (typeof needs === 'function') return needs(text);
    return 'oneOf' in needs ? needs.oneOf.some((mark) => marks.has(mark)) : hasTwice(text, needs);
  };
}

function marksIn(small: string): ReadonlySet<string> {
  const marks = new Set<string>();
  anyMark.lastIndex = 0;
  for (let match = anyMark.exec(small); match !== null; match = anyMark.exec(small)) {
    marks.add(match[0]);
    if (marks.size === allMarks.length) break;
    // One may begin within another.
    anyMark.lastIndex = match.index + 1;
  }
  return marks;
}

function hasTwice(
  text: string,
  { twice, within }: { readonly twice: string; readonly within: number },
): boolean {
  let before = -1 - within;
  for (let at = text.indexOf(twice); at >= 0; at = text.indexOf(twice, at + 1)) {
    if (at - before <= within) return true;
    before = at;
  }
  return false;
}

/** A value of JSON with every text in it redacted; by all rules unless told. */
export function redactValue<T>(value: T, rules: readonly SecretRule[] = secretRules): T {
  if (typeof value === 'string') return redactText(value, rules).text as T;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, rules)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, redactValue(member, rules)]),
  ) as T;
}

/** Whether `kept`, a value of JSON, is what was `written`, but for secrets that were taken out of its texts. */
export function isKeptOf(kept: unknown, written: unknown): boolean {
  if (typeof kept === 'string' && typeof written === 'string') return isTextOf(kept, written);
  if (Array.isArray(kept) && Array.isArray(written))
    return kept.length === written.length && kept.every((each, at) => isKeptOf(each, written[at]));
  return isDeepStrictEqual(kept, written);
}

/** A stand-in may stand for anything, so what is between them has to come in their order. */
function isTextOf(kept: string, written: string): boolean {
  const [first = '', ...others] = kept.split(/\(redacted\)|\[redacted\]/);
  const last = others.pop();
  if (last === undefined) return kept === written;
  if (!written.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = written.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return written.length - last.length >= at && written.endsWith(last);
}
