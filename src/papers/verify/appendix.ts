/** Holds the appendix of claims against the ledger: every citation leads to one line, and the line says where from. */
import { sourceLine } from '../claims/source-line.ts';
import { takeCitations } from '../declared.ts';
import { claimHeads, claimSection } from '../document.ts';
import type { PlainDraft, PlainLine } from '../plain-text.ts';
import { toPlainLine } from '../text.ts';
import { usageOf } from './cited.ts';
import type { Finding } from './draft-parts.ts';
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
export function checkSource(line: PlainLine, reading: PaperReading): Finding[] {
  const isHead = line.cells.join() === claimHeads.join();
  if (line.section !== claimSection || isHead || isSourceCell(line, reading)) return [];
  const id = takeCitations(line.cells[0] ?? '').cites[0]?.list ?? '';
  const claim = reading.claims.get(id);
  const right = claim === undefined ? 'a claim of the ledger' : sourceLine(claim);
  return [['appendix_line', `[${id}] was read from: ${right}`]];
}
