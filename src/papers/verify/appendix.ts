/** Holds the appendix of claims against the ledger: every citation leads to one line, and the line says where from. */
import { humanizeName } from '../claims/labels.ts';
import type { Claim } from '../claims/schema.ts';
import { sourceLine } from '../claims/source-line.ts';
import { takeCitations } from '../declared.ts';
import { claimHeads, claimSection } from '../document.ts';
import type { PlainDraft, PlainLine } from '../plain-text.ts';
import { toPlainLine } from '../text.ts';
import { usageOf } from './cited.ts';
import type { Finding } from './draft-parts.ts';
import { isNamed, nameWords, wordsOf } from './names.ts';
import type { Problem } from './problems.ts';
import type { PaperReading } from './reading.ts';

/** Findings told of one draft. */
const problemsMax = 50;

/** Cited claims that lead nowhere, or to two places. */
export function checkTargets(file: string, draft: PlainDraft): Problem[] {
  const counts = new Map<string, number>();
  for (const id of draft.targets) counts.set(id, (counts.get(id) ?? 0) + 1);
  const cited = new Set([...usageOf(draft).values()].flatMap((ids) => [...ids]));
  return [...cited]
    .filter((id) => counts.get(id) !== 1)
    .slice(0, problemsMax)
    .map((id) => ({
      rule: 'citation_target',
      file,
      line: 0,
      message: `[${id}] leads to ${counts.get(id) ?? 0} lines of the appendix, not to one`,
    }));
}

/** True for a row of the appendix of claims whose last cell is what the ledger gives. */
export function isSourceCell({ section, cells }: PlainLine, reading: PaperReading): boolean {
  if (section !== claimSection || cells.length !== claimHeads.length) return false;
  const id = takeCitations(cells[0] ?? '').cites[0]?.list ?? '';
  const claim = reading.claims.get(id);
  return claim !== undefined && cells.at(-1) === toPlainLine(sourceLine(claim));
}

/** What is wrong with a row of the appendix of claims; nothing where it is another row. */
export function checkSource(line: PlainLine, reading: PaperReading, isSource: boolean): Finding[] {
  const isHead = line.cells.join() === claimHeads.join();
  if (line.section !== claimSection || isHead) return [];
  const id = takeCitations(line.cells[0] ?? '').cites[0]?.list ?? '';
  const claim = reading.claims.get(id);
  const findings: Finding[] = [];
  if (!isSource) {
    const right = claim === undefined ? 'a claim of the ledger' : sourceLine(claim);
    findings.push(['appendix_line', `[${id}] was read from: ${right}`]);
  }
  const lacking = claim === undefined ? undefined : lackingName(line.cells[1] ?? '', claim);
  if (lacking !== undefined)
    findings.push(['appendix_line', `[${id}] is of “${lacking}”, which its line does not name`]);
  return findings;
}

/** The name that the cell on what a claim is of must hold and does not. */
function lackingName(cell: string, claim: Claim): string | undefined {
  const { comparison, quantity, subject, kind } = claim;
  const member = claim.evidence_refs[0]?.pointer.slice(1) ?? '';
  const isOfRecord = kind === 'observation' || kind === 'limitation';
  const { before, middle, behind } = sidesOf(cell);
  const wanted: readonly (readonly [name: string | undefined, text: string])[] =
    comparison === undefined
      ? [
          [isOfRecord ? humanizeName(member) : quantity, cell],
          [kind === 'method' ? undefined : subject, cell],
        ]
      : [
          [quantity, before],
          [comparison.subject, middle],
          [comparison.baseline, behind],
        ];
  return wanted.find(
    ([name, text]) => name !== undefined && !isNamed(nameWords(name), new Set(wordsOf(text))),
  )?.[0];
}

/** `quantity: subject to ratio with baseline`, in its three parts. */
function sidesOf(cell: string): { before: string; middle: string; behind: string } {
  const to = / to (?:ratio|difference|percent change) with /.exec(cell);
  if (to === null) return { before: cell, middle: '', behind: '' };
  const left = cell.slice(0, to.index);
  const colon = left.indexOf(': ');
  return {
    before: left.slice(0, Math.max(colon, 0)),
    middle: left.slice(colon < 0 ? 0 : colon + 2),
    behind: cell.slice(to.index + to[0].length),
  };
}
