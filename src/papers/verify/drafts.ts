/** Checks the two drafts: every number is a cited claim or declared, and both say the same. */
import type { Claim, ClaimLedger } from '../claims/schema.ts';
import { createMasker, type Masker, takeCitations } from '../declared.ts';
import { findNumbers, standsFor } from '../numbers.ts';
import type { PlainDraft, PlainLine } from '../plain-text.ts';
import type { Problem } from './problems.ts';

interface DraftCheck {
  readonly problems: Problem[];
  /** Claims cited, by section heading. */
  readonly usage: Map<string, Set<string>>;
}

/** Checks one draft against the ledger. `values` are those read again from the files. */
export function checkDraft(
  file: string,
  draft: PlainDraft,
  ledger: ClaimLedger,
  values: ReadonlyMap<string, number>,
): DraftCheck {
  const problems: Problem[] = draft.problems.map(({ line, message }) => ({
    rule: 'unreadable_line',
    file,
    line,
    message,
  }));
  const usage = new Map<string, Set<string>>();
  const masker = createMasker(ledger.not_results.map((entry) => entry.text));
  const counts = new Map<string, number>();
  const claims = new Map(ledger.claims.map((claim) => [claim.id, claim]));
  for (const line of draft.lines) {
    for (const message of checkLine(line, masker, counts, claims, values, usage)) {
      problems.push({ rule: 'number_without_claim', file, line: line.line, message });
    }
  }
  for (const entry of ledger.not_results) {
    const count = counts.get(entry.text) ?? 0;
    if (count !== entry.count) {
      const message = `“${entry.text}” is declared ${entry.count} times and found ${count} times`;
      problems.push({ rule: 'declared_count', file, line: 0, message });
    }
  }
  return { problems, usage };
}

function checkLine(
  line: PlainLine,
  masker: Masker,
  counts: Map<string, number>,
  claims: ReadonlyMap<string, Claim>,
  values: ReadonlyMap<string, number>,
  usage: Map<string, Set<string>>,
): string[] {
  const taken = takeCitations(line.text);
  const cites = expandAll(taken.cites);
  const { rest, found } = masker(taken.rest);
  for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  const messages: string[] = [];
  const used = usage.get(line.section) ?? new Set<string>();
  usage.set(line.section, used);
  for (const id of cites.flatMap((cite) => cite.ids)) {
    used.add(id);
    if (!claims.has(id)) messages.push(`[${id}] is not in the ledger`);
  }
  const numbers = findNumbers(rest);
  const rowIds = line.isRow ? cites.flatMap((cite) => cite.ids) : [];
  if (line.isRow && numbers.length !== rowIds.length) {
    messages.push(`the row has ${numbers.length} numbers and cites ${rowIds.length} claims`);
  }
  let place = 0;
  numbers.forEach((token, position) => {
    while (place < cites.length && (cites[place]?.index ?? 0) <= token.index) place += 1;
    const next = cites[place];
    const ids = line.isRow ? rowIds.slice(position, position + 1) : (next?.ids ?? []);
    const backed = ids.some((id) => {
      const value = values.get(id);
      return value !== undefined && standsFor(token, value);
    });
    if (!backed)
      messages.push(
        `${token.text} is not the value of ${ids.length === 0 ? 'any cited claim' : ids.join(', ')}`,
      );
  });
  return messages;
}

/** Claims that one line may cite; beyond them its ranges are taken as their ends. */
const citedMax = 5000;

function expandAll(cites: readonly { readonly index: number; readonly list: string }[]) {
  let left = citedMax;
  return cites.map(({ index, list }) => {
    const ids = left > 0 ? expandIds(list) : list.split(/, |–/);
    left -= ids.length;
    return { index, ids };
  });
}

/** `C4–C7, C9` as C4, C5, C6, C7, C9; a range of more than a thousand is taken as its ends. */
function expandIds(list: string): string[] {
  return list.split(', ').flatMap((part) => {
    const [from = '', to] = part.split('–');
    if (to === undefined) return [from];
    const [first, last] = [Number(from.slice(1)), Number(to.slice(1))];
    if (last - first > 1000 || last < first) return [from, to];
    return Array.from({ length: last - first + 1 }, (_, index) => `C${first + index}`);
  });
}

/** The texts of both drafts, line by line; the first difference is reported. */
export function compareDrafts(markdown: PlainDraft, latex: PlainDraft): Problem[] {
  const length = Math.max(markdown.lines.length, latex.lines.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [markdown.lines[index], latex.lines[index]];
    if (left?.text === right?.text) continue;
    const message = `differs from paper.md line ${left?.line ?? 'end'}: ${excerpt(right?.text)} instead of ${excerpt(left?.text)}`;
    return [{ rule: 'drafts_differ', file: 'paper.tex', line: right?.line ?? 0, message }];
  }
  return [];
}

function excerpt(text: string | undefined): string {
  return text === undefined ? 'nothing' : `“${text.slice(0, 120)}”`;
}
