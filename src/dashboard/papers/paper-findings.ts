/** Findings of lint and audit beside the line that they are about. Pure. */
import type { Reply } from '../service/wire.ts';

type Findings = Reply<'papers.findings'>;
export type Finding = NonNullable<NonNullable<Findings['lint']>['findings']>[number];

/** All that is told, those of lint first. */
export const allFindings = ({ lint, audit }: Findings): readonly Finding[] => [
  ...(lint?.findings ?? []),
  ...(audit?.findings ?? []),
];

/** The line of the draft that a finding is about; null: none, or another file. */
export const lineOf = ({ file, line = 0 }: Finding): number | null =>
  file === 'paper.md' && line > 0 ? line : null;

/** By that line. */
export function placeFindings(
  findings: readonly Finding[],
): ReadonlyMap<number, readonly Finding[]> {
  const placed = new Map<number, Finding[]>();
  for (const finding of findings) {
    const line = lineOf(finding);
    if (line !== null) placed.set(line, [...(placed.get(line) ?? []), finding]);
  }
  return placed;
}
