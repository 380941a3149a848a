/** Holds the appendix of claims against the ledger: every citation leads to one line, and the line says where from. */
import { humanizeName } from '../claims/labels.ts';
import type { Claim } from '../claims/schema.ts';
import { sourceLine } from '../claims/source-line.ts';
import { claimHeads, claimSection } from '../document.ts';
import { takeCitations } from '../text/declared.ts';
import type { PlainDraft, PlainLine } from '../text/plain-text.ts';
import { toPlainLine } from '../text/text.ts';
import { usageOf } from './cited.ts';
import type { Finding } from './finding.ts';
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
  const { comparison, subject, kind, unit } = claim;
  // What is called as its unit is named by that, beside the value.
  const quantity = claim.quantity === unit ? undefined : claim.quantity;
  const words = wordsOf(cell);
  const lacks = (name: string | undefined, among: readonly string[]): boolean =>
    name !== undefined && !isNamed(nameWords(name), new Set(among));
  if (comparison !== undefined) {
    // `ratio of latency, routed to baseline`: any other order compares the other way round.
    const baseline = nameWords(comparison.baseline);
    const to = words.findIndex(
      (word, at) => word === 'to' && baseline.every((part, step) => words[at + 1 + step] === part),
    );
    if (to < 0) return comparison.baseline;
    const before = words.slice(0, to);
    return [comparison.subject, comparison.quantity].find((name) => lacks(name, before));
  }
  const member = humanizeName(claim.evidence_refs[0]?.pointer.slice(1) ?? '');
  const isOfRecord = kind === 'observation' || kind === 'limitation';
  const wanted = [isOfRecord ? member : quantity, kind === 'method' ? undefined : subject];
  return wanted.find((name) => lacks(name, words));
}
